/** Reads and changes what an organization's public page is: its state, address and words. */
import type { PagePart, PageSettings, pages } from "#contract/pages.ts";
import type { Language } from "#messages/translator.ts";
import { FORMER_SLUG_MONTHS } from "#server/facilities/former-slugs.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addMonths } from "#server/kit/process/timezone.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findOrganization, findOrganizationToChange } from "#server/organizations/queries.ts";
import { countFormerSlugs, findCurrentSlug, findFreeSlug, takeSlug } from "#server/organizations/slugs.ts";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { pageColumnMap } from "./column-map.ts";
import { findPageRow, findPublishedFieldId, listPublishedPlaces, updatePageRow } from "./queries.ts";

/** Nobody keeps addresses from others by taking one after the other. */
const MAX_FORMER_SLUGS = 10;

type SettingsCall = Pick<Call, "db" | "organizationId" | "now" | "appContext">;

const partLabels = {
  legalName: "pages.partLegalName",
  address: "pages.partAddress",
  contact: "pages.partContact",
  publisher: "pages.partPublisher",
  fields: "pages.partFields",
} as const satisfies Record<PagePart, string>;

/** A page that nobody has opened yet. */
const blank = (language: Language) => ({
  state: "off" as const,
  language,
  tagline: null,
  about: null,
  phone: null,
  email: null,
  shows_times: true,
  shows_prices: true,
  shows_card: false,
  publisher: null,
});

async function listMissingParts(
  { db, organizationId }: SettingsCall,
  page: Pick<PageSettings, "phone" | "email" | "publisher">,
): Promise<PagePart[]> {
  const { legalName, addressLine, city, phone, email } = await findOrganization(db, organizationId);
  const isMissing: Record<PagePart, boolean> = {
    legalName: !legalName,
    address: !addressLine || !city,
    contact: !(page.phone ?? page.email ?? phone ?? email),
    publisher: !page.publisher,
    fields: (await findPublishedFieldId(db, organizationId)) === undefined,
  };
  return (Object.keys(isMissing) as PagePart[]).filter((part) => isMissing[part]);
}

export async function readPage(call: SettingsCall): Promise<PageSettings> {
  const { db, organizationId, now, appContext } = call;
  const { name, countryId } = await findOrganization(db, organizationId);
  const row = (await findPageRow(db, organizationId)) ?? blank(languageOfCountry(countryId));
  const slug = (await findCurrentSlug(db, organizationId)) ?? (await findFreeSlug(db, name, now));
  const page = pageColumnMap.fromRow(row);
  const missing = await listMissingParts(call, page);
  const url = `${appContext.config.appUrl}/c/${slug}`;
  return { ...page, slug, missing, url, places: await listPublishedPlaces(db, organizationId) };
}

function refuseIncomplete(missing: readonly PagePart[], language: Language): void {
  if (missing.length === 0) return;
  const t = translators[language];
  const what = new Intl.ListFormat(language).format(missing.map((part) => t(partLabels[part])));
  throw invalidFields({ state: [message("pages.incomplete", { what })] });
}

/** @throws HttpError 422 on `slug` if it is somebody else's, on `state` if something is missing for `public` */
export async function changePage(call: Call<typeof pages.update>): Promise<PageSettings> {
  const { db, organizationId, body, now, language, record } = call;
  await findOrganizationToChange(db, organizationId);
  const before = await readPage(call);
  const { missing: _was, url: _at, places: _there, ...known } = before;
  const { slug, ...changes } = body;
  const row = pageColumnMap.toRow({ ...known, ...changes });
  await updatePageRow(db, { ...row, organization_id: organizationId, updated_at: now });
  const wanted = {
    ...{ organizationId, slug: slug ?? before.slug },
    ...{ now, formerUntil: addMonths(now, FORMER_SLUG_MONTHS) },
  };
  if (!(await takeSlug(db, wanted))) throw invalidFields({ slug: [message("pages.slugTaken")] });
  if (wanted.slug !== before.slug && (await countFormerSlugs(db, organizationId, now)) > MAX_FORMER_SLUGS)
    throw invalidFields({ slug: [message("pages.slugTooMany", { count: MAX_FORMER_SLUGS })] });
  const after = await readPage(call);
  if (after.state === "public") refuseIncomplete(after.missing, language);
  const { missing: _missing, url: _url, places: _places, ...stored } = after;
  record({ ...computeDiff(known, stored), subjectId: organizationId });
  return after;
}

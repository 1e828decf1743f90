/** Answers the poster of a page, a facility or a field, whose code leads there. */
import type { pages } from "#contract/pages.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { readLogo } from "#server/files/stored-photos.ts";
import { clubInitials } from "#contract/organizations-initials-rules.ts";
import type { Poster } from "#server/kit/documents/render-poster.ts";
import { sendPoster } from "#server/kit/documents/send-poster.ts";
import { translators } from "#server/kit/process/translators.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { findCurrentSlug } from "#server/organizations/slugs.ts";
import { facilityPath, fieldPath } from "./club-sections.ts";
import { clubPath, languageQuery } from "./layout.ts";
import { loadPublicClub, type PublicClub } from "./public-club.ts";
import { createPageTexts, describeSportsInTown } from "./texts.ts";

/** Finds what the poster is of. @throws HttpError 404 for what does not stand on the page */
function findPlace(club: PublicClub, { facilityId, fieldId }: RawCall<typeof pages.poster>["query"]) {
  const field = fieldId && club.fields.find(({ id }) => id === fieldId);
  const facility = facilityId && club.facilities.find(({ id }) => id === facilityId);
  if ((fieldId && !field) || (facilityId && !facility)) throw notFound();
  if (field) return { name: field.name, path: fieldPath(club, field), fields: [field] };
  if (!facility) return { name: null, path: clubPath(club), fields: club.fields };
  const fields = club.fields.filter((one) => one.facility_id === facility.id);
  return { name: facility.name, path: facilityPath(club, facility), fields };
}

type PosterCall = RawCall<typeof pages.poster>;
type Facts = Omit<Poster, "size" | "now" | "action"> & { fileName: string };

/** The platform has no page: its poster leads to its front door. */
function describePlatform({ query, language, appContext }: PosterCall): Facts {
  const { appUrl, operator } = appContext.config;
  const name = operator.name ?? "Baseline";
  return {
    ...{ language: query.language ?? language, club: name, place: null, detail: "", initials: clubInitials(name) },
    ...{ logo: null, color: null },
    ...{ url: appUrl, address: appUrl.replace(/^https?:\/\//, ""), fileName: name },
  };
}

/** @throws HttpError 422 while nobody may see the page */
async function describeClub(call: PosterCall): Promise<Facts> {
  const { db, organizationId, query, now, appContext } = call;
  const slug = await findCurrentSlug(db, organizationId);
  const club = slug && (await loadPublicClub(db, { organizationId, slug }, { language: query.language, now }));
  if (!club) throw new HttpError(422, message("pages.posterOff"));
  const { name, path, fields } = findPlace(club, query);
  const { organization, language } = club;
  const texts = createPageTexts(language, organization.currency);
  const sports = new Map(fields.flatMap((field) => field.sports.map((sport) => [sport.id, sport.name] as const)));
  const address = `${appContext.config.appUrl}${path}`;
  const asked = languageQuery(club);
  return {
    ...{ language, club: organization.name, place: name },
    detail: describeSportsInTown(texts, [...sports.values()], organization.city),
    initials: clubInitials(organization.name),
    logo: await readLogo(appContext, club.logo),
    color: club.accent?.light.accent ?? null,
    url: `${address}${asked}${asked === "" ? "?" : "&"}from=poster`,
    address: address.replace(/^https?:\/\//, ""),
    fileName: [organization.name, name].filter(Boolean).join(" "),
  };
}

export async function answerPoster(call: PosterCall): Promise<void> {
  const { organizationId, query, now } = call;
  const { fileName, ...facts } = await (organizationId === ALL_ORGANIZATIONS
    ? describePlatform(call)
    : describeClub(call));
  const action = translators[facts.language]("pages.scanToBook");
  await sendPoster(call, { ...facts, size: query.size, action, now }, fileName);
}

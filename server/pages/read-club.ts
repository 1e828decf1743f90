/** The club as its members read it: hours, prices of their own, where it is and whom to ask. */
import type { Club, pages } from "#contract/pages.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import { rolesNow } from "#contract/permissions-grants-rules.ts";
import { privilegesOfAccess } from "#server/prices/pricing-roles.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { findCurrentSlug } from "#server/organizations/slugs.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import { listPriceTables } from "./price-lines.ts";
import { DAYS_AHEAD, type PublicClub } from "./public-club.ts";
import {
  findPageRow,
  listFieldsOfMember,
  listPublicFacilities,
  type PageRow,
  type PublicFacility,
  type PublicField,
} from "./queries.ts";
import { groupHours, listSpecialDays } from "./week-hours.ts";

type ClubCall = Call<typeof pages.readClub>;
type Terms = { terms: Pick<PublicClub["terms"], "hours" | "prices">; today: string };

const namesOf = (fields: readonly PublicField[]) => fields.map(({ name }) => name);

async function loadTerms({ db, organizationId }: ClubCall, ids: readonly string[], today: string) {
  return {
    hours: await listFieldHours(db, organizationId, ids, { from: today, to: addDays(today, DAYS_AHEAD) }),
    prices: await listFieldPricePatterns(db, organizationId, ids),
  };
}

function serializeFacility(
  { id, name, image, complete_address: address, latitude, longitude }: PublicFacility,
  { terms, today }: Terms,
  { fields, roleIds }: { fields: readonly PublicField[]; roleIds: readonly number[] },
): Club["facilities"][number] {
  return {
    ...{ id, name, image, address, latitude, longitude },
    fields: fields.map((field) => ({
      id: field.id,
      name: field.name,
      sports: field.sports.map((sport) => sport.name),
    })),
    hours: groupHours({ terms }, fields).map(({ fields: same, week }) => ({ fields: namesOf(same), week })),
    specialDays: listSpecialDays({ terms, today }, fields, DAYS_AHEAD).map(({ fields: same, ...days }) => ({
      ...days,
      fields: namesOf(same),
    })),
    prices: listPriceTables({ terms }, fields, roleIds).map(({ fields: same, ...table }) => ({
      ...table,
      fields: namesOf(same),
    })),
  };
}

async function findPageUrl({ db, organizationId, appContext }: ClubCall, page: PageRow | undefined) {
  if (!page || page.state === "off") return null;
  const slug = await findCurrentSlug(db, organizationId);
  return slug === undefined ? null : `${appContext.config.appUrl}/c/${slug}`;
}

export async function readClub(call: ClubCall): Promise<Club | null> {
  const { db, organizationId, access, language, now } = call;
  if (organizationId === ALL_ORGANIZATIONS) return null;
  const { phone, email, currency, timezone } = await findSettings(call);
  const page = await findPageRow(db, organizationId);
  const fields = await listFieldsOfMember(db, { organizationId, access }, language);
  const today = localDateOf(timezone, now);
  const terms = {
    terms: await loadTerms(
      call,
      fields.map(({ id }) => id),
      today,
    ),
    today,
  };
  const facilities = await listPublicFacilities(db, organizationId, [
    ...new Set(fields.map((field) => field.facility_id)),
  ]);
  const roleIds = rolesNow(privilegesOfAccess(access, now), now);
  return {
    ...{ tagline: page?.tagline ?? null, about: page?.about ?? null, currency },
    ...{ phone: page?.phone ?? phone, email: page?.email ?? email, url: await findPageUrl(call, page) },
    facilities: facilities.map((facility) =>
      serializeFacility(facility, terms, {
        fields: fields.filter((field) => field.facility_id === facility.id),
        roleIds,
      }),
    ),
  };
}

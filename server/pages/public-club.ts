/** Loads what visitors may know of an organization: never a person, a private field, or what a booking is. */
import type { Selectable } from "kysely";
import type { Image, Logo } from "#contract/files.ts";
import { type AccentThemes, computeAccent } from "#contract/organizations-accent-rules.ts";
import type { Sport } from "#contract/sports.ts";
import type { Language } from "#messages/translator.ts";
import { noPrivileges } from "#contract/permissions-grants-rules.ts";
import type { FieldTerms } from "#server/availability/free-starts.ts";
import { computeBookingWindow } from "#contract/hours-starts-rules.ts";
import { MEMBER_ROLE_ID } from "#contract/permissions.ts";
import { findCoverPhoto, findLogo } from "#server/files/queries.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { OrganizationsTable } from "#server/kit/db/tables.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { findRulesOfCaller } from "#server/members/roles.ts";
import { guestAccess, visitorAccess } from "#server/members/visibility.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import {
  findOpenOrganization,
  findPageRow,
  listPublicFacilities,
  listPublicFields,
  type PageRow,
  type PublicFacility,
  type PublicField,
} from "./queries.ts";

/** Exceptions of the hours are told, and free times shown, so far ahead. */
export const DAYS_AHEAD = 60;

export interface PublicClub {
  organization: Selectable<OrganizationsTable>;
  page: PageRow;
  slug: string;
  language: Language;
  now: Date;
  /** Local date of the organization. */
  today: string;
  facilities: PublicFacility[];
  fields: PublicField[];
  /** Those of the fields, the most frequent first. */
  sports: Sport[];
  /** Prices of nobody's role; starts that a guest may book, or a member where guests do not book. */
  terms: FieldTerms;
  horizonDays: number;
  /** Null for the colour of the product. */
  accent: AccentThemes | null;
  /** Null for initials. */
  logo: Logo | null;
  /** Null for the first photo. */
  cover: Image | null;
}

/** Most fields first. Parts count where the field that contains them is not shown. */
export function listSports(fields: readonly PublicField[]): Sport[] {
  const shown = new Set<string | null>(fields.map(({ id }) => id));
  const all = fields.filter(({ parent_id: parent }) => !shown.has(parent)).flatMap(({ sports }) => sports);
  return [...Map.groupBy(all, ({ id }) => id).values()]
    .toSorted((one, other) => other.length - one.length || (one[0]?.id ?? 0) - (other[0]?.id ?? 0))
    .flatMap((same) => same.slice(0, 1));
}

async function loadTerms(
  db: Database,
  organizationId: string,
  fields: readonly PublicField[],
  { today, now, hasGuests }: { today: string; now: Date; hasGuests: boolean },
): Promise<{ terms: FieldTerms; horizonDays: number }> {
  const ids = fields.map(({ id }) => id);
  const access = hasGuests
    ? guestAccess
    : { ...visitorAccess, roles: [{ id: MEMBER_ROLE_ID, name: "", type: "member" as const }] };
  const rules = await findRulesOfCaller({ db, now, organizationId, access });
  const terms = {
    hours: await listFieldHours(db, organizationId, ids, { from: today, to: addDays(today, DAYS_AHEAD) }),
    prices: await listFieldPricePatterns(db, organizationId, ids),
    privileges: noPrivileges,
    bookingWindowIn: (timezone: string) => computeBookingWindow(rules, { now: now.getTime(), timezone }),
  };
  return { terms, horizonDays: Math.min(rules.horizonDays ?? DAYS_AHEAD, DAYS_AHEAD) };
}

/**
 * @param asked.page shown instead of what is kept, also while nobody sees it
 * @returns undefined where the organization shows no page
 */
export async function loadPublicClub(
  db: Database,
  { organizationId, slug }: { organizationId: string; slug: string },
  asked: { language: Language | undefined; now: Date; page?: PageRow },
): Promise<PublicClub | undefined> {
  const page = asked.page ?? (await findPageRow(db, organizationId));
  if (!page || (page.state === "off" && !asked.page)) return undefined;
  const organization = await findOpenOrganization(db, organizationId);
  if (!organization) return undefined;
  const language = asked.language ?? (page.language as Language);
  const { now } = asked;
  const fields = await listPublicFields(db, organizationId, language);
  const facilityIds = [...new Set(fields.map((field) => field.facility_id))];
  const today = localDateOf(organization.timezone, now);
  return {
    ...{ organization, page, slug, language, now, today, fields },
    facilities: await listPublicFacilities(db, organizationId, facilityIds),
    sports: listSports(fields),
    ...(await loadTerms(db, organizationId, fields, { today, now, hasGuests: organization.guest_booking !== "off" })),
    accent: organization.accent === null ? null : computeAccent(organization.accent),
    logo: await findLogo(db, organizationId),
    cover: await findCoverPhoto(db, organizationId),
  };
}

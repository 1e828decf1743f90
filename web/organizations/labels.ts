/** What organization types and countries are called. */
import { type countryIds, countryCodes } from "#contract/general.ts";
import type { approvals, OrganizationType, vatProfiles } from "#contract/organizations.ts";
import type { WordKey } from "#words/keys.ts";

export const typeLabels = {
  club: "organizations.typeClub",
  association: "organizations.typeAssociation",
  private_owner: "organizations.typePrivateOwner",
  school: "organizations.typeSchool",
  city_hall: "organizations.typeCityHall",
  league: "organizations.typeLeague",
  tournament: "organizations.typeTournament",
  federation: "organizations.typeFederation",
  university: "organizations.typeUniversity",
} as const satisfies Record<OrganizationType, WordKey>;

type CountryId = (typeof countryIds)[number];
const isCountryId = (id: number): id is CountryId => id in countryCodes;

/**
 * A country by its ISO 3166-1 code of letters.
 * @param tag the language to name it in
 */
export const regionName = (code: string, tag: string): string =>
  new Intl.DisplayNames(tag, { type: "region" }).of(code) ?? code;

/** A country by its numeric code, in the language `tag`; an unknown one stays a number. */
export const countryName = (id: number, tag: string): string =>
  isCountryId(id) ? regionName(countryCodes[id], tag) : String(id);

export const vatLabels = {
  standard: "organizations.vatStandard",
  franchise: "organizations.vatFranchise",
  exempt: "organizations.vatExempt",
} as const satisfies Record<(typeof vatProfiles)[number], WordKey>;

/** The same words as a field's. */
export const approvalLabels = {
  automatic: "fields.approvalAutomatic",
  manual: "fields.approvalManual",
} as const satisfies Record<(typeof approvals)[number], WordKey>;

/** The names of countries. */
import { type countryIds, countryCodes } from "#contract/general.ts";

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

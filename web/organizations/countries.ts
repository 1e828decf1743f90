import { type countryIds, countryCodes } from "#contract/general.ts";

type CountryId = (typeof countryIds)[number];
const isCountryId = (id: number): id is CountryId => id in countryCodes;

/**
 * Name of a country.
 * @param code ISO 3166-1 alpha-2
 * @param tag language of the name
 */
export const regionName = (code: string, tag: string): string =>
  new Intl.DisplayNames(tag, { type: "region" }).of(code) ?? code;

/** @param id ISO 3166-1 numeric; an unknown one is returned as text. @param tag language of the name */
export const countryName = (id: number, tag: string): string =>
  isCountryId(id) ? regionName(countryCodes[id], tag) : String(id);

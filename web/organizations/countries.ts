import { countryCodeOf, countryCodes, countryIds, currencies } from "#contract/general-countries-rules.ts";

/**
 * Name of a country.
 * @param code ISO 3166-1 alpha-2
 * @param tag language of the name
 */
export const regionName = (code: string, tag: string): string =>
  new Intl.DisplayNames(tag, { type: "region" }).of(code) ?? code;

/** @param id ISO 3166-1 numeric; an unknown one is returned as text. @param tag language of the name */
export function countryName(id: number, tag: string): string {
  const code = countryCodeOf(id);
  return code ? regionName(code, tag) : String(id);
}

const byLabel = (tag: string) => {
  const { compare } = new Intl.Collator(tag);
  return (a: { label: string }, b: { label: string }) => compare(a.label, b.label);
};

/** Countries by name. */
export const countryOptions = (tag: string) =>
  countryIds.map((value) => ({ value, label: countryName(value, tag) })).toSorted(byLabel(tag));

/** Countries by name, with their letters as values. */
export const countryCodeOptions = (tag: string) =>
  countryCodes.map((value) => ({ value, label: regionName(value, tag) })).toSorted(byLabel(tag));

export const currencyOptions = (tag: string) => {
  const names = new Intl.DisplayNames(tag, { type: "currency" });
  return currencies.map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }));
};

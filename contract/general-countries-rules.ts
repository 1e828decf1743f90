/** Countries where organizations can be, and what each of them proposes: currency, time zones, tax, series of invoices. Pure. */

import type { Language } from "#messages/translator.ts";

/** Name of the tax on sales: the text is in the messages. */
export const taxNames = ["vat", "salesTax", "gst"] as const;
export type TaxName = (typeof taxNames)[number];

interface CountryRules {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** ISO 4217. All of these have a hundredth as minor unit. */
  currency: string;
  /** IANA names of zone.tab, that of most people first. */
  timezones: readonly [string, ...string[]];
}

/** By ISO 3166-1 numeric code: the European Union, its neighbors with clubs alike, and North America. */
export const countries = {
  40: { code: "AT", currency: "EUR", timezones: ["Europe/Vienna"] },
  56: { code: "BE", currency: "EUR", timezones: ["Europe/Brussels"] },
  100: { code: "BG", currency: "EUR", timezones: ["Europe/Sofia"] },
  124: {
    code: "CA",
    currency: "CAD",
    timezones: [
      "America/Toronto",
      "America/Vancouver",
      "America/Edmonton",
      "America/Winnipeg",
      "America/Regina",
      "America/Halifax",
      "America/Moncton",
      "America/St_Johns",
      "America/Whitehorse",
      "America/Iqaluit",
      "America/Atikokan",
      "America/Blanc-Sablon",
      "America/Cambridge_Bay",
      "America/Creston",
      "America/Dawson",
      "America/Dawson_Creek",
      "America/Fort_Nelson",
      "America/Glace_Bay",
      "America/Goose_Bay",
      "America/Inuvik",
      "America/Rankin_Inlet",
      "America/Resolute",
      "America/Swift_Current",
    ],
  },
  191: { code: "HR", currency: "EUR", timezones: ["Europe/Zagreb"] },
  196: { code: "CY", currency: "EUR", timezones: ["Asia/Nicosia", "Asia/Famagusta"] },
  203: { code: "CZ", currency: "CZK", timezones: ["Europe/Prague"] },
  208: { code: "DK", currency: "DKK", timezones: ["Europe/Copenhagen"] },
  233: { code: "EE", currency: "EUR", timezones: ["Europe/Tallinn"] },
  246: { code: "FI", currency: "EUR", timezones: ["Europe/Helsinki"] },
  250: {
    code: "FR",
    currency: "EUR",
    timezones: [
      "Europe/Paris",
      "America/Cayenne",
      "America/Guadeloupe",
      "America/Marigot",
      "America/Martinique",
      "America/Miquelon",
      "America/St_Barthelemy",
      "Indian/Mayotte",
      "Indian/Reunion",
      "Pacific/Gambier",
      "Pacific/Marquesas",
      "Pacific/Noumea",
      "Pacific/Tahiti",
      "Pacific/Wallis",
    ],
  },
  276: { code: "DE", currency: "EUR", timezones: ["Europe/Berlin", "Europe/Busingen"] },
  300: { code: "GR", currency: "EUR", timezones: ["Europe/Athens"] },
  348: { code: "HU", currency: "HUF", timezones: ["Europe/Budapest"] },
  372: { code: "IE", currency: "EUR", timezones: ["Europe/Dublin"] },
  380: { code: "IT", currency: "EUR", timezones: ["Europe/Rome"] },
  428: { code: "LV", currency: "EUR", timezones: ["Europe/Riga"] },
  440: { code: "LT", currency: "EUR", timezones: ["Europe/Vilnius"] },
  442: { code: "LU", currency: "EUR", timezones: ["Europe/Luxembourg"] },
  470: { code: "MT", currency: "EUR", timezones: ["Europe/Malta"] },
  528: { code: "NL", currency: "EUR", timezones: ["Europe/Amsterdam"] },
  578: { code: "NO", currency: "NOK", timezones: ["Europe/Oslo"] },
  616: { code: "PL", currency: "PLN", timezones: ["Europe/Warsaw"] },
  620: { code: "PT", currency: "EUR", timezones: ["Europe/Lisbon", "Atlantic/Azores", "Atlantic/Madeira"] },
  642: { code: "RO", currency: "RON", timezones: ["Europe/Bucharest"] },
  703: { code: "SK", currency: "EUR", timezones: ["Europe/Bratislava"] },
  705: { code: "SI", currency: "EUR", timezones: ["Europe/Ljubljana"] },
  724: { code: "ES", currency: "EUR", timezones: ["Europe/Madrid", "Africa/Ceuta", "Atlantic/Canary"] },
  752: { code: "SE", currency: "SEK", timezones: ["Europe/Stockholm"] },
  756: { code: "CH", currency: "CHF", timezones: ["Europe/Zurich"] },
  826: { code: "GB", currency: "GBP", timezones: ["Europe/London"] },
  840: {
    code: "US",
    currency: "USD",
    timezones: [
      "America/New_York",
      "America/Chicago",
      "America/Denver",
      "America/Los_Angeles",
      "America/Phoenix",
      "America/Anchorage",
      "Pacific/Honolulu",
      "America/Adak",
      "America/Boise",
      "America/Detroit",
      "America/Indiana/Indianapolis",
      "America/Indiana/Knox",
      "America/Indiana/Marengo",
      "America/Indiana/Petersburg",
      "America/Indiana/Tell_City",
      "America/Indiana/Vevay",
      "America/Indiana/Vincennes",
      "America/Indiana/Winamac",
      "America/Juneau",
      "America/Kentucky/Louisville",
      "America/Kentucky/Monticello",
      "America/Menominee",
      "America/Metlakatla",
      "America/Nome",
      "America/North_Dakota/Beulah",
      "America/North_Dakota/Center",
      "America/North_Dakota/New_Salem",
      "America/Puerto_Rico",
      "America/Sitka",
      "America/Yakutat",
    ],
  },
} as const satisfies Record<number, CountryRules>;

export type CountryId = keyof typeof countries;
export type CountryCode = (typeof countries)[CountryId]["code"];
export type Currency = (typeof countries)[CountryId]["currency"];

export const FRANCE_ID = 250;
export const UNITED_STATES_ID = 840;
export const CANADA_ID = 124;
const LUXEMBOURG_ID = 442;

/** Typed keys: `Object.keys` only knows strings. */
export const countryIds = Object.keys(countries).map(Number) as CountryId[];
export const countryCodes = countryIds.map((id) => countries[id].code) as [CountryCode, ...CountryCode[]];

export const isCountryId = (id: number): id is CountryId => Object.hasOwn(countries, id);
export const isCountryCode = (code: string): code is CountryCode => countryCodes.some((known) => known === code);
export const countryCodeOf = (id: number): CountryCode | undefined =>
  isCountryId(id) ? countries[id].code : undefined;

const byCode = Object.fromEntries(countryIds.map((id) => [countries[id].code, countries[id]]));
/** Time zones of a country, that of most people first; none for an unknown country. */
export const timezonesOf = (code: string): readonly string[] => byCode[code]?.timezones ?? [];

/** Language of mails to people without an account or a choice: the usual one of the country, of those that there are. */
export const languageOfCountry = (id: number): Language => (id === FRANCE_ID || id === LUXEMBOURG_ID ? "fr" : "en");

/** Most of Canada and of the United States is in other zones than the first: there a zone is asked for. */
const countriesWithoutMainZone: readonly string[] = ["CA", "US"];

/**
 * What a new organization is proposed.
 * @param ownTimezone of who creates it: wins where it is one of the country
 * @returns an empty zone where the country has several, none of them that of most people
 */
export function proposeOrganization(id: CountryId, ownTimezone: string): { timezone: string; currency: Currency } {
  const { code, currency, timezones } = countries[id];
  const zones: readonly string[] = timezones;
  const main = countriesWithoutMainZone.includes(code) ? "" : timezones[0];
  return { timezone: zones.includes(ownTimezone) ? ownTimezone : main, currency };
}

/** The country of a time zone; France for that of no country. */
export const countryOfTimezone = (timezone: string): CountryId =>
  countryIds.find((id) => timezonesOf(countries[id].code).includes(timezone)) ?? FRANCE_ID;

/** All currencies of the countries, the most common first. */
export const currencies = [
  "EUR",
  "USD",
  "GBP",
  "CHF",
  "CAD",
  "NOK",
  "SEK",
  "DKK",
  "PLN",
  "CZK",
  "HUF",
  "RON",
] as const satisfies readonly Currency[];

export function taxNameOf(countryId: number): TaxName {
  if (countryId === UNITED_STATES_ID) return "salesTax";
  return countryId === CANADA_ID ? "gst" : "vat";
}

/** First part of the numbers of invoices and credit notes: `FA-2026-000001`. */
export const invoiceSeriesOf = (countryId: number) =>
  countryId === FRANCE_ID
    ? ({ invoice: "FA", creditNote: "AV" } as const)
    : ({ invoice: "INV", creditNote: "CN" } as const);
export type InvoiceSeries = ReturnType<typeof invoiceSeriesOf>["invoice" | "creditNote"];

/** Countries where organizations can be, and what each of them proposes: currency, tax, series of invoices. Pure. */

import type { Language } from "#messages/translator.ts";

/** Name of the tax on sales: the text is in the messages. */
export const taxNames = ["vat", "salesTax", "gst"] as const;
export type TaxName = (typeof taxNames)[number];

interface CountryRules {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** ISO 4217. All of these have a hundredth as minor unit. */
  currency: string;
}

/** By ISO 3166-1 numeric code: the European Union, its neighbors with clubs alike, and North America. */
export const countries = {
  40: { code: "AT", currency: "EUR" },
  56: { code: "BE", currency: "EUR" },
  100: { code: "BG", currency: "EUR" },
  124: { code: "CA", currency: "CAD" },
  191: { code: "HR", currency: "EUR" },
  196: { code: "CY", currency: "EUR" },
  203: { code: "CZ", currency: "CZK" },
  208: { code: "DK", currency: "DKK" },
  233: { code: "EE", currency: "EUR" },
  246: { code: "FI", currency: "EUR" },
  250: { code: "FR", currency: "EUR" },
  276: { code: "DE", currency: "EUR" },
  300: { code: "GR", currency: "EUR" },
  348: { code: "HU", currency: "HUF" },
  372: { code: "IE", currency: "EUR" },
  380: { code: "IT", currency: "EUR" },
  428: { code: "LV", currency: "EUR" },
  440: { code: "LT", currency: "EUR" },
  442: { code: "LU", currency: "EUR" },
  470: { code: "MT", currency: "EUR" },
  528: { code: "NL", currency: "EUR" },
  578: { code: "NO", currency: "NOK" },
  616: { code: "PL", currency: "PLN" },
  620: { code: "PT", currency: "EUR" },
  642: { code: "RO", currency: "RON" },
  703: { code: "SK", currency: "EUR" },
  705: { code: "SI", currency: "EUR" },
  724: { code: "ES", currency: "EUR" },
  752: { code: "SE", currency: "SEK" },
  756: { code: "CH", currency: "CHF" },
  826: { code: "GB", currency: "GBP" },
  840: { code: "US", currency: "USD" },
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

/** Language for people without an account or a choice, and of what an organization starts with: the usual one of the country, of those that there are. */
export const languageOfCountry = (id: number): Language => (id === FRANCE_ID || id === LUXEMBOURG_ID ? "fr" : "en");

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

/** Addresses there name a state or province, and taxes are added to prices without them. */
export const isNorthAmerican = (countryId: number): boolean =>
  countryId === UNITED_STATES_ID || countryId === CANADA_ID;

export function taxNameOf(countryId: number): TaxName {
  if (countryId === UNITED_STATES_ID) return "salesTax";
  return countryId === CANADA_ID ? "gst" : "vat";
}

/** First part of the numbers of invoices, credit notes and receipts: `FA-2026-000001`. */
export const invoiceSeriesOf = (countryId: number) =>
  countryId === FRANCE_ID
    ? ({ invoice: "FA", creditNote: "AV", receipt: "RE" } as const)
    : ({ invoice: "INV", creditNote: "CN", receipt: "RC" } as const);
export type InvoiceSeries = ReturnType<typeof invoiceSeriesOf>["invoice" | "creditNote" | "receipt"];

import { describe, expect, test } from "vitest";
import { countMinorDigits, formatMoney } from "#messages/format-money.ts";
import { canonicalTimeZone } from "#messages/dates.ts";
import { countries, countryIds, currencies, invoiceSeriesOf, taxNameOf } from "./general-countries-rules.ts";
import { countryOfTimezone, proposeOrganization, timezonesOf } from "./general-timezones-rules.ts";

const union = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
const all = countryIds.map((id) => countries[id]);

test("there are the countries of the Union and five around, each once; France and the United States keep their ids", () => {
  expect(all.map(({ code }) => code).sort()).toEqual([...union, "CA", "CH", "GB", "NO", "US"].sort());
  expect([countries[250].code, countries[840].code]).toEqual(["FR", "US"]);
});

test("each has its currency; 21 of the Union share the euro", () => {
  const others = all.filter(({ currency }) => currency !== "EUR").map(({ code, currency }) => `${code} ${currency}`);
  expect(others.sort()).toEqual(
    [
      "CA CAD",
      "CH CHF",
      "CZ CZK",
      "DK DKK",
      "GB GBP",
      "HU HUF",
      "NO NOK",
      "PL PLN",
      "RO RON",
      "SE SEK",
      "US USD",
    ].sort(),
  );
  expect(new Set(all.map(({ currency }) => currency))).toEqual(new Set(currencies));
  for (const currency of currencies) expect(countMinorDigits(currency), currency).toBe(2);
});

test("zones have their names of today, and belong to one country", () => {
  const zones = all.flatMap(({ code }) => timezonesOf(code));
  expect(zones.map(canonicalTimeZone)).toEqual(zones);
  expect(new Set(zones).size).toBe(zones.length);
});

describe("a new organization is proposed", () => {
  test.each([
    ["the zone of its country", 756, "America/New_York", { timezone: "Europe/Zurich", currency: "CHF" }],
    [
      "one's own, where it is one of the country",
      840,
      "America/Denver",
      { timezone: "America/Denver", currency: "USD" },
    ],
    ["none where most people live elsewhere", 840, "Europe/Paris", { timezone: "", currency: "USD" }],
    ["none in Canada either", 124, "America/New_York", { timezone: "", currency: "CAD" }],
    ["that of the mainland", 724, "Europe/Paris", { timezone: "Europe/Madrid", currency: "EUR" }],
  ] as const)("%s", (_what, id, own, proposed) => expect(proposeOrganization(id, own)).toEqual(proposed));
});

test("one's country is that of one's zone, else France", () => {
  expect(["Europe/Oslo", "Pacific/Honolulu", "Asia/Tokyo"].map(countryOfTimezone)).toEqual([578, 840, 250]);
});

test("tax and series have the names of the country", () => {
  expect([250, 276, 840, 124].map(taxNameOf)).toEqual(["vat", "vat", "salesTax", "gst"]);
  expect(invoiceSeriesOf(250)).toEqual({ invoice: "FA", creditNote: "AV", receipt: "RE" });
  for (const id of [276, 840]) expect(invoiceSeriesOf(id)).toEqual({ invoice: "INV", creditNote: "CN", receipt: "RC" });
});

test("amounts are formatted alike on every machine: forints have hundredths whatever Intl's version says", () => {
  expect(formatMoney(180_000, "HUF", "en")).toBe("HUF\u00a01,800.00");
  expect(formatMoney(1800, "CHF", "fr")).toBe("18,00\u00a0CHF");
});

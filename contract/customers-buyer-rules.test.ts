import { expect, test } from "vitest";
import { countryOfBuyer, findMissingBuyerParts, findWrongNumbers } from "./customers-buyer-rules.ts";
import { FRANCE_ID, UNITED_STATES_ID } from "./general-countries-rules.ts";

const company = {
  ...{ kind: "company", addressLine: "1 rue du Stade", postalCode: "69007", city: "Lyon" },
  ...{ countryId: null, identificationNumber: null },
};

test("a company has an address, and in France a number", () => {
  expect(findMissingBuyerParts({ ...company, city: null }, FRANCE_ID)).toEqual(["address", "identificationNumber"]);
  expect(findMissingBuyerParts({ ...company, identificationNumber: "732829320" }, FRANCE_ID)).toEqual([]);
  expect(findMissingBuyerParts({ ...company, countryId: 56 }, FRANCE_ID)).toEqual([]);
  expect(findMissingBuyerParts(company, UNITED_STATES_ID)).toEqual([]);
  expect(findMissingBuyerParts({ ...company, kind: "person", addressLine: null }, FRANCE_ID)).toEqual([]);
});

test("the numbers of a company have the form of its country, the seller's where none is given, and belong together", () => {
  const wrong = (identificationNumber: string | null, vatNumber: string | null, countryId: number | null = null) =>
    findWrongNumbers({ identificationNumber, vatNumber, countryId }, FRANCE_ID);
  for (const right of ["732829320", "732 829 320 00074", "W691234567", null])
    expect(wrong(right, "FR 44 732829320")).toEqual({});
  expect(wrong("732829321", null)).toEqual({ identificationNumber: "organizations.identificationNumberForm" });
  expect(wrong(null, "FR45732829320")).toEqual({ vatNumber: "organizations.vatNumberForm" });
  expect(wrong("732829320", "FR40303265045")).toEqual({ vatNumber: "organizations.vatNumberOther" });
  expect(wrong("0123.456.749", null, 56)).toEqual({});
  expect(wrong("0123.456.749", "BE 0123456749")).toEqual({});
  expect(wrong("0123.456.749", "BE 012345674")).toEqual({
    ...{ vatNumber: "organizations.vatNumberForm", identificationNumber: "organizations.identificationNumberForm" },
  });
  // A VAT number names its country; companies register where they sell; Monaco has a register of its own.
  expect(wrong("CHE-116.281.710", "CHE-116.281.710 TVA")).toEqual({});
  expect(wrong("12345678", "GB123456789")).toEqual({});
  expect(wrong("CHE-116.281.710", "FR 44 732829320", 756)).toEqual({});
  expect(wrong("56S04321", "FR53000004605")).toEqual({});
  expect(findWrongNumbers({ identificationNumber: "12-3456789" }, UNITED_STATES_ID)).toEqual({});
  expect(findWrongNumbers({ identificationNumber: "12-345678" }, UNITED_STATES_ID)).toEqual({
    identificationNumber: "organizations.identificationNumberForm",
  });
});

test("a company without a country is in that of its VAT number, else in the seller's", () => {
  const found = (vatNumber: string | null, countryId: number | null = null) =>
    countryOfBuyer({ vatNumber, countryId }, FRANCE_ID);
  expect(found("BE 0123456749")).toBe(56);
  expect(found("EL123456789")).toBe(300);
  expect(found("XI123456789")).toBe(826);
  expect(found("CHE-116.281.710 MWST")).toBe(756);
  expect([found(null), found("FR44732829320"), found("BE1")]).toEqual([FRANCE_ID, FRANCE_ID, FRANCE_ID]);
  expect(found("FR44732829320", 756)).toBe(756);
});

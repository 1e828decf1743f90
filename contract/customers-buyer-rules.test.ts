import { expect, test } from "vitest";
import { findMissingBuyerParts } from "./customers-buyer-rules.ts";
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

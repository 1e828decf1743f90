import { expect, test } from "vitest";
import { listMissingSellerParts, type SellerIdentity } from "./organizations-seller-rules.ts";

const nobody: SellerIdentity = {
  countryId: 250,
  legalName: null,
  addressLine: null,
  postalCode: null,
  city: null,
  region: null,
  identificationNumber: null,
  isUnregistered: false,
  vatProfile: "unset",
  vatNumber: null,
  vatNumberPending: false,
  currency: "EUR",
};
const address = { legalName: "SAS Padel", addressLine: "1 rue du Stade", postalCode: "69007", city: "Lyon" };
const missing = (seller: Partial<SellerIdentity>) => listMissingSellerParts({ ...nobody, ...seller });

test("in France a seller has a name, an address, a number and a treatment of VAT", () => {
  expect(missing({})).toEqual(["legalName", "addressLine", "postalCode", "city", "identificationNumber", "vatProfile"]);
  expect(missing({ ...address, identificationNumber: "732829320", vatProfile: "franchise" })).toEqual([]);
});

test("with VAT its number is asked for, unless it is applied for, and the invoice is in euros", () => {
  const taxed = { ...address, identificationNumber: "732829320", vatProfile: "standard" };
  expect(missing(taxed)).toEqual(["vatNumber"]);
  expect(missing({ ...taxed, vatNumberPending: true })).toEqual([]);
  expect(missing({ ...taxed, vatNumber: "FR44732829320" })).toEqual([]);
  expect(missing({ ...taxed, vatNumber: "FR44732829320", currency: "USD" })).toEqual(["currency"]);
  expect(missing({ ...taxed, vatProfile: "exempt", currency: "USD" })).toEqual([]);
});

test("an association without number says so", () => {
  expect(missing({ ...address, isUnregistered: true, vatProfile: "exempt" })).toEqual([]);
});

test("in the United States the state belongs to the address, and numbers are nobody's duty", () => {
  expect(missing({ countryId: 840 })).toEqual([
    "legalName",
    "addressLine",
    "postalCode",
    "city",
    "region",
    "vatProfile",
  ]);
  const seller = { ...address, countryId: 840, region: "IL", currency: "USD" };
  expect(missing({ ...seller, vatProfile: "exempt" })).toEqual([]);
  expect(missing({ ...seller, vatProfile: "standard" })).toEqual([]);
});

test("elsewhere name, address and tax are enough", () => {
  expect(missing({ countryId: 56 })).toEqual(["legalName", "addressLine", "city", "vatProfile"]);
});

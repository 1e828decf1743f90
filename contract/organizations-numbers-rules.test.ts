import { expect, test } from "vitest";
import { OrganizationDraft } from "./organization-shape.ts";
import { organizationTypes } from "./organization-options.ts";
import {
  compactNumber,
  isEin,
  isEuVat,
  isIdentificationNumber,
  isRna,
  isSameCompany,
  isSiren,
  isSiret,
  isVatNumber,
} from "./organizations-numbers-rules.ts";

const [france, america] = [250, 840];
const slips = (number: string) =>
  [...number].flatMap((digit, index) =>
    [..."0123456789"]
      .filter((other) => other !== digit)
      .map((other) => number.slice(0, index) + other + number.slice(index + 1)),
  );

test("a SIREN has nine digits that pass their checksum; one slip, and it does not", () => {
  for (const siren of ["732829320", "303265045", "552100554", "356000000"]) expect(isSiren(siren), siren).toBe(true);
  expect(slips("732829320").filter(isSiren)).toEqual([]);
  for (const wrong of ["73282932", "7328293200", "73282932O", "", "abcdefghi", "٧٣٢٨٢٩٣٢٠"])
    expect(isSiren(wrong)).toBe(false);
});

test("a SIRET is a right SIREN with its establishment, and passes a checksum of its own", () => {
  expect(isSiret("73282932000074")).toBe(true);
  expect(slips("73282932000074").filter(isSiret)).toEqual([]);
  // The checksum of the 14 digits is right, that of the first nine is wrong.
  expect(isSiret("73282932100073")).toBe(false);
  expect(isSiret("7328293200007")).toBe(false);
});

test("the post's offices share a SIREN, and their digits add up to a multiple of five", () => {
  expect(isSiret("35600000000048")).toBe(true);
  expect(isSiret("35600000009075")).toBe(true);
  expect(isSiret("35600000009076")).toBe(false);
});

test("a French VAT number has the key of its SIREN; one slip, and it does not", () => {
  for (const number of ["FR40303265045", "FR44732829320", "FR53000004605"]) expect(isEuVat(number), number).toBe(true);
  for (const wrong of ["FR00303265045", "FR40303265046", "FR4030326504", "fr40303265045"])
    expect(isEuVat(wrong), wrong).toBe(false);
  expect(slips("40303265045").filter((number) => isEuVat(`FR${number}`))).toEqual([]);
});

test("a VAT number and a SIREN or SIRET are of one company", () => {
  expect(isSameCompany("FR44 732 829 320", "732 829 320 00074")).toBe(true);
  expect(isSameCompany("FR40303265045", "732829320")).toBe(false);
  for (const [vat, other] of [
    ["", "732829320"],
    ["FR40303265045", ""],
    ["FR40303265045", "W751234567"],
    ["DE123456789", "732829320"],
  ])
    expect(isSameCompany(vat ?? "", other ?? "")).toBe(true);
});

test("an association is known by its RNA", () => {
  for (const rna of ["W751234567", "W9C1001234", "W2A1002345"]) expect(isRna(rna), rna).toBe(true);
  for (const wrong of ["751234567", "W75123456", "W7512345678", "WA51234567"]) expect(isRna(wrong), wrong).toBe(false);
  expect(isIdentificationNumber(france, "w 751 234 567")).toBe(true);
  expect(isIdentificationNumber(america, "W751234567")).toBe(false);
});

test("an EIN has nine digits", () => {
  expect(isEin("123456789")).toBe(true);
  for (const wrong of ["12345678", "1234567890", "12345678A"]) expect(isEin(wrong)).toBe(false);
});

test("numbers are read as people write them", () => {
  expect(compactNumber("732 829\u00a0320.000-74")).toBe("73282932000074");
  expect(compactNumber("fr 40 303 265 045")).toBe("FR40303265045");
  expect(isIdentificationNumber(france, "732 829 320 00074")).toBe(true);
  expect(isIdentificationNumber(america, "12-3456789")).toBe(true);
});

test("each country has numbers of its own", () => {
  expect(isIdentificationNumber(france, "123456789")).toBe(false);
  expect(isIdentificationNumber(america, "73282932000074")).toBe(false);
  expect(isVatNumber(france, "FR40303265045")).toBe(true);
  expect(isVatNumber(france, "40303265045")).toBe(false);
  expect(isVatNumber(america, "TX-1234567")).toBe(true);
});

test.each([
  ["AT", "ATU12345678"],
  ["BE", "BE0123456789"],
  ["CY", "CY12345678X"],
  ["DE", "DE123456789"],
  ["EL", "EL123456789"],
  ["ES", "ESX1234567X"],
  ["FR", "FRXX732829320"],
  ["IE", "IE1234567WA"],
  ["IT", "IT12345678901"],
  ["LT", "LT123456789012"],
  ["NL", "NL123456789B01"],
  ["RO", "RO12"],
  ["SE", "SE123456789012"],
  ["XI", "XIGD001"],
])("a VAT number of %s has its form, no more and no less", (_country, number) => {
  expect(isEuVat(number)).toBe(true);
  expect(isEuVat(number.slice(0, -1)) && number !== "RO12" && !number.startsWith("IE")).toBe(false);
  expect(isEuVat(`${number}0000000000`)).toBe(false);
  expect(isEuVat(number.slice(2))).toBe(false);
});

test("countries outside the Union have none", () => {
  for (const number of ["US123456789", "CH123456789", "GB123456789", "constructor", "toString"])
    expect(isEuVat(number)).toBe(false);
});

test("a draft takes all nine types in both countries, and tells wrong numbers beside their fields", () => {
  for (const type of organizationTypes)
    for (const countryId of [france, america])
      expect(OrganizationDraft.safeParse({ name: "Club", type, countryId }).success).toBe(true);
  expect(organizationTypes).toHaveLength(9);
  const wrong = { name: "Club", type: "club", countryId: france, vatNumber: "FR1", identificationNumber: "1" };
  const { error } = OrganizationDraft.safeParse(wrong);
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["vatNumber", "identificationNumber"]);
});

test.each([
  [756, "CHE-116.281.710 MWST", true],
  [756, "CHE-116.281.711 TVA", false],
  [578, "NO 923 609 016 MVA", true],
  [578, "923609017", false],
  [826, "GB 123 4567 89", true],
  [826, "XI123456789", true],
  [826, "GB12345678", false],
  [124, "123456782 RT 0001", true],
  [124, "123456783 RT 0001", false],
  [276, "DE123456789", true],
  [276, "123", false],
])("a tax number of country %s, %s: %s", (country, number, isRight) =>
  expect(isVatNumber(country, number)).toBe(isRight),
);

test("numbers of companies are checked where there is a rule, else they are short texts", () => {
  expect(isIdentificationNumber(756, "CHE-116.281.710")).toBe(true);
  expect(isIdentificationNumber(578, "923609017")).toBe(false);
  for (const number of ["HRB 12345 B", "Z. 1234/AB", "123"])
    expect(isIdentificationNumber(276, number), number).toBe(true);
  for (const number of ["-", "<b>", "12345678901234567890123"]) expect(isIdentificationNumber(276, number)).toBe(false);
});

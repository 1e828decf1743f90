/** Validates numbers of an organization: of its company or association, and for VAT, by country. Pure. */
import { type CountryCode, countryCodeOf } from "./general-countries-rules.ts";

/** Luhn's checksum (ISO/IEC 7812-1), as INSEE uses it. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** La Poste's offices share one SIREN; the digits of their SIRETs add up to a multiple of 5 instead (INSEE). */
const LA_POSTE_SIREN = "356000000";
const digitSum = (digits: string) => [...digits].reduce((sum, digit) => sum + Number(digit), 0);

export const compactNumber = (number: string): string => number.replace(/[\s.\-\u00a0\u202f]/g, "").toUpperCase();

/** @param number nine digits, the last a check digit */
export const isSiren = (number: string): boolean => /^\d{9}$/.test(number) && passesLuhn(number);

/** @param number fourteen digits: SIREN and number of the establishment */
export const isSiret = (number: string): boolean =>
  /^\d{14}$/.test(number) &&
  (number.startsWith(LA_POSTE_SIREN) && digitSum(number) % 5 === 0
    ? true
    : isSiren(number.slice(0, 9)) && passesLuhn(number));

/** The number of a French association in the national register: W, the department's three signs, six digits. */
export const isRna = (number: string): boolean => /^W\d[\dA-Z]\d{7}$/.test(number);

/** An American employer identification number: nine digits. */
export const isEin = (number: string): boolean => /^\d{9}$/.test(number);

/** Patterns after the country code, from the European Commission (VIES, "VAT number structure"). */
const vatPatterns: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
};

/** Numbers of Monaco have the French form, with another number than a SIREN. */
const MONACO_PREFIX = "000";

/**
 * Whether the key of a French VAT number belongs to its SIREN: `(12 + 3 × (SIREN mod 97)) mod 97` (BOFiP,
 * BOI-TVA-DECLA-20-10). Keys with letters follow no published formula.
 */
function hasFrenchKey(number: string): boolean {
  const [key, siren] = [number.slice(0, 2), number.slice(2)];
  if (!isSiren(siren) && !siren.startsWith(MONACO_PREFIX)) return false;
  return !/^\d\d$/.test(key) || Number(key) === (12 + 3 * (Number(siren) % 97)) % 97;
}

/** @param number with its country code: `FR40303265045` */
export function isEuVat(number: string): boolean {
  const [country, rest] = [number.slice(0, 2), number.slice(2)];
  return (vatPatterns[country]?.test(rest) ?? false) && (country !== "FR" || hasFrenchKey(rest));
}

/** Whether a French VAT number and a SIREN or SIRET are of one company; true where either is something else. */
export function isSameCompany(vatNumber: string, identificationNumber: string): boolean {
  const [vat, identification] = [compactNumber(vatNumber), compactNumber(identificationNumber)];
  if (!/^FR..\d{9}$/.test(vat) || vat.slice(4).startsWith(MONACO_PREFIX)) return true;
  return !(isSiren(identification) || isSiret(identification)) || vat.slice(4) === identification.slice(0, 9);
}

const weightedSum = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
/** Check digit modulo 11, of which 11 is written 0; a number that wants 10 is never given out. */
const hasElevenCheck = (digits: string, weights: readonly number[]): boolean =>
  (11 - (weightedSum(digits, weights) % 11)) % 11 === Number(digits[weights.length]);

/** The number of a Swiss company: CHE, nine digits, the last a check digit (Federal Statistical Office, eCH-0097). */
export const isUid = (number: string): boolean =>
  /^CHE\d{9}$/.test(number) && hasElevenCheck(number.slice(3), [5, 4, 3, 2, 7, 6, 5, 4]);

/** The number of a Norwegian organization: nine digits, the last a check digit (Brønnøysundregistrene). */
export const isOrgnr = (number: string): boolean =>
  /^\d{9}$/.test(number) && hasElevenCheck(number, [3, 2, 7, 6, 5, 4, 3, 2]);

/** A British VAT number, with or without GB: nine digits, twelve of a branch, or GD, HA (HMRC, VATREC5030). Northern Ireland: XI. */
const isBritishVat = (number: string): boolean =>
  /^(GB)?(\d{9}|\d{12}|(GD|HA)\d{3})$/.test(number) || (number.startsWith("XI") && isEuVat(number));

/** A Canadian GST/HST number: nine digits that pass Luhn's checksum, RT, four digits (Canada Revenue Agency). */
const isGstNumber = (number: string): boolean => /^\d{9}(RT\d{4})?$/.test(number) && passesLuhn(number.slice(0, 9));

const isShortText = (number: string): boolean => /^[\p{L}\d/+*&]{3,20}$/u.test(number);

const vatRules: Partial<Record<CountryCode, (number: string) => boolean>> = {
  CA: isGstNumber,
  CH: (number) => isUid(number.replace(/(MWST|TVA|IVA|VAT)$/, "")),
  GB: isBritishVat,
  NO: (number) => isOrgnr(number.replace(/^NO/, "").replace(/MVA$/, "")),
  // The United States have no VAT, but states have numbers for sales tax, each of another form.
  US: (number) => /^[A-Z\d]{4,20}$/.test(number),
};

const identificationRules: Partial<Record<CountryCode, (number: string) => boolean>> = {
  CH: isUid,
  FR: (number) => isSiren(number) || isSiret(number) || isRna(number),
  NO: isOrgnr,
  US: isEin,
};

/** Whether the number has the form of its country: SIREN, SIRET or RNA in France. Short text where no rule is known. */
export function isIdentificationNumber(countryId: number, given: string): boolean {
  const code = countryCodeOf(countryId);
  return ((code && identificationRules[code]) ?? isShortText)(compactNumber(given));
}

/** Whether the number is one of the European Union, or of a country outside of it that has a rule of its own. */
export function isVatNumber(countryId: number, given: string): boolean {
  const code = countryCodeOf(countryId);
  return ((code && vatRules[code]) ?? isEuVat)(compactNumber(given));
}

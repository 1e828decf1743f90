/** Validates bank accounts: IBAN (ISO 13616) and BIC (ISO 9362). Pure. */

/** Length of an IBAN by country, from SWIFT's registry: the euro area and countries around it. */
const ibanLengths: Record<string, number> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BR: 29,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MR: 27,
  MT: 31,
  MU: 30,
  NL: 18,
  NO: 15,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  SA: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
};

export const compactAccountNumber = (given: string): string => given.replace(/[\s\-\u00a0\u202f]/g, "").toUpperCase();

export type IbanFault = "form" | "country" | "length" | "checksum";

/** Remainder modulo 97, digit by digit, because the number exceeds `Number.MAX_SAFE_INTEGER`. */
const modulo97 = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** Finds the fault of an IBAN; null if country, length and check digits are right. @param iban without spaces */
export function findIbanFault(iban: string): IbanFault | null {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban)) return "form";
  const length = ibanLengths[iban.slice(0, 2)];
  if (length === undefined) return "country";
  if (iban.length !== length) return "length";
  const turned = iban.slice(4) + iban.slice(0, 4);
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return modulo97(digits) === 1 ? null : "checksum";
}

/** @param bic bare: 4 characters for the bank, 2 country, 2 location, optionally 3 branch */
export const isBic = (bic: string): boolean => /^[A-Z\d]{4}[A-Z]{2}[A-Z\d]{2}([A-Z\d]{3})?$/.test(bic);

export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");

/** Validates numbers of an organization: French SIREN, SIRET and RNA, American EIN, VAT numbers of the European Union. Pure. */

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

const FRANCE_ID = 250;

/** Whether the number is a SIREN, SIRET or RNA in France, or an EIN in the United States. */
export function isIdentificationNumber(countryId: number, given: string): boolean {
  const number = compactNumber(given);
  return countryId === FRANCE_ID ? isSiren(number) || isSiret(number) || isRna(number) : isEin(number);
}

/** Whether the number is a European one. The United States have no VAT, so any short text is accepted. */
export const isVatNumber = (countryId: number, given: string): boolean =>
  countryId === FRANCE_ID ? isEuVat(compactNumber(given)) : /^[A-Z\d]{4,20}$/.test(compactNumber(given));

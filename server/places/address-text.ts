import { removeAccents } from "#messages/remove-accents.ts";

export interface AddressParts {
  line1: string | null;
  postalCode: string | null;
  city: string | null;
  countryCode: string;
}

const joinParts = (separator: string, ...parts: (string | null)[]) => parts.filter(Boolean).join(separator);

/** Countries that write the postal code after the town (Universal Postal Union, S42). */
const townFirst: readonly string[] = ["CA", "GB", "IE", "US"];

/** `353 avenue Jean Jaurès, 69007 Lyon` in France, `350 5th Ave, New York, NY 10118` in the United States. */
export function formatAddress({ line1, postalCode, city, countryCode }: AddressParts): string {
  const town = townFirst.includes(countryCode) ? joinParts(" ", city, postalCode) : joinParts(" ", postalCode, city);
  return joinParts(", ", line1, town);
}

/** Removes case, accents and punctuation: `12 Rue de l’Église, Lyon` equals `12 rue de l'eglise Lyon`. */
export const normalizeText = (text: string): string =>
  removeAccents(text)
    .replaceAll("œ", "oe")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

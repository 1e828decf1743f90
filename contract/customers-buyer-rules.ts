/** Says what the invoices of a company need to know of it, before its first one. Pure. */
import type { MessageKey } from "#messages/keys.ts";
import { type CountryCode, countryCodeOf, countryIds, FRANCE_ID } from "./general-countries-rules.ts";
import {
  compactNumber,
  isEuVat,
  isIdentificationNumber,
  isSameCompany,
  isVatNumber,
} from "./organizations-numbers-rules.ts";

interface Buyer {
  kind: string;
  addressLine: string | null;
  postalCode: string | null;
  city: string | null;
  countryId: number | null;
  identificationNumber: string | null;
  vatNumber?: string | null;
}
export type BuyerPart = "address" | "identificationNumber";

export const hasBuyerAddress = ({
  addressLine,
  postalCode,
  city,
}: Pick<Buyer, "addressLine" | "postalCode" | "city">): boolean => Boolean(addressLine && postalCode && city);

export interface BuyerNumbers {
  countryId?: number | null | undefined;
  identificationNumber?: string | null | undefined;
  vatNumber?: string | null | undefined;
}

/** Beginnings of VAT numbers, where they are not the code of the country. */
const vatPrefixes: Partial<Record<CountryCode, readonly string[]>> = { CH: ["CHE"], GB: ["GB", "XI"], GR: ["EL"] };

function findCountryOfVat(vatNumber: string): number | undefined {
  const vat = compactNumber(vatNumber);
  return countryIds.find((id) => {
    const code = countryCodeOf(id);
    const prefixes = (code && vatPrefixes[code]) ?? [code ?? ""];
    return prefixes.some((prefix) => vat.startsWith(prefix)) && isVatNumber(id, vat);
  });
}

/** @returns the country of a company that buys: its own, else that of its VAT number, else the seller's */
export const countryOfBuyer = ({ countryId, vatNumber }: BuyerNumbers, sellerCountryId: number): number =>
  countryId ?? findCountryOfVat(vatNumber ?? "") ?? sellerCountryId;

/** @param sellerCountryId the organization's */
export function findMissingBuyerParts(buyer: Buyer, sellerCountryId: number): BuyerPart[] {
  if (buyer.kind !== "company") return [];
  const isFrench = sellerCountryId === FRANCE_ID && countryOfBuyer(buyer, sellerCountryId) === FRANCE_ID;
  return [
    ...(hasBuyerAddress(buyer) ? [] : (["address"] as const)),
    ...(isFrench && !buyer.identificationNumber ? (["identificationNumber"] as const) : []),
  ];
}

/** Companies of Monaco have VAT numbers of the French form, and numbers of their own register. */
const isOfMonaco = (vat: string): boolean => /^FR..000\d{6}$/.test(vat);

/**
 * Says which numbers of a company are wrong, by the rules of the seller's own numbers.
 * @param sellerCountryId the organization's
 */
export function findWrongNumbers(
  { countryId, identificationNumber, vatNumber }: BuyerNumbers,
  sellerCountryId: number,
): Partial<Record<"identificationNumber" | "vatNumber", MessageKey>> {
  const country = countryOfBuyer({ countryId, vatNumber }, sellerCountryId);
  const vat = compactNumber(vatNumber ?? "");
  // Companies also register for VAT where they sell.
  const isWrongVat = vat !== "" && !isVatNumber(country, vat) && !isEuVat(vat);
  const isWrong =
    Boolean(identificationNumber) && !isOfMonaco(vat) && !isIdentificationNumber(country, identificationNumber ?? "");
  return {
    ...(!isSameCompany(vat, identificationNumber ?? "") && { vatNumber: "organizations.vatNumberOther" }),
    ...(isWrongVat && { vatNumber: "organizations.vatNumberForm" }),
    ...(isWrong && { identificationNumber: "organizations.identificationNumberForm" }),
  };
}

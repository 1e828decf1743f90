/** Says what the invoices of a company need to know of it, before its first one. Pure. */
import type { MessageKey } from "#messages/keys.ts";
import { countryCodeOf, FRANCE_ID } from "./general-countries-rules.ts";
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
}
export type BuyerPart = "address" | "identificationNumber";

export const hasBuyerAddress = ({
  addressLine,
  postalCode,
  city,
}: Pick<Buyer, "addressLine" | "postalCode" | "city">): boolean => Boolean(addressLine && postalCode && city);

/** @param sellerCountryId the organization's; a company without a country is in it */
export function findMissingBuyerParts(buyer: Buyer, sellerCountryId: number): BuyerPart[] {
  if (buyer.kind !== "company") return [];
  const isFrench = sellerCountryId === FRANCE_ID && (buyer.countryId ?? sellerCountryId) === FRANCE_ID;
  return [
    ...(hasBuyerAddress(buyer) ? [] : (["address"] as const)),
    ...(isFrench && !buyer.identificationNumber ? (["identificationNumber"] as const) : []),
  ];
}

export interface BuyerNumbers {
  countryId?: number | null | undefined;
  identificationNumber?: string | null | undefined;
  vatNumber?: string | null | undefined;
}

/** The European number of another country than the seller's tells that a company without a country is abroad. */
const isFromElsewhere = (vatNumber: string, sellerCountryId: number): boolean =>
  isEuVat(compactNumber(vatNumber)) && compactNumber(vatNumber).slice(0, 2) !== countryCodeOf(sellerCountryId);

/**
 * Says which numbers of a company are wrong, by the rules of the seller's own numbers.
 * @param sellerCountryId the organization's; a company without a country is in it
 */
export function findWrongNumbers(
  { countryId, identificationNumber, vatNumber }: BuyerNumbers,
  sellerCountryId: number,
): Partial<Record<"identificationNumber" | "vatNumber", MessageKey>> {
  const country = countryId ?? sellerCountryId;
  const isAbroad = !countryId && isFromElsewhere(vatNumber ?? "", sellerCountryId);
  const isWrong =
    Boolean(identificationNumber) && !isAbroad && !isIdentificationNumber(country, identificationNumber ?? "");
  return {
    ...(!isSameCompany(vatNumber ?? "", identificationNumber ?? "") && { vatNumber: "organizations.vatNumberOther" }),
    ...(vatNumber && !isVatNumber(country, vatNumber) && { vatNumber: "organizations.vatNumberForm" }),
    ...(isWrong && { identificationNumber: "organizations.identificationNumberForm" }),
  };
}

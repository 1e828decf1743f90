/** Says what the invoices of a company need to know of it, before its first one. Pure. */
import { FRANCE_ID } from "./general-countries-rules.ts";

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

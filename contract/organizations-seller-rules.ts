/**
 * Rules for a complete seller: an invoice never changes, so an organization takes money only when its invoices can name
 * it. Pure.
 */
import type { MessageKey } from "#messages/keys.ts";
import { CANADA_ID, FRANCE_ID, UNITED_STATES_ID } from "./general-countries-rules.ts";

/** In the order of the form. */
export const sellerParts = [
  "legalName",
  "addressLine",
  "postalCode",
  "city",
  "region",
  "identificationNumber",
  "vatProfile",
  "vatNumber",
  "currency",
] as const;
export type SellerPart = (typeof sellerParts)[number];

export const sellerPartLabels = {
  legalName: "organizations.missingLegalName",
  addressLine: "organizations.missingAddressLine",
  postalCode: "organizations.missingPostalCode",
  city: "organizations.missingCity",
  region: "organizations.missingRegion",
  identificationNumber: "organizations.missingIdentificationNumber",
  vatProfile: "organizations.missingVatProfile",
  vatNumber: "organizations.missingVatNumber",
  currency: "organizations.missingCurrency",
} as const satisfies Record<SellerPart, MessageKey>;

export interface SellerIdentity {
  countryId: number;
  legalName: string | null;
  addressLine: string | null;
  postalCode: string | null;
  city: string | null;
  region: string | null;
  identificationNumber: string | null;
  isUnregistered: boolean;
  vatProfile: string;
  vatNumber: string | null;
  vatNumberPending: boolean;
  currency: string;
}

/**
 * Lists what the law of the seller's country requires on an invoice. France: article 242 nonies A of annex II to the CGI,
 * R123-237 of the code de commerce, and VAT in euros (article 289, VI of the CGI). Elsewhere numbers are not asked for, since not
 * everybody has one.
 */
export function listSellerParts(seller: SellerIdentity): SellerPart[] {
  const { countryId, vatProfile, isUnregistered, vatNumberPending } = seller;
  const everywhere: SellerPart[] = ["legalName", "addressLine", "city", "vatProfile"];
  const isTaxed = vatProfile === "standard";
  const national: Record<number, SellerPart[]> = {
    [FRANCE_ID]: [
      "postalCode",
      ...(isUnregistered ? [] : (["identificationNumber"] as const)),
      ...(isTaxed ? (["currency"] as const) : []),
      ...(isTaxed && !vatNumberPending ? (["vatNumber"] as const) : []),
    ],
    [UNITED_STATES_ID]: ["postalCode", "region"],
    [CANADA_ID]: ["postalCode", "region"],
  };
  const wanted = [...everywhere, ...(national[countryId] ?? [])];
  return sellerParts.filter((part) => wanted.includes(part));
}

export function listMissingSellerParts(seller: SellerIdentity): SellerPart[] {
  return listSellerParts(seller).filter((part) => {
    if (part === "vatProfile") return seller.vatProfile === "unset";
    if (part === "currency") return seller.currency !== "EUR";
    return !seller[part];
  });
}

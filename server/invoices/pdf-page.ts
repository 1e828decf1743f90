/** An invoice that is printed, and who sells. */
import {
  countryCodeOf,
  FRANCE_ID,
  isNorthAmerican,
  taxNameOf,
  UNITED_STATES_ID,
} from "#contract/general-countries-rules.ts";
import type { Invoice } from "#contract/invoice-shape.ts";
import { isRna } from "#contract/organizations-numbers-rules.ts";
import { countryName } from "#server/kit/documents/country-name.ts";
import type { PdfDocument } from "#server/kit/documents/pdf-page.ts";
import type { Language, Translate } from "#messages/translator.ts";
import type { BuyerCompany, InvoiceContent, Seller } from "./content.ts";

export interface PrintableInvoice {
  number: string;
  kind: Invoice["kind"];
  issuedOn: string;
  suppliedOn: string;
  language: Language;
  currency: string;
  createdAt: Date;
  content: InvoiceContent;
  isDemo?: boolean;
}

export interface PdfPage extends PdfDocument {
  invoice: PrintableInvoice;
  t: Translate;
  money(minor: number): string;
  /** Hundredths of a percent, such as 887.5. */
  rate(rate: number): string;
}

/** `73282932000074` becomes `732 829 320 00074`. */
const groupDigits = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{3})(\d*)$/, "$1 $2 $3 $4").trim();

function identification({ identificationNumber, countryId }: BuyerCompany, t: Translate): string[] {
  if (!identificationNumber) return [];
  const bare = identificationNumber.replace(/[^\dA-Z]/gi, "");
  if (countryId === UNITED_STATES_ID) return [t("invoices.ein", { number: identificationNumber })];
  if (countryId !== FRANCE_ID) return [t("invoices.registrationNumber", { number: identificationNumber })];
  if (isRna(bare.toUpperCase())) return [t("invoices.rna", { number: bare.toUpperCase() })];
  const number = groupDigits(bare);
  return [bare.length === 14 ? t("invoices.siret", { number }) : t("invoices.siren", { number })];
}

/** `69007 Lyon`; in North America `Chicago, IL 60610`. */
function formatTown({ postalCode, city, region, countryId }: BuyerCompany): string {
  const join = (parts: (string | null | undefined)[], separator: string) => parts.filter(Boolean).join(separator);
  if (!isNorthAmerican(countryId)) return join([postalCode, city], " ");
  return join([city, join([region, postalCode], " ")], ", ");
}

function taxNumberLines({ vatNumber: number, countryId }: BuyerCompany, t: Translate): string[] {
  const taxName = taxNameOf(countryId);
  // American invoices name no number for the sales tax.
  if (!number || taxName === "salesTax") return [];
  return [t(taxName === "gst" ? "invoices.gstNumber" : "invoices.vatNumber", { number })];
}

/** `SAS au capital de 10 000,00 €`, `RCS Lyon`: code de commerce, article R123-238. */
function registration({ legalForm, shareCapital, registrationCity }: Seller, { t, money }: PdfPage): string[] {
  const capital = shareCapital ? money(shareCapital) : null;
  const form = capital ? t("invoices.withCapital", { form: legalForm ?? "", capital }).trim() : (legalForm ?? "");
  const register = registrationCity ? t("invoices.register", { city: registrationCity }) : "";
  const line = [form, register].filter(Boolean).join(" · ");
  return line ? [line] : [];
}

export function sellerDetails(seller: Seller, page: PdfPage): string[] {
  const { t } = page;
  const { tradeName, addressLine, email, phone } = seller;
  const town = formatTown(seller);
  const reached = [email, phone].filter(Boolean).join(" · ");
  return [
    ...[tradeName, addressLine, town, reached].filter((line): line is string => Boolean(line)),
    ...registration(seller, page),
    ...identification(seller, t),
    ...taxNumberLines(seller, t),
  ];
}

/** Address and numbers of a company that buys. A country is named where it is another one than the seller's. */
export function buyerDetails({ content: { buyer, seller }, language }: PrintableInvoice, t: Translate): string[] {
  const { company } = buyer;
  if (!company) return [];
  const { addressLine, countryId } = company;
  const country = countryCodeOf(countryId);
  const isAbroad = countryId !== seller.countryId && country !== undefined;
  return [
    ...[addressLine, formatTown(company)].filter((line): line is string => Boolean(line)),
    ...(isAbroad ? [countryName(country, { language })] : []),
    ...identification(company, t),
    ...taxNumberLines(company, t),
  ];
}

/** Name and numbers of the seller, which every page has. */
export const sellerFooter = (seller: Seller, t: Translate): string =>
  [seller.name, ...identification(seller, t), ...taxNumberLines(seller, t)]
    .map((part) => part.replaceAll(" ", "\u00a0"))
    .join(" · ");

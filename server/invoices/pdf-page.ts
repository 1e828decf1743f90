/** The page that an invoice is written on: its measures and colours, who sells, and the footer. */
import { FRANCE_ID, isNorthAmerican, taxNameOf, UNITED_STATES_ID } from "#contract/general-countries-rules.ts";
import { isRna } from "#contract/organizations-numbers-rules.ts";
import { a4, type PdfWriter, type TextStyle } from "#server/kit/documents/pdf-writer.ts";
import type { Language, Translate } from "#messages/translator.ts";
import { type InvoiceContent, type Seller } from "./content.ts";

export interface PrintableInvoice {
  number: string;
  kind: "invoice" | "credit_note";
  issuedOn: string;
  suppliedOn: string;
  language: Language;
  currency: string;
  createdAt: Date;
  content: InvoiceContent;
}

export interface PdfPage {
  invoice: PrintableInvoice;
  sheet: PdfWriter;
  root: PDFKit.PDFStructureElement;
  t: Translate;
  money(minor: number): string;
  /** Hundredths of a percent, such as 887.5. */
  rate(rate: number): string;
}

export const PAGE_MARGIN = 48;
export const CONTENT_WIDTH = a4.width - 2 * PAGE_MARGIN;
export const CONTENT_BOTTOM = a4.height - 84;
export const colors = {
  text: "#17211c",
  quiet: "#4d5752",
  faint: "#69726d",
  accent: "#0b6b4b",
  line: "#dbe1de",
  soft: "#f0f5f2",
};
export const bodyStyle: TextStyle = { size: 9 };
export const quietStyle: TextStyle = { size: 8.5, color: colors.quiet };
export function ensureSpace({ sheet }: PdfPage, y: number, height: number): number {
  if (y + height <= CONTENT_BOTTOM) return y;
  sheet.doc.addPage();
  return PAGE_MARGIN;
}

/** `73282932000074` becomes `732 829 320 00074`. */
const groupDigits = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{3})(\d*)$/, "$1 $2 $3 $4").trim();

function identification({ identificationNumber, countryId }: Seller, t: Translate): string[] {
  if (!identificationNumber) return [];
  const bare = identificationNumber.replace(/[^\dA-Z]/gi, "");
  if (countryId === UNITED_STATES_ID) return [t("invoices.ein", { number: identificationNumber })];
  if (countryId !== FRANCE_ID) return [t("invoices.registrationNumber", { number: identificationNumber })];
  if (isRna(bare.toUpperCase())) return [t("invoices.rna", { number: bare.toUpperCase() })];
  const number = groupDigits(bare);
  return [bare.length === 14 ? t("invoices.siret", { number }) : t("invoices.siren", { number })];
}

/** `69007 Lyon`; in North America `Chicago, IL 60610`. */
function formatTown({ postalCode, city, region, countryId }: Seller): string {
  const join = (parts: (string | null | undefined)[], separator: string) => parts.filter(Boolean).join(separator);
  if (!isNorthAmerican(countryId)) return join([postalCode, city], " ");
  return join([city, join([region, postalCode], " ")], ", ");
}

function taxNumberLines({ vatNumber: number, countryId }: Seller, t: Translate): string[] {
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

export function writeFooters({ sheet, t, invoice }: PdfPage): void {
  const { doc } = sheet;
  const { seller } = invoice.content;
  const small = { size: 7.5, color: colors.faint };
  const footer = [seller.name, ...identification(seller, t), ...taxNumberLines(seller, t)]
    .map((part) => part.replaceAll(" ", "\u00a0"))
    .join(" · ");
  const { start, count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page);
    sheet.decorate(() => {
      const y = a4.height - 66;
      doc
        .moveTo(PAGE_MARGIN, y)
        .lineTo(PAGE_MARGIN + CONTENT_WIDTH, y)
        .lineWidth(0.6)
        .stroke(colors.line);
      sheet.write(footer, small, { x: PAGE_MARGIN, y: y + 8, width: CONTENT_WIDTH - 130 });
      const place = `${invoice.number} · ${t("invoices.pageOf", { page: page + 1, pages: count })}`;
      sheet.write(place, { ...small, align: "right" }, { x: PAGE_MARGIN + CONTENT_WIDTH - 125, y: y + 8, width: 125 });
    });
  }
}

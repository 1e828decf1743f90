/** The page that an invoice is written on: its measures and colours, who sells, and the footer. */
import { a4, type Sheet, type Style } from "#server/kit/print-sheet.ts";
import type { Language, Translate } from "#words/words.ts";
import { france, type Content, type Seller } from "./content.ts";

export interface Printable {
  number: string;
  kind: "invoice" | "credit_note";
  issuedOn: string;
  suppliedOn: string;
  language: Language;
  currency: string;
  createdAt: Date;
  content: Content;
}

/** What the parts of a page are written with. */
export interface Page {
  invoice: Printable;
  sheet: Sheet;
  root: PDFKit.PDFStructureElement;
  t: Translate;
  money(minor: number): string;
  /** Hundredths of a percent. */
  rate(rate: number): string;
}

export const margin = 48;
export const inner = a4.width - 2 * margin;
/** Below it stands the footer. */
export const bottom = a4.height - 84;
export const ink = {
  text: "#17211c",
  quiet: "#4d5752",
  faint: "#69726d",
  accent: "#0b6b4b",
  line: "#dbe1de",
  soft: "#f0f5f2",
};
export const body: Style = { size: 9 };
export const quiet: Style = { size: 8.5, color: ink.quiet };
/** Begins a new page where so much does not fit any more. */
export function makeRoom({ sheet }: Page, y: number, height: number): number {
  if (y + height <= bottom) return y;
  sheet.doc.addPage();
  return margin;
}

/** `732829320` as `732 829 320`, with the number of the establishment behind it. */
const grouped = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{3})(\d*)$/, "$1 $2 $3 $4").trim();

function identification({ identificationNumber, countryId }: Seller, t: Translate): string[] {
  if (!identificationNumber) return [];
  const bare = identificationNumber.replace(/[^\dA-Z]/gi, "");
  if (countryId !== france) return [t("invoices.ein", { number: identificationNumber })];
  const number = grouped(bare);
  return [bare.length === 14 ? t("invoices.siret", { number }) : t("invoices.siren", { number })];
}

/** The lines below the name. */
export function identityOf(seller: Seller, t: Translate): string[] {
  const { tradeName, addressLine, postalCode, city, email, phone, vatNumber } = seller;
  const town = [postalCode, city].filter(Boolean).join(" ");
  const reached = [email, phone].filter(Boolean).join(" · ");
  return [
    ...[tradeName, addressLine, town, reached].filter((line): line is string => Boolean(line)),
    ...identification(seller, t),
    ...(vatNumber ? [t("invoices.vatNumber", { number: vatNumber })] : []),
  ];
}

/** On every page: whose it is, and which of how many. */
export function writeFooters({ sheet, t, invoice }: Page): void {
  const { doc } = sheet;
  const { seller } = invoice.content;
  const small = { size: 7.5, color: ink.faint };
  const whole = [
    seller.name,
    ...identification(seller, t),
    ...(seller.vatNumber ? [t("invoices.vatNumber", { number: seller.vatNumber })] : []),
  ]
    .map((part) => part.replaceAll(" ", "\u00a0"))
    .join(" · ");
  const { start, count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page);
    sheet.decorate(() => {
      const y = a4.height - 66;
      doc
        .moveTo(margin, y)
        .lineTo(margin + inner, y)
        .lineWidth(0.6)
        .stroke(ink.line);
      sheet.write(whole, small, { x: margin, y: y + 8, width: inner - 130 });
      const place = `${invoice.number} · ${t("invoices.pageOf", { page: page + 1, pages: count })}`;
      sheet.write(place, { ...small, align: "right" }, { x: margin + inner - 125, y: y + 8, width: 125 });
    });
  }
}

/** Columns of the lines of an invoice in its PDF, by the tax of its seller (VAT, exempt). */
import { type TaxName, taxNameOf } from "#contract/general-countries-rules.ts";
import { CONTENT_WIDTH, type TableColumn } from "#server/kit/documents/pdf-page.ts";
import { type InvoiceContent, type InvoiceLine } from "./content.ts";
import type { PdfPage } from "./pdf-page.ts";

const createFractionFormat = (language: string, currency: string) =>
  new Intl.NumberFormat(language, { style: "currency", currency, maximumFractionDigits: 4 });

/** Uses up to four decimals if the quantity does not divide the price. */
function formatUnitNet({ net, quantity }: InvoiceLine, { invoice: { currency, language }, money }: PdfPage): string {
  if (net % quantity === 0) return money(net / quantity);
  return createFractionFormat(language, currency).format(net / quantity / 100);
}

/** North American taxes are added to prices without them, and are printed only if there is one. */
const taxWordings = {
  vat: { name: "invoices.vat", net: "invoices.net", gross: "invoices.totalGross", isPriceIncluded: true },
  salesTax: { name: "invoices.salesTax", net: "invoices.subtotal", gross: "invoices.total", isPriceIncluded: false },
  gst: { name: "invoices.gst", net: "invoices.subtotal", gross: "invoices.total", isPriceIncluded: false },
} as const satisfies Record<TaxName, object>;

/** @returns undefined for sellers who charge no tax */
export function findTaxWording({ vatProfile, seller, rates }: InvoiceContent) {
  if (vatProfile !== "standard") return undefined;
  const wording = taxWordings[taxNameOf(seller.countryId)];
  return wording.isPriceIncluded || rates.some(({ rate }) => rate > 0) ? wording : undefined;
}

export function buildLineColumns(page: PdfPage): TableColumn<InvoiceLine>[] {
  const { t, money, rate, invoice } = page;
  const number = new Intl.NumberFormat(invoice.language);
  // On a document over one booking, its place and time stand above the lines.
  const of = (line: InvoiceLine) => (invoice.content.event ? line.description : `${line.description}\n${line.detail}`);
  const description = { head: t("invoices.description"), of };
  const quantity = { head: t("invoices.quantity"), of: (line: InvoiceLine) => number.format(line.quantity) };
  const right = { align: "right" } as const;
  const tax = findTaxWording(invoice.content);
  if (!tax)
    return [
      { ...description, width: CONTENT_WIDTH - 220 },
      { ...quantity, ...right, width: 50 },
      { head: t("invoices.unitPrice"), ...right, width: 85, of: (line) => money(line.unitPrice) },
      { head: t("invoices.amount"), ...right, width: 85, of: (line) => money(line.total) },
    ];
  if (!tax.isPriceIncluded)
    return [
      { ...description, width: CONTENT_WIDTH - 280 },
      { ...quantity, ...right, width: 44 },
      { head: t("invoices.unitPrice"), ...right, width: 82, of: (line) => formatUnitNet(line, page) },
      { head: t(tax.name), ...right, width: 72, of: (line) => rate(line.rate) },
      { head: t("invoices.amount"), ...right, width: 82, of: (line) => money(line.net) },
    ];
  return [
    { ...description, width: CONTENT_WIDTH - 302 },
    { ...quantity, ...right, width: 36 },
    { head: t("invoices.unitNet"), ...right, width: 78, of: (line) => formatUnitNet(line, page) },
    { head: t("invoices.vatRate"), ...right, width: 44, of: (line) => rate(line.rate) },
    { head: t("invoices.net"), ...right, width: 72, of: (line) => money(line.net) },
    { head: t("invoices.gross"), ...right, width: 72, of: (line) => money(line.total) },
  ];
}

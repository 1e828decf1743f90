/** Writes the table of an invoice in its PDF: lines, VAT and totals, and the mention of an exemption (exempt). */
import { type TaxName, taxNameOf } from "#contract/general-countries-rules.ts";
import type { TextStyle } from "#server/kit/documents/pdf-writer.ts";
import { type InvoiceContent, type InvoiceLine } from "./content.ts";
import { bodyStyle, colors, CONTENT_WIDTH, ensureSpace, PAGE_MARGIN, type PdfPage } from "./pdf-page.ts";

export interface LineColumn {
  head: string;
  width: number;
  align?: "right";
  of(line: InvoiceLine): string;
}

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

export function buildLineColumns(page: PdfPage): LineColumn[] {
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

const head: TextStyle = { size: 8, weight: 600, color: colors.quiet };
const gap = 8;
const columnBoxes = (columns: LineColumn[]) => {
  let x = PAGE_MARGIN;
  return columns.map((column) => {
    const box = { x: x + gap / 2, width: column.width - gap };
    x += column.width;
    return { column, box };
  });
};

function writeTableHead(
  { sheet }: PdfPage,
  columns: LineColumn[],
  y: number,
  tag: (draw: () => void, index: number) => void,
) {
  const height = Math.max(...columns.map((column) => sheet.heightOf(column.head, head, column.width - gap))) + 11;
  sheet.decorate(() => sheet.doc.roundedRect(PAGE_MARGIN, y, CONTENT_WIDTH, height, 5).fill(colors.soft));
  columnBoxes(columns).forEach(({ column, box }, index) =>
    tag(() => sheet.write(column.head, { ...head, align: column.align ?? "left" }, { ...box, y: y + 5.5 }), index),
  );
  return y + height;
}

/** @returns the y below the table, in points */
export function writeLines(page: PdfPage, columns: LineColumn[], from: number): number {
  const { sheet, root, invoice } = page;
  const table = sheet.tag(root, "Table");
  const first = sheet.tag(table, "TR");
  let y = ensureSpace(page, from, 80);
  y = writeTableHead(page, columns, y, (draw) => sheet.tag(first, "TH", draw, "Column"));
  first.end();
  const cells = columnBoxes(columns);
  for (const line of invoice.content.lines) {
    const height =
      Math.max(...cells.map(({ column, box }) => sheet.heightOf(column.of(line), bodyStyle, box.width))) + 13;
    const rowTop = ensureSpace(page, y, height);
    // Tag the head on the first page only; later pages repeat it as decoration.
    y = rowTop === y ? y : writeTableHead(page, columns, rowTop, (draw) => sheet.decorate(draw));
    const top = y + 6;
    const row = sheet.tag(table, "TR");
    for (const { column, box } of cells)
      sheet.tag(row, "TD", () =>
        sheet.write(column.of(line), { ...bodyStyle, align: column.align ?? "left" }, { ...box, y: top }),
      );
    row.end();
    y += height;
    sheet.decorate(() =>
      sheet.doc
        .moveTo(PAGE_MARGIN, y)
        .lineTo(PAGE_MARGIN + CONTENT_WIDTH, y)
        .lineWidth(0.6)
        .stroke(colors.line),
    );
  }
  table.end();
  return y;
}

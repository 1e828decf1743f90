/** The table of lines, over as many pages as it takes; its head stands on each. */
import type { Style } from "#server/kit/print-sheet.ts";
import type { Line } from "./content.ts";
import { body, ink, inner, makeRoom, margin, type Page } from "./print-page.ts";

export interface Column {
  head: string;
  width: number;
  align?: "right";
  of(line: Line): string;
}

const finer = (language: string, currency: string) =>
  new Intl.NumberFormat(language, { style: "currency", currency, maximumFractionDigits: 4 });

/** A price of one without VAT: in cents where it is a whole number of them, else to the hundredth of one. */
function unitNet({ net, quantity }: Line, { invoice: { currency, language }, money }: Page): string {
  if (net % quantity === 0) return money(net / quantity);
  return finer(language, currency).format(net / quantity / 100);
}

/** Who charges no VAT says nothing of it. */
export function columnsOf(page: Page): Column[] {
  const { t, money, rate, invoice } = page;
  const number = new Intl.NumberFormat(invoice.language);
  const description = { head: t("invoices.description"), of: (line: Line) => line.description };
  const quantity = { head: t("invoices.quantity"), of: (line: Line) => number.format(line.quantity) };
  const right = { align: "right" } as const;
  if (invoice.content.vatProfile !== "standard")
    return [
      { ...description, width: inner - 220 },
      { ...quantity, ...right, width: 50 },
      { head: t("invoices.unitPrice"), ...right, width: 85, of: (line) => money(line.unitPrice) },
      { head: t("invoices.amount"), ...right, width: 85, of: (line) => money(line.total) },
    ];
  return [
    { ...description, width: inner - 302 },
    { ...quantity, ...right, width: 36 },
    { head: t("invoices.unitNet"), ...right, width: 78, of: (line) => unitNet(line, page) },
    { head: t("invoices.vatRate"), ...right, width: 44, of: (line) => rate(line.rate) },
    { head: t("invoices.net"), ...right, width: 72, of: (line) => money(line.net) },
    { head: t("invoices.gross"), ...right, width: 72, of: (line) => money(line.total) },
  ];
}

const head: Style = { size: 8, weight: 600, color: ink.quiet };
const gap = 8;
const boxes = (columns: Column[]) => {
  let x = margin;
  return columns.map((column) => {
    const box = { x: x + gap / 2, width: column.width - gap };
    x += column.width;
    return { column, box };
  });
};

function writeHead({ sheet }: Page, columns: Column[], y: number, tag: (draw: () => void, index: number) => void) {
  const height = Math.max(...columns.map((column) => sheet.heightOf(column.head, head, column.width - gap))) + 11;
  sheet.decorate(() => sheet.doc.roundedRect(margin, y, inner, height, 5).fill(ink.soft));
  boxes(columns).forEach(({ column, box }, index) =>
    tag(() => sheet.write(column.head, { ...head, align: column.align ?? "left" }, { ...box, y: y + 5.5 }), index),
  );
  return y + height;
}

/** @returns where the next part begins */
export function writeRows(page: Page, columns: Column[], from: number): number {
  const { sheet, root, invoice } = page;
  const table = sheet.tag(root, "Table");
  const first = sheet.tag(table, "TR");
  let y = makeRoom(page, from, 80);
  y = writeHead(page, columns, y, (draw) => sheet.tag(first, "TH", draw, "Column"));
  first.end();
  const cells = boxes(columns);
  for (const line of invoice.content.lines) {
    const height = Math.max(...cells.map(({ column, box }) => sheet.heightOf(column.of(line), body, box.width))) + 13;
    const there = makeRoom(page, y, height);
    // On the pages that follow the head is only repeated.
    y = there === y ? y : writeHead(page, columns, there, (draw) => sheet.decorate(draw));
    const top = y + 6;
    const row = sheet.tag(table, "TR");
    for (const { column, box } of cells)
      sheet.tag(row, "TD", () =>
        sheet.write(column.of(line), { ...body, align: column.align ?? "left" }, { ...box, y: top }),
      );
    row.end();
    y += height;
    sheet.decorate(() =>
      sheet.doc
        .moveTo(margin, y)
        .lineTo(margin + inner, y)
        .lineWidth(0.6)
        .stroke(ink.line),
    );
  }
  table.end();
  return y;
}

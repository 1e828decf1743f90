/** An invoice on paper: A4, in the buyer's language, as a PDF that lasts (PDF/A-3b), with its data inside where Factur-X has a form for it. */
import { words } from "#server/kit/words.ts";
import { attach, bytesOf, openSheet, type Style } from "#server/kit/print-sheet.ts";
import { formatMoney } from "#words/money.ts";
import { dateText, type Content } from "./content.ts";
import { facturX, facturXMetadata, isForFacturX } from "./factur-x.ts";
import { columnsOf, writeRows } from "./print-lines.ts";
import {
  body,
  identityOf,
  ink,
  inner,
  makeRoom,
  margin,
  quiet,
  writeFooters,
  type Page,
  type Printable,
} from "./print-page.ts";

const label: Style = { size: 8, weight: 600, color: ink.faint };

/** @returns the same bytes for the same invoice */
export async function printInvoice(invoice: Printable): Promise<Buffer> {
  const { language, currency, number, content } = invoice;
  const t = words[language];
  const title = `${t(invoice.kind === "invoice" ? "invoices.invoice" : "invoices.creditNote")} ${number}`;
  const about = { Title: title, Author: content.seller.name, Subject: content.event.name };
  const tools = { Creator: "Baseline", Producer: "Baseline", CreationDate: invoice.createdAt };
  const sheet = openSheet({ language, info: { ...about, ...tools } });
  sheet.doc.addPage();
  const root = sheet.doc.struct("Document");
  sheet.doc.addStructure(root);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  const page: Page = {
    invoice,
    sheet,
    root,
    t,
    money: (minor) => formatMoney(minor, currency, language),
    rate: (rate) => percent.format(rate / 10_000),
  };
  let y = Math.max(writeSeller(page), writeTitle(page)) + 26;
  y = writeParties(page, y) + 22;
  y = writeRows(page, columnsOf(page), y);
  y = writeTotals(page, y + 14);
  writeMentions(page, y + 18);
  root.end();
  writeFooters(page);
  if (isForFacturX(invoice)) {
    const xml = Buffer.from(facturX(invoice));
    attach(sheet, xml, { name: "factur-x.xml", type: "text/xml", relationship: "Alternative", at: invoice.createdAt });
    sheet.doc.appendXML(facturXMetadata);
  }
  return bytesOf(sheet);
}

function writeSeller({ sheet, root, t, invoice: { content } }: Page): number {
  const { seller } = content;
  const box = { x: margin, width: 270 };
  let y = margin;
  sheet.tag(root, "P", () => {
    y = sheet.write(seller.name, { size: 14, weight: 600 }, { ...box, y }) + 2;
    for (const line of identityOf(seller, t)) y = sheet.write(line, quiet, { ...box, y });
  });
  return y;
}

function writeTitle({ sheet, root, t, invoice }: Page): number {
  const { kind, number, issuedOn, suppliedOn, language, content } = invoice;
  const box = { x: margin + 290, width: inner - 290 };
  const right = { align: "right" } as const;
  let y = margin - 5;
  sheet.tag(root, "H1", () => {
    const name = t(kind === "invoice" ? "invoices.invoice" : "invoices.creditNote");
    y = sheet.write(name, { size: 22, weight: 600, color: ink.accent, ...right }, { ...box, y });
    y = sheet.write(number, { size: 11, weight: 600, ...right }, { ...box, y }) + 8;
  });
  const { corrects } = content;
  const facts: [string, string][] = [
    [t("invoices.issuedOn"), dateText(issuedOn, language)],
    [t("invoices.suppliedOn"), dateText(suppliedOn, language)],
  ];
  if (corrects) {
    const from = { number: corrects.number, date: dateText(corrects.issuedOn, language) };
    facts.push([t("invoices.corrects"), t("invoices.correctsFrom", from)]);
  }
  for (const [name, value] of facts) {
    sheet.tag(root, "P", () => {
      sheet.write(name, { ...label, ...right }, { ...box, y });
      y = sheet.write(value, { ...body, ...right }, { ...box, y: y + 11 }) + 4;
    });
  }
  return y;
}

/** Who pays, and for what. */
function writeParties({ sheet, root, t, invoice: { content } }: Page, top: number): number {
  const half = (inner - 24) / 2;
  const parts: [string, string, string[]][] = [
    [t("invoices.billedTo"), content.buyer.name, []],
    [t("invoices.booking"), content.event.name, [content.event.place, content.event.time]],
  ];
  const ends = parts.map(([name, first, more], index) => {
    const box = { x: margin + index * (half + 24), width: half };
    let y = top;
    sheet.tag(root, "P", () => {
      y = sheet.write(name, label, { ...box, y }) + 2;
      y = sheet.write(first, { size: 10.5, weight: 600 }, { ...box, y });
      for (const line of more) y = sheet.write(line, quiet, { ...box, y });
    });
    return y;
  });
  return Math.max(...ends);
}

const totalOf = ({ content }: Printable, of: "net" | "gross") => content.rates.reduce((sum, rate) => sum + rate[of], 0);

function writeTotals(page: Page, from: number): number {
  const { invoice, sheet, root, t, money, rate } = page;
  const { content, language, kind } = invoice;
  const total = money(totalOf(invoice, "gross"));
  const isCredit = kind === "credit_note";
  const rows: [string, string, Style][] = [];
  const isTaxed = content.vatProfile === "standard";
  if (isTaxed) {
    rows.push([t("invoices.net"), money(totalOf(invoice, "net")), body]);
    for (const one of content.rates)
      rows.push([`${t("invoices.vat")} ${rate(one.rate)} (${money(one.net)})`, money(one.vat), body]);
  }
  const totalName = isCredit ? "invoices.totalCredited" : isTaxed ? "invoices.totalGross" : "invoices.total";
  rows.push([t(totalName), total, { size: 12, weight: 600 }]);
  if (!isCredit) rows.push([t("invoices.due"), money(0), quiet]);
  const paid = isCredit
    ? t("invoices.refundedOn", { date: dateText(content.paidOn, language) })
    : t("invoices.paidOn", { date: dateText(content.paidOn, language), how: t(methodLabels[content.method]) });
  const box = { x: margin + inner - 274, width: 270 };
  const heights = rows.map(([name, , style]) => sheet.heightOf(name, style, 165) + 6);
  let y = makeRoom(page, from, heights.reduce((sum, height) => sum + height, 0) + 34);
  const table = sheet.tag(root, "Table");
  rows.forEach(([name, value, style], index) => {
    const row = sheet.tag(table, "TR");
    sheet.tag(row, "TH", () => sheet.write(name, style, { ...box, y, width: 165 }), "Row");
    sheet.tag(row, "TD", () => sheet.write(value, { ...style, align: "right" }, { x: box.x + 165, y, width: 105 }));
    row.end();
    y += heights[index] ?? 0;
  });
  table.end();
  y += 4;
  sheet.decorate(() => sheet.doc.roundedRect(box.x - 8, y, box.width + 12, 22, 5).fill(ink.soft));
  sheet.tag(root, "P", () =>
    sheet.write(paid, { size: 9, weight: 600, color: ink.accent, align: "right" }, { ...box, y: y + 4.5 }),
  );
  return y + 22;
}

const methodLabels = {
  card: "invoices.byCard",
  card_on_site: "invoices.byCard",
  cash: "invoices.byCash",
  check: "invoices.byCheck",
  transfer: "invoices.byTransfer",
} as const satisfies Record<Content["method"], string>;

function writeMentions(page: Page, from: number): void {
  const { sheet, root, invoice } = page;
  let y = from;
  for (const mention of invoice.content.mentions) {
    y = makeRoom(page, y, sheet.heightOf(mention, quiet, inner));
    sheet.tag(root, "P", () => (y = sheet.write(mention, quiet, { x: margin, y, width: inner }) + 3));
  }
}

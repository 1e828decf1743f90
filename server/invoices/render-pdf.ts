/** Renders an invoice as PDF/A-3b on A4, in the buyer's language, with Factur-X data if the seller is eligible. */
import { translators } from "#server/kit/process/translators.ts";
import {
  bodyStyle,
  colors,
  CONTENT_WIDTH,
  ensureSpace,
  openDocument,
  PAGE_MARGIN,
  quietStyle,
  writeFooters,
  writeTable,
} from "#server/kit/documents/pdf-page.ts";
import { formatRate } from "#server/kit/documents/rate-columns.ts";
import { attachFile, finishPdf, type TextStyle } from "#server/kit/documents/pdf-writer.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import { formatMoney } from "#messages/format-money.ts";
import { formatInvoiceDate } from "./content.ts";
import { buildFacturX, facturXMetadata, isFacturXEligible } from "./factur-x.ts";
import { buildLineColumns, findTaxWording } from "./pdf-lines.ts";
import { buyerDetails, sellerDetails, sellerFooter, type PdfPage, type PrintableInvoice } from "./pdf-page.ts";

const kindNames = {
  invoice: "invoices.invoice",
  credit_note: "invoices.creditNote",
  receipt: "invoices.receipt",
} as const satisfies Record<PrintableInvoice["kind"], string>;

const labelStyle: TextStyle = { size: 8, weight: 600, color: colors.faint };

/** @returns the same bytes for the same invoice */
export async function renderInvoicePdf(invoice: PrintableInvoice): Promise<Buffer> {
  const { language, currency, number, content } = invoice;
  const t = translators[language];
  const title = `${t(kindNames[invoice.kind])} ${number}`;
  const about = { Title: title, Author: content.seller.name, Subject: content.event?.name ?? content.buyer.name };
  const { sheet, root } = openDocument({ language, info: about, createdAt: invoice.createdAt });
  const page: PdfPage = {
    invoice,
    sheet,
    root,
    t,
    money: (minor) => formatMoney(minor, currency, language),
    rate: (rate) => formatRate(rate, language),
  };
  let y = Math.max(writeSeller(page), writeTitle(page)) + 26;
  y = writeParties(page, y) + 22;
  y = writeTable(page, buildLineColumns(page), content.lines, y);
  y = writeTotals(page, y + 14);
  writeMentions(page, y + 18);
  root.end();
  writeFooters(page, t, { text: sellerFooter(content.seller, t), title: number, isDemo: invoice.isDemo });
  if (isFacturXEligible(invoice)) {
    const xml = Buffer.from(buildFacturX(invoice));
    attachFile(sheet, xml, {
      name: "factur-x.xml",
      type: "text/xml",
      relationship: "Alternative",
      description: t("invoices.xmlDescription", { number }),
      at: invoice.createdAt,
    });
    sheet.doc.appendXML(facturXMetadata);
  }
  return finishPdf(sheet);
}

function writeSeller(page: PdfPage): number {
  const { sheet, root, invoice } = page;
  const { content } = invoice;
  const { seller } = content;
  const box = { x: PAGE_MARGIN, width: 270 };
  let y = PAGE_MARGIN;
  sheet.tag(root, "P", () => {
    y = sheet.write(seller.name, { size: 14, weight: 600 }, { ...box, y }) + 2;
    for (const line of sellerDetails(seller, page)) y = sheet.write(line, quietStyle, { ...box, y });
  });
  return y;
}

function writeTitle({ sheet, root, t, invoice }: PdfPage): number {
  const { kind, number, issuedOn, suppliedOn, language, content } = invoice;
  const box = { x: PAGE_MARGIN + 290, width: CONTENT_WIDTH - 290 };
  const right = { align: "right" } as const;
  let y = PAGE_MARGIN - 5;
  sheet.tag(root, "H1", () => {
    const name = t(kindNames[kind]);
    y = sheet.write(name, { size: 22, weight: 600, color: colors.accent, ...right }, { ...box, y });
    y = sheet.write(number, { size: 11, weight: 600, ...right }, { ...box, y }) + 8;
  });
  const { corrects } = content;
  const facts: [string, string][] = [
    [t("invoices.issuedOn"), formatInvoiceDate(issuedOn, language)],
    [
      t(content.operation === "goods" ? "invoices.deliveredOn" : "invoices.suppliedOn"),
      [...new Set([content.suppliedFrom ?? suppliedOn, content.suppliedTo ?? suppliedOn])]
        .map((day) => formatInvoiceDate(day, language))
        .join("\u00a0– "),
    ],
  ];
  if (content.dueOn) facts.push([t("invoices.dueOn"), formatInvoiceDate(content.dueOn, language)]);
  if (corrects) {
    const from = { number: corrects.number, date: formatInvoiceDate(corrects.issuedOn, language) };
    facts.push([t("invoices.corrects"), t("invoices.correctsFrom", from)]);
  }
  for (const [name, value] of facts) {
    sheet.tag(root, "P", () => {
      sheet.write(name, { ...labelStyle, ...right }, { ...box, y });
      y = sheet.write(value, { ...bodyStyle, ...right }, { ...box, y: y + 11 }) + 4;
    });
  }
  return y;
}

function writeParties({ sheet, root, t, invoice }: PdfPage, top: number): number {
  const { kind, content } = invoice;
  const half = (CONTENT_WIDTH - 24) / 2;
  const parts: (readonly [string, string, readonly string[]])[] = [
    [
      t(kind === "receipt" ? "invoices.receivedFrom" : "invoices.billedTo"),
      content.buyer.name,
      buyerDetails(invoice, t),
    ],
    // The lines name the bookings of a document over several.
    ...(content.event
      ? [[t("invoices.booking"), content.event.name, [content.event.place, content.event.time]] as const]
      : []),
  ];
  const ends = parts.map(([name, first, more], index) => {
    const box = { x: PAGE_MARGIN + index * (half + 24), width: half };
    let y = top;
    sheet.tag(root, "P", () => {
      y = sheet.write(name, labelStyle, { ...box, y }) + 2;
      y = sheet.write(first, { size: 10.5, weight: 600 }, { ...box, y });
      for (const line of more) y = sheet.write(line, quietStyle, { ...box, y });
    });
    return y;
  });
  return Math.max(...ends);
}

const invoiceTotal = ({ content }: PrintableInvoice, of: "net" | "gross") =>
  content.rates.reduce((sum, rate) => sum + rate[of], 0);

function writeTotals(page: PdfPage, from: number): number {
  const { invoice, sheet, root, t, money, rate } = page;
  const { content, kind } = invoice;
  const total = money(invoiceTotal(invoice, "gross"));
  const isCredit = content.corrects !== null;
  const rows: [string, string, TextStyle][] = [];
  const tax = findTaxWording(content);
  if (tax) {
    rows.push([t(tax.net), money(invoiceTotal(invoice, "net")), bodyStyle]);
    for (const one of content.rates)
      rows.push([`${t(tax.name)} ${rate(one.rate)} (${money(one.net)})`, money(one.vat), bodyStyle]);
  }
  const isReceipt = kind === "receipt";
  const totalName = isCredit && !isReceipt ? "invoices.totalCredited" : (tax?.gross ?? "invoices.total");
  rows.push([t(totalName), total, { size: 12, weight: 600 }]);
  if (!isCredit && !isReceipt) rows.push([t("invoices.due"), content.dueOn ? total : money(0), quietStyle]);
  const paid = describePayment(page);
  const box = { x: PAGE_MARGIN + CONTENT_WIDTH - 274, width: 270 };
  const heights = rows.map(([name, , style]) => sheet.heightOf(name, style, 165) + 6);
  let y = ensureSpace(page, from, heights.reduce((sum, height) => sum + height, 0) + 34);
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
  sheet.decorate(() => sheet.doc.roundedRect(box.x - 8, y, box.width + 12, 22, 5).fill(colors.soft));
  sheet.tag(root, "P", () =>
    sheet.write(paid, { size: 9, weight: 600, color: colors.accent, align: "right" }, { ...box, y: y + 4.5 }),
  );
  return y + 22;
}

/** When it was paid or refunded, or is to be paid. */
function describePayment({ t, invoice: { kind, content, language } }: PdfPage): string {
  const { paidOn, dueOn, method, corrects } = content;
  if (dueOn) return t("invoices.payBy", { date: formatInvoiceDate(dueOn, language) });
  if (paidOn === null) return t("invoices.deducted");
  const date = formatInvoiceDate(paidOn, language);
  // Refunds of invoices that several payments have settled name no method.
  return corrects !== null || method === null
    ? t("invoices.refundedOn", { date })
    : t(kind === "receipt" ? "invoices.receivedOn" : "invoices.paidOn", { date, how: t(paidByLabels[method]) });
}

const paidByLabels = {
  card: "invoices.byCard",
  card_on_site: "invoices.byCard",
  cash: "invoices.byCash",
  check: "invoices.byCheck",
  transfer: "invoices.byTransfer",
  balance: "invoices.byBalance",
  voucher: "invoices.byVoucher",
} as const satisfies Record<PaymentMethod, string>;

function writeMentions(page: PdfPage, from: number): void {
  const { sheet, root, invoice } = page;
  let y = from;
  const { mentions, notes = [] } = invoice.content;
  // Terms of payment belong to what is to be paid.
  const printed = notes.filter(({ code }) => code !== "BAR");
  const terms = invoice.kind === "invoice" ? printed.map(({ text }) => text) : [];
  for (const mention of [...mentions, ...terms]) {
    y = ensureSpace(page, y, sheet.heightOf(mention, quietStyle, CONTENT_WIDTH));
    sheet.tag(root, "P", () => (y = sheet.write(mention, quietStyle, { x: PAGE_MARGIN, y, width: CONTENT_WIDTH }) + 3));
  }
}

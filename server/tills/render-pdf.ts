/** Writes the report of a closed session on A4. */
import type { TillClosing, TillMovement } from "#contract/tills.ts";
import { a4, finishPdf, openPdf, type PdfWriter, type TextStyle } from "#server/kit/documents/pdf-writer.ts";
import { translators } from "#server/kit/process/translators.ts";
import { methodLabels } from "#server/payments/export-columns.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Language, Translate } from "#messages/translator.ts";
import { movementLabels } from "./export-columns.ts";

const MARGIN = 48;
const WIDTH = a4.width - 2 * MARGIN;
const BOTTOM = a4.height - 60;
const line = "#dbe1de";
const body: TextStyle = { size: 9 };
const quiet: TextStyle = { size: 8.5, color: "#4d5752" };
const strong: TextStyle = { size: 9, weight: 600 };

export interface PrintableClosing {
  closing: TillClosing;
  /** All of the session, latest first. */
  movements: readonly TillMovement[];
  timezone: string;
  language: Language;
}

interface Page {
  sheet: PdfWriter;
  root: PDFKit.PDFStructureElement;
  y: number;
}

function ensureSpace(page: Page, height: number): void {
  if (page.y + height <= BOTTOM) return;
  page.sheet.doc.addPage();
  page.y = MARGIN;
}

function writeHeading(page: Page, text: string): void {
  ensureSpace(page, 60);
  page.y += 16;
  page.sheet.tag(page.root, "H2", () => {
    page.y = page.sheet.write(text, { size: 11, weight: 600 }, { x: MARGIN, y: page.y, width: WIDTH }) + 4;
  });
}

/** The first column takes the room that the others leave; those are numbers. */
function writeTable(page: Page, heads: readonly string[], rows: readonly (readonly string[])[], width = 78): void {
  const { sheet } = page;
  const first = WIDTH - width * (heads.length - 1);
  const boxes = heads.map((_head, index) =>
    index === 0 ? { x: MARGIN, width: first - 8 } : { x: MARGIN + first + (index - 1) * width, width: width - 8 },
  );
  const table = sheet.tag(page.root, "Table");
  const writeRow = (cells: readonly string[], style: TextStyle, tag: "TH" | "TD") => {
    const height =
      Math.max(...cells.map((cell, index) => sheet.heightOf(cell, style, boxes[index]?.width ?? width))) + 8;
    ensureSpace(page, height);
    const row = sheet.tag(table, "TR");
    const top = page.y + 4;
    cells.forEach((cell, index) => {
      const align = index === 0 ? "left" : "right";
      const write = () => void sheet.write(cell, { ...style, align }, { x: MARGIN, width, ...boxes[index], y: top });
      sheet.tag(row, tag, write, ...(tag === "TH" ? (["Column"] as const) : []));
    });
    row.end();
    page.y += height;
    const y = page.y;
    sheet.decorate(() =>
      sheet.doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + WIDTH, y)
        .lineWidth(0.6)
        .stroke(line),
    );
  };
  writeRow(heads, { ...quiet, weight: 600 }, "TH");
  for (const row of rows) writeRow(row, body, "TD");
  table.end();
}

function writeFacts(page: Page, facts: readonly (readonly [string, string])[]): void {
  const { sheet, root } = page;
  for (const [name, value] of facts) {
    const height = Math.max(sheet.heightOf(name, quiet, 150), sheet.heightOf(value, strong, WIDTH - 160)) + 3;
    ensureSpace(page, height);
    sheet.tag(root, "P", () => {
      sheet.write(name, quiet, { x: MARGIN, y: page.y, width: 150 });
      sheet.write(value, strong, { x: MARGIN + 160, y: page.y, width: WIDTH - 160 });
    });
    page.y += height;
  }
}

function writeFooters({ sheet }: Page, text: string, t: Translate): void {
  const { start, count } = sheet.doc.bufferedPageRange();
  const small: TextStyle = { size: 7.5, color: "#69726d" };
  for (let page = 0; page < count; page++) {
    sheet.doc.switchToPage(start + page);
    const place = `${text} · ${t("invoices.pageOf", { page: page + 1, pages: count })}`;
    sheet.decorate(() =>
      sheet.write(place, { ...small, align: "right" }, { x: MARGIN, y: a4.height - 42, width: WIDTH }),
    );
  }
}

/** @returns the same figures for the same closing, in each language */
export function renderClosingPdf({ closing, movements, timezone, language }: PrintableClosing): Promise<Buffer> {
  const t = translators[language];
  const label = (key: MessageKey) => (t as (key: MessageKey) => string)(key);
  const money = (minor: number) => formatMoney(minor, closing.currency, language);
  const { dateTime, time } = dateFormats(language, timezone);
  const title = `${t("tills.reportTitle", { number: closing.number })} · ${closing.till.name}`;
  const made = new Date(closing.closedAt);
  const tools = { Creator: "Baseline", Producer: "Baseline", CreationDate: made };
  const sheet = openPdf({ language, info: { Title: title, Author: closing.organization.name, ...tools } });
  sheet.doc.addPage();
  const root = sheet.doc.struct("Document");
  sheet.doc.addStructure(root);
  const page: Page = { sheet, root, y: MARGIN };
  sheet.tag(root, "P", () => {
    page.y = sheet.write(closing.organization.name, strong, { x: MARGIN, y: page.y, width: WIDTH });
  });
  sheet.tag(root, "H1", () => {
    page.y =
      sheet.write(title, { size: 20, weight: 600, color: "#0b6b4b" }, { x: MARGIN, y: page.y, width: WIDTH }) + 8;
  });
  writeFacts(page, [
    [t("tills.openedAt"), `${dateTime(closing.openedAt)}, ${closing.openedBy.fullName}`],
    [t("tills.closedAt"), `${dateTime(closing.closedAt)}, ${closing.closedBy.fullName}`],
    [t("tills.openingFloat"), money(closing.float)],
    [t("tills.total"), money(closing.total)],
    [t("tills.perpetualTotal"), money(closing.perpetualTotal)],
  ]);
  writeHeading(page, t("tills.countTitle"));
  writeTable(
    page,
    [t("payments.method"), t("tills.expected"), t("tills.counted"), t("tills.difference")],
    closing.methods.map(({ method, expected, counted, difference, reason }) => [
      reason ? `${label(methodLabels[method])}\n${reason}` : label(methodLabels[method]),
      ...[expected, counted, difference].map(money),
    ]),
  );
  page.y += 8;
  writeFacts(page, [
    [t("tills.banked"), money(closing.banked)],
    [t("tills.nextFloat"), money(closing.nextFloat)],
  ]);
  if (closing.denominations && closing.denominations.length > 0)
    writeFacts(page, [
      [
        t("tills.denominations"),
        closing.denominations.map(({ value, count }) => `${count} × ${money(value)}`).join(" · "),
      ],
    ]);
  writeHeading(page, t("tills.sumsTitle"));
  writeTable(
    page,
    [
      t("payments.method"),
      ...[t("tills.kindPayment"), t("tills.kindRefund"), t("tills.kindPaidIn"), t("tills.kindPaidOut")],
      ...[t("tills.kindBank"), t("tills.kindCorrection")],
    ],
    closing.methods.map(({ method, payments, refunds, paidIn, paidOut, bank, corrections }) => [
      label(methodLabels[method]),
      ...[payments, refunds, paidIn, paidOut, bank, corrections].map(({ amount }) => money(amount)),
    ]),
    68,
  );
  if (closing.colleagues.length > 0) {
    writeHeading(page, t("tills.colleaguesTitle"));
    writeTable(
      page,
      [t("payments.colleague"), t("tills.kindPayment"), t("tills.kindRefund")],
      closing.colleagues.map(({ colleague, payments, refunds }) => [
        colleague?.fullName ?? t("tills.nobody"),
        ...[payments, refunds].map(({ amount }) => money(amount)),
      ]),
    );
  }
  writeHeading(page, t("tills.movementsTitle"));
  if (movements.length > 0)
    writeTable(
      page,
      [t("tills.movement"), t("payments.method"), t("payments.amount")],
      movements
        .toReversed()
        .map(({ created_at, kind, payer, reason, method, amount }) => [
          [`${time(created_at)} ${label(movementLabels[kind])}`, payer ?? reason ?? ""].filter(Boolean).join(" · "),
          label(methodLabels[method]),
          money(amount),
        ]),
    );
  else writeFacts(page, [[t("tills.noMovements"), ""]]);
  root.end();
  writeFooters(page, title, t);
  return finishPdf(sheet);
}

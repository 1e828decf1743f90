/** Writes the report of a closed session on A4. */
import type { TillClosing, TillMovement, TillProductSums, TillRateSum } from "#contract/tills.ts";
import {
  colors,
  CONTENT_WIDTH,
  ensureSpace,
  openDocument,
  PAGE_MARGIN,
  quietStyle,
  writeFooters,
  writeTable,
  type PdfDocument,
  type TableColumn,
} from "#server/kit/documents/pdf-page.ts";
import { formatRate } from "#server/kit/documents/rate-columns.ts";
import { finishPdf, type TextStyle } from "#server/kit/documents/pdf-writer.ts";
import { translators } from "#server/kit/process/translators.ts";
import { methodLabels } from "#server/payments/export-columns.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Language } from "#messages/translator.ts";
import { movementLabels } from "./export-columns.ts";

const strongStyle: TextStyle = { size: 9, weight: 600 };
const titleStyle: TextStyle = { size: 20, weight: 600, color: colors.accent };
const headingStyle: TextStyle = { size: 11, weight: 600 };

export interface PrintableClosing {
  closing: TillClosing;
  /** All of the session, latest first. */
  movements: readonly TillMovement[];
  timezone: string;
  language: Language;
  isDemo?: boolean;
}

/** @returns the y below it, in points */
function writeText({ sheet, root }: PdfDocument, tag: string, text: string, style: TextStyle, y: number): number {
  let below = y;
  sheet.tag(root, tag, () => {
    below = sheet.write(text, style, { x: PAGE_MARGIN, y, width: CONTENT_WIDTH });
  });
  return below;
}

/** On the page of the first row below it. @returns the y below it, in points */
const writeHeading = (document: PdfDocument, text: string, from: number): number =>
  writeText(document, "H2", text, headingStyle, ensureSpace(document, from + 14, 80)) + 6;

const NAME_WIDTH = 160;

/** @returns the y below them, in points */
function writeFacts(document: PdfDocument, facts: readonly (readonly [string, string])[], from: number): number {
  const { sheet, root } = document;
  const valueWidth = CONTENT_WIDTH - NAME_WIDTH;
  let y = from;
  for (const [name, value] of facts) {
    const heights = [sheet.heightOf(name, quietStyle, NAME_WIDTH - 10), sheet.heightOf(value, strongStyle, valueWidth)];
    const top = ensureSpace(document, y, Math.max(...heights));
    sheet.tag(root, "P", () => {
      sheet.write(name, quietStyle, { x: PAGE_MARGIN, y: top, width: NAME_WIDTH - 10 });
      sheet.write(value, strongStyle, { x: PAGE_MARGIN + NAME_WIDTH, y: top, width: valueWidth });
    });
    y = top + Math.max(...heights) + 3;
  }
  return y;
}

/** The first column takes the room that those of amounts leave. */
function columnsOf<Row>(
  first: Pick<TableColumn<Row>, "head" | "of">,
  others: readonly Pick<TableColumn<Row>, "head" | "of">[],
  width = 78,
): TableColumn<Row>[] {
  return [
    { ...first, width: CONTENT_WIDTH - width * others.length },
    ...others.map((column) => ({ ...column, width, align: "right" as const })),
  ];
}

/** @returns the same figures for the same closing, in each language */
export function renderClosingPdf({
  closing,
  movements,
  timezone,
  language,
  isDemo,
}: PrintableClosing): Promise<Buffer> {
  const t = translators[language];
  const label = (key: MessageKey) => (t as (key: MessageKey) => string)(key);
  const money = (minor: number) => formatMoney(minor, closing.currency, language);
  const { dateTime, time } = dateFormats(language, timezone);
  const { weekdayDate } = dateFormats(language, "UTC");
  const report = t("tills.reportTitle", { number: closing.number });
  const title = `${report} · ${closing.till.name}`;
  const info = { Title: title, Author: closing.organization.name };
  const document = openDocument({ language, info, createdAt: new Date(closing.closedAt) });
  type MethodRow = TillClosing["methods"][number];
  type ColleagueRow = TillClosing["colleagues"][number];
  const method = {
    head: t("payments.method"),
    of: (row: { method: MethodRow["method"] }) => label(methodLabels[row.method]),
  };

  let y = writeText(document, "P", closing.organization.name, strongStyle, PAGE_MARGIN);
  y = writeText(document, "H1", title, titleStyle, y) + 8;
  y = writeFacts(
    document,
    [
      [t("tills.day"), t("tills.dayEnds", { day: weekdayDate(closing.businessDate) })],
      [t("tills.openedAt"), `${dateTime(closing.openedAt)}, ${closing.openedBy.fullName}`],
      [t("tills.closedAt"), `${dateTime(closing.closedAt)}, ${closing.closedBy.fullName}`],
      [t("tills.openingFloat"), money(closing.float)],
      [t("tills.total"), money(closing.total)],
      [t("tills.perpetualTotal"), money(closing.perpetualTotal)],
    ],
    y,
  );
  y = writeHeading(document, t("tills.countTitle"), y);
  const counted = columnsOf<MethodRow>(
    { head: method.head, of: (row) => [method.of(row), row.reason].filter(Boolean).join("\n") },
    (["expected", "counted", "difference"] as const).map((key) => ({
      head: t(`tills.${key}`),
      of: (row) => `${key === "difference" && row[key] > 0 ? "+" : ""}${money(row[key])}`,
    })),
  );
  y = writeTable(document, counted, closing.methods, y);
  const pieces = closing.denominations?.map(({ value, count }) => `${count} × ${money(value)}`) ?? [];
  y = writeFacts(
    document,
    [
      [t("tills.banked"), money(closing.banked)],
      [t("tills.nextFloat"), money(closing.nextFloat)],
      ...(pieces.length > 0 ? [[t("tills.denominations"), pieces.join(" · ")] as const] : []),
    ],
    y + 8,
  );
  y = writeHeading(document, t("tills.sumsTitle"), y);
  const sums = columnsOf<MethodRow>(
    method,
    [
      { head: t("tills.kindPayments"), of: ({ payments }) => money(payments.amount) },
      { head: t("tills.kindRefunds"), of: ({ refunds }) => money(refunds.amount) },
      { head: t("tills.kindPaidIn"), of: ({ paidIn }) => money(paidIn.amount) },
      { head: t("tills.kindPaidOut"), of: ({ paidOut }) => money(paidOut.amount) },
      { head: t("tills.kindBank"), of: ({ bank }) => money(bank.amount) },
      { head: t("tills.kindCorrections"), of: ({ corrections }) => money(corrections.amount) },
    ],
    72,
  );
  y = writeTable(document, sums, closing.methods, y);
  if (closing.colleagues.length > 0) {
    y = writeHeading(document, t("tills.colleaguesTitle"), y);
    const columns = columnsOf<ColleagueRow>(
      { head: t("payments.colleague"), of: ({ colleague }) => colleague?.fullName ?? t("tills.nobody") },
      [
        { head: t("tills.kindPayments"), of: ({ payments }) => money(payments.amount) },
        { head: t("tills.kindRefunds"), of: ({ refunds }) => money(refunds.amount) },
      ],
    );
    y = writeTable(document, columns, closing.colleagues, y);
  }
  if (closing.products && closing.products.length > 0) {
    y = writeHeading(document, t("tills.productsTitle"), y);
    const columns = columnsOf<TillProductSums>(
      { head: t("tills.product"), of: ({ product }) => product?.name ?? t("tills.bookings") },
      [
        { head: t("tills.kindPayments"), of: ({ payments }) => money(payments.amount) },
        { head: t("tills.kindRefunds"), of: ({ refunds }) => money(refunds.amount) },
        { head: t("tills.total"), of: ({ payments, refunds }) => money(payments.amount + refunds.amount) },
      ],
    );
    y = writeTable(document, columns, closing.products, y);
  }
  if (closing.rates && closing.rates.length > 0) {
    y = writeHeading(document, t("tills.ratesTitle"), y);
    const columns = columnsOf<TillRateSum>(
      {
        head: t("tills.rate"),
        of: ({ rate, isExempt }) => (isExempt ? t("tills.exempt") : formatRate(rate, language)),
      },
      [
        { head: t("tills.net"), of: ({ net }) => money(net) },
        { head: t("tills.tax"), of: ({ vat }) => money(vat) },
        { head: t("tills.gross"), of: ({ gross }) => money(gross) },
      ],
    );
    y = writeTable(document, columns, closing.rates, y);
  }
  y = writeHeading(document, t("tills.movementsTitle"), y);
  const moved = columnsOf<TillMovement>(
    {
      head: t("tills.movement"),
      of: ({ created_at, kind, payer, reason, correctsMovement: corrected, correctsClosing }) =>
        [
          `${time(created_at)} ${label(movementLabels[kind])}`,
          payer ?? reason,
          corrected &&
            t("tills.correctsEntry", {
              name: corrected.payer ?? label(movementLabels[corrected.kind]),
              amount: money(corrected.amount),
              time: time(corrected.created_at),
            }),
          correctsClosing && t("tills.correctsReport", { number: correctsClosing.number }),
        ]
          .filter(Boolean)
          .join(" · "),
    },
    [method, { head: t("payments.amount"), of: ({ amount }) => money(amount) }],
    90,
  );
  if (movements.length > 0) writeTable(document, moved, movements.toReversed(), y);
  else writeFacts(document, [[t("tills.noMovements"), ""]], y);
  document.root.end();
  writeFooters(document, t, { text: closing.organization.name, title: report, isDemo });
  return finishPdf(document.sheet);
}

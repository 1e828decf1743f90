/** Downloads the movements of payouts as CSV. */
import { itemKindLabels, itemStateLabels } from "#contract/accounting-payout-rules.ts";
import type { accounting } from "#contract/accounting.ts";
import { byteOrderMark, formatCsv } from "#server/kit/documents/csv.ts";
import { numberCell, textCell } from "#server/kit/documents/csv-cells.ts";
import { readSnapshot, ROWS_PER_PAGE, sendParts } from "#server/kit/documents/snapshot-stream.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { logExport } from "#server/receipt-log/append.ts";
import { type PayoutItemInPeriod, listItemsOfPeriod } from "./payouts.ts";
import { resolvePeriod } from "./period.ts";

const heads = [
  ...(["accounting.arrivesOn", "accounting.payoutNumber", "accounting.date", "accounting.itemKind"] as const),
  ...(["accounting.itemState", "accounting.amount", "accounting.itemFee", "accounting.itemNet"] as const),
  ...(["organizations.currency", "accounting.itemPayer", "accounting.itemSource"] as const),
];

export async function downloadPayouts(call: RawCall<typeof accounting.payoutsCsv>): Promise<void> {
  const { t, language, query, organizationId } = call;
  const period = await resolvePeriod(call, query.period);
  const cellsOf = (item: PayoutItemInPeriod) => [
    ...[item.arrivesOn, item.number, localDateOf(period.timezone, new Date(item.at))].map(textCell),
    ...[t(itemKindLabels[item.kind]), t(itemStateLabels[item.state])],
    ...[item.amount, item.fee, item.net].map((minor) => numberCell(minor / 100, language, 2)),
    ...[item.currency, textCell(item.payment?.payerName ?? ""), textCell(item.source ?? "")],
  ];
  async function* format(db: Database) {
    yield byteOrderMark + formatCsv([heads.map((key) => t(key))], language);
    if (organizationId === ALL_ORGANIZATIONS) return;
    for (let page = 1; ; page++) {
      const items = await listItemsOfPeriod({ db, organizationId }, period, { page, per_page: ROWS_PER_PAGE });
      if (items.length === 0) return;
      yield formatCsv(items.map(cellsOf), language);
    }
  }
  const name = `${t("accounting.payoutFile", { period: period.name })}.csv`;
  const beforeSending = () => logExport(call, { list: "payouts" });
  await sendParts(call, { name, type: "text/csv; charset=utf-8", beforeSending }, readSnapshot(call, format));
}

/** Downloads the rows of deferred income as CSV. */
import { deferredKindLabels } from "#contract/accounting-deferred-rules.ts";
import type { accounting } from "#contract/accounting.ts";
import { byteOrderMark, contentDisposition, formatCsv } from "#server/kit/documents/csv.ts";
import { numberCell, textCell } from "#server/kit/documents/csv-cells.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { listAllDeferred } from "./deferred.ts";

const heads = [
  ...([
    "accounting.deferredKind",
    "accounting.deferredLabel",
    "accounting.deferredCustomer",
    "accounting.deferredFrom",
  ] as const),
  ...(["accounting.deferredTo", "accounting.deferredTotal", "accounting.deferredLeft", "accounting.net"] as const),
  ...(["accounting.deferred", "organizations.currency"] as const),
];

export async function downloadDeferred(call: RawCall<typeof accounting.deferredCsv>): Promise<void> {
  const { t, language, query, reply, request } = call;
  const { date, rows } = await listAllDeferred(call, query.period);
  const title = t("accounting.deferredFile", { date });
  reply.type("text/csv; charset=utf-8").header("content-disposition", contentDisposition(`${title}.csv`));
  if (request.method === "HEAD") return void (await reply.send(""));
  const cells = rows.map(({ kind, label, customer, from, to, total, left, net, deferred, currency }) => [
    ...[t(deferredKindLabels[kind]), label, customer?.name ?? "", from ?? "", to ?? ""].map(textCell),
    ...[String(total), String(left)],
    ...[net, deferred].map((amount) => numberCell(amount / 100, language, 2)),
    currency,
  ]);
  await reply.send(byteOrderMark + formatCsv([heads.map((key) => t(key)), ...cells], language));
}

/** Downloads the VAT report as CSV. */
import type { accounting } from "#contract/accounting.ts";
import { numberCell } from "#server/kit/documents/csv-cells.ts";
import { byteOrderMark, contentDisposition, formatCsv } from "#server/kit/documents/csv.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { readVat } from "./vat.ts";

const heads = [
  "accounting.month",
  "accounting.rate",
  "accounting.exempt",
  "accounting.net",
  "accounting.vatAmount",
  "accounting.gross",
  "organizations.currency",
] as const;

export async function downloadVat(call: RawCall<typeof accounting.vatCsv>): Promise<void> {
  const { t, language, query, reply, request } = call;
  const { period, basis, rows } = await readVat(call, query);
  const title = t(basis === "issued" ? "accounting.vatFileIssued" : "accounting.vatFileReceived", { period });
  reply.type("text/csv; charset=utf-8").header("content-disposition", contentDisposition(`${title}.csv`));
  if (request.method === "HEAD") return void (await reply.send(""));
  const cells = rows.map(({ month, rate, isExempt, net, vat, gross, currency }) => [
    month,
    numberCell(rate / 100, language, 3),
    isExempt ? t("kit.yes") : t("kit.no"),
    ...[net, vat, gross].map((amount) => numberCell(amount / 100, language, 2)),
    currency,
  ]);
  await reply.send(byteOrderMark + formatCsv([heads.map((key) => t(key)), ...cells], language));
}

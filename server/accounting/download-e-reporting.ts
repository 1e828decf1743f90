/** Downloads what is reported of a month as CSV, for the approved platform. */
import type { accounting } from "#contract/accounting.ts";
import { isAccountingPeriod, isYear } from "#contract/accounting-period-rules.ts";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import { numberCell } from "#server/kit/documents/csv-cells.ts";
import { byteOrderMark, contentDisposition, formatCsv } from "#server/kit/documents/csv.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { logExport } from "#server/receipt-log/append.ts";
import { type ReportedSum, sumReportedPayments, sumReportedSales } from "./e-reporting.ts";
import { resolvePeriod } from "./period.ts";

const heads = [
  ...(["accounting.reported", "accounting.date", "accounting.category", "accounting.rate"] as const),
  ...(["accounting.net", "accounting.vatAmount", "accounting.gross", "organizations.currency"] as const),
];

/** The platform has no books. @throws HttpError 404 for a wrong month, and for organizations of other countries */
export async function downloadEReporting(call: RawCall<typeof accounting.eReporting>): Promise<void> {
  const { t, language, params, reply, request, db, organizationId } = call;
  const isPlatform = organizationId === ALL_ORGANIZATIONS;
  if (!isAccountingPeriod(params.month) || isYear(params.month)) throw notFound();
  if (!isPlatform && (await findSettings(call)).countryId !== FRANCE_ID)
    throw new HttpError(404, message("accounting.eReportingOfFrance"));
  const period = await resolvePeriod(call, params.month);
  const scope = { db, organizationId, period };
  const cellsOf = (reported: string) => (sum: ReportedSum) => [
    ...[reported, sum.date, sum.category ?? "", numberCell(sum.rate / 100, language, 3)],
    ...[sum.net, sum.vat, sum.gross].map((minor) => numberCell(minor / 100, language, 2)),
    sum.currency,
  ];
  const name = `${t("accounting.eReportingFile", { period: period.name })}.csv`;
  const isHead = request.method === "HEAD";
  const rows =
    isHead || isPlatform
      ? []
      : [
          ...(await sumReportedSales(scope)).map(cellsOf(t("accounting.reportedSales"))),
          ...(await sumReportedPayments(scope)).map(cellsOf(t("accounting.reportedPayments"))),
        ];
  if (!isHead) await logExport(call, { list: "e-reporting" });
  reply.type("text/csv; charset=utf-8").header("content-disposition", contentDisposition(name));
  await reply.send(isHead ? "" : byteOrderMark + formatCsv([heads.map((key) => t(key)), ...rows], language));
}

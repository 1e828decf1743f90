/** Downloads the journals of a period, as CSV or as FEC. */
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { accounting, JournalEntry } from "#contract/accounting.ts";
import { byteOrderMark, formatCsv } from "#server/kit/documents/csv.ts";
import { numberCell, textCell } from "#server/kit/documents/csv-cells.ts";
import { readSnapshot, sendParts } from "#server/kit/documents/snapshot-stream.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import { logExport } from "#server/receipt-log/append.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { isAccountingPeriod } from "#contract/accounting-period-rules.ts";
import { createFec } from "./fec.ts";
import { walkJournal } from "./journal.ts";
import { resolvePeriod } from "./period.ts";

const heads = [
  ...(["accounting.journal", "accounting.date", "accounting.piece", "accounting.label"] as const),
  ...(["accounting.account", "accounting.accountLabel", "accounting.auxiliary", "accounting.auxiliaryName"] as const),
  ...(["accounting.debit", "accounting.credit", "organizations.currency"] as const),
];

export async function downloadJournal(call: RawCall<typeof accounting.journalCsv>): Promise<void> {
  const { t, language, query, now, organizationId, memory } = call;
  const { name: period } = await resolvePeriod(call, query.period);
  const context = { db: call.db, organizationId, memory, now, t };
  async function* format(db: Database) {
    yield byteOrderMark + formatCsv([heads.map((key) => t(key))], language);
    for await (const entries of walkJournal({ ...context, db }, { ...query, period }))
      yield formatCsv(entries.flatMap(cellsOf), language);
  }
  const cellsOf = ({ journal, date, piece, label, lines, currency }: JournalEntry) =>
    lines.map(({ account, accountLabel, auxiliary, debit, credit }) => [
      ...[journal, date, piece, label, account, accountLabel].map(textCell),
      ...[auxiliary?.number ?? "", auxiliary?.name ?? ""].map(textCell),
      ...[debit, credit].map((minor) => numberCell(minor / 100, language, 2)),
      currency,
    ]);
  const name = `${t("accounting.journalFile", { period })}.csv`;
  const beforeSending = () => logExport(call, { list: "journal" });
  await sendParts(call, { name, type: "text/csv; charset=utf-8", beforeSending }, readSnapshot(call, format));
}

/** The first nine digits of a SIRET; empty without one. @throws HttpError 404 for organizations of other countries */
async function findSiren(call: RawCall<typeof accounting.fec>): Promise<string> {
  const { countryId, identificationNumber } = await findSettings(call);
  if (countryId !== FRANCE_ID) throw new HttpError(404, message("accounting.fecOfFrance"));
  return /^\d{9}/.exec(identificationNumber?.replace(/\s/g, "") ?? "")?.[0] ?? "";
}

/** Its name begins with the SIREN, where the organization has one. @throws HttpError 404 for a wrong period, and for other countries */
export async function downloadFec(call: RawCall<typeof accounting.fec>): Promise<void> {
  const { params, now, organizationId, memory } = call;
  if (!isAccountingPeriod(params.period)) throw notFound();
  const period = await resolvePeriod(call, params.period);
  const siren = organizationId === ALL_ORGANIZATIONS ? "" : await findSiren(call);
  const context = { db: call.db, organizationId, memory, now, t: translators.fr };
  async function* format(db: Database) {
    const fec = createFec();
    yield fec.head;
    for await (const entries of walkJournal({ ...context, db }, { period: period.name }))
      yield Buffer.concat(entries.map((entry) => fec.format(entry)));
  }
  const name = `${siren}FEC${period.to.replaceAll("-", "")}.txt`;
  const beforeSending = () => logExport(call, { list: "fec" });
  await sendParts(call, { name, type: "text/plain; charset=iso-8859-15", beforeSending }, readSnapshot(call, format));
}

/** Closes months of the books, one after the other and for good: their entries are kept as they are then. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { datesOfPeriod, isAccountingPeriod, isYear, monthOf } from "#contract/accounting-period-rules.ts";
import type { accounting, AccountingMonths, ClosedMonth, Journal, JournalSum } from "#contract/accounting.ts";
import { FRANCE_ID, languageOfCountry } from "#contract/general-countries-rules.ts";
import { fullNameOf } from "#server/accounts/full-name.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import { startStreamCursor } from "#server/kit/db/stream-cursor.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { findOpenFrom, lockOpenFrom, setOpenFrom } from "./books.ts";
import { createFec } from "./fec.ts";
import { type BookedEntry, walkJournal } from "./journal.ts";

/** Requests and jobs that began before midnight are over by then. */
const GRACE_MS = 60 * 60_000;

const firstOf = (month: string): string => `${month}-01`;

/** @returns the local date of the first entry; null without entries */
async function findFirstDate(db: Database, organizationId: string, timezone: string): Promise<string | null> {
  const { rows } = await sql<{ issued_on: string | null; at: Date | null }>`
    select (select min(issued_on) from invoices where organization_id = ${organizationId}) as issued_on, least(
      (select min(paid_at) from payments where organization_id = ${organizationId} and status = 'succeeded'),
      (select min(updated_at) from refunds where organization_id = ${organizationId} and status = 'succeeded'),
      (select min(created_at) from till_movements where organization_id = ${organizationId}),
      (select min(closed_at) from till_closings where organization_id = ${organizationId})
    ) as at`.execute(db);
  const [first] = rows;
  const dates = [first?.issued_on, first?.at && localDateOf(timezone, first.at)];
  return dates.filter((date) => typeof date === "string").toSorted()[0] ?? null;
}

type MonthContext = Pick<Call, "db" | "organizationId" | "now">;

/** @param openFrom the first date after the closed months */
async function findNextMonth(
  context: MonthContext,
  { timezone, openFrom }: { timezone: string; openFrom: string | null },
): Promise<AccountingMonths["next"]> {
  const { db, organizationId, now } = context;
  const first = openFrom ?? (await findFirstDate(db, organizationId, timezone));
  if (first === null) return null;
  const month = monthOf(first);
  const { to } = datesOfPeriod(month);
  const isOver = localDateOf(timezone, new Date(now.getTime() - GRACE_MS)) > to;
  return { month, from: addDays(to, 1), isOver };
}

const selectMonths = (db: Database, organizationId: string) =>
  db
    .selectFrom("accounting_months as months")
    .innerJoin("users", "users.id", "months.closed_by")
    .select(["months.month", "months.closed_by", "months.closed_at", "months.currency", "months.fees_missing"])
    .select(["months.sha256", fullNameOf("users").as("closer_name")])
    .select((row) => row.ref("months.journals").$castTo<JournalSum[]>().as("journals"))
    .where("months.organization_id", "=", organizationId)
    .orderBy("months.month", "desc");

const serializeMonth = (
  row: Awaited<ReturnType<ReturnType<typeof selectMonths>["executeTakeFirstOrThrow"]>>,
): ClosedMonth => ({
  month: monthOf(row.month),
  closedAt: row.closed_at.toISOString(),
  closedBy: { id: row.closed_by, fullName: row.closer_name },
  journals: row.journals,
  feesMissing: row.fees_missing,
  currency: row.currency,
  sha256: row.sha256?.toString("hex") ?? null,
});

/** The platform has no books. */
export async function listClosedMonths(call: Call<typeof accounting.months>): Promise<AccountingMonths> {
  const { db, organizationId } = call;
  if (organizationId === ALL_ORGANIZATIONS) return { next: null, closed: [] };
  const { timezone } = await findSettings(call);
  const openFrom = await findOpenFrom(db, organizationId);
  const rows = await selectMonths(db, organizationId).execute();
  return { next: await findNextMonth(call, { timezone, openFrom }), closed: rows.map(serializeMonth) };
}

const monthName = (month: string, language: Language): string =>
  dateFormats(language, "UTC").month(`${firstOf(month)}T12:00:00Z`);

/** @throws HttpError 409 if the month is closed, does not come next, is not over, or there is nothing to close */
function assertNext(
  { language, params: { month } }: Call<typeof accounting.closeMonth>,
  next: AccountingMonths["next"],
  openFrom: string | null,
): void {
  if (openFrom !== null && firstOf(month) < openFrom)
    throw new HttpError(409, message("accounting.alreadyClosed", { month: monthName(month, language) }));
  if (!next || month < next.month)
    throw new HttpError(409, message("accounting.nothingToClose", { month: monthName(month, language) }));
  if (month > next.month)
    throw new HttpError(409, message("accounting.closeFirst", { month: monthName(next.month, language) }));
  if (!next.isOver) {
    const from = dateFormats(language, "UTC").date(`${next.from}T12:00:00Z`);
    throw new HttpError(409, message("accounting.monthNotOver", { month: monthName(month, language), from }));
  }
}

interface MonthSums {
  sums: Map<Journal, JournalSum>;
  feesMissing: number;
}

function addEntries({ sums, ...counted }: MonthSums, entries: readonly BookedEntry[]): MonthSums {
  for (const { journal, lines } of entries) {
    const sum = sums.get(journal) ?? { journal, entries: 0, amount: 0 };
    const debit = lines.reduce((total, line) => total + line.debit, 0);
    sums.set(journal, { journal, entries: sum.entries + 1, amount: sum.amount + debit });
  }
  return { sums, feesMissing: counted.feesMissing + entries.filter(({ lacksFees }) => lacksFees).length };
}

/** @param before the number of the last entry before these */
async function insertEntries(
  { db, organizationId }: MonthContext,
  { month, before }: { month: string; before: number },
  entries: readonly BookedEntry[],
): Promise<void> {
  await db
    .insertInto("accounting_entries")
    .values(
      entries.map(({ id, kind, journal, date, piece, label, lines, lacksFees }, index) => ({
        ...{ organization_id: organizationId, month: firstOf(month), number: before + index + 1 },
        ...{ date, journal, kind, source_id: id, piece, label, lines: JSON.stringify(lines), lacks_fees: lacksFees },
      })),
    )
    .execute();
}

/** Waits for those who close or date money meanwhile. @throws HttpError 404, 409 */
export async function closeMonth(call: Call<typeof accounting.closeMonth>): Promise<ClosedMonth> {
  const { db, organizationId, params, user, now, record } = call;
  const { month } = params;
  if (!isAccountingPeriod(month) || isYear(month)) throw notFound();
  const { timezone, countryId, currency } = await findSettings(call);
  const openFrom = await lockOpenFrom(db, organizationId, "update");
  assertNext(call, await findNextMonth(call, { timezone, openFrom }), openFrom);

  const closedOn = localDateOf(timezone, now);
  const fec = countryId === FRANCE_ID ? createFec() : null;
  const hash = createHash("sha256").update(fec?.head ?? "");
  const pages: BookedEntry[][] = [];
  let counted: MonthSums = { sums: new Map(), feesMissing: 0 };
  await startStreamCursor(db);
  const context = { db, organizationId, now, t: translators[languageOfCountry(countryId)] };
  for await (const entries of walkJournal(context, { period: month })) {
    counted = addEntries(counted, entries);
    for (const entry of entries) hash.update(fec?.format({ ...entry, closedOn }) ?? "");
    pages.push(entries);
  }
  await db
    .insertInto("accounting_months")
    .values({
      ...{ organization_id: organizationId, month: firstOf(month), closed_by: user.id, closed_at: now },
      ...{ closed_on: closedOn, currency, fees_missing: counted.feesMissing },
      journals: JSON.stringify([...counted.sums.values()].toSorted((a, b) => a.journal.localeCompare(b.journal))),
      sha256: fec && hash.digest(),
    })
    .execute();
  let before = 0;
  for (const entries of pages) {
    await insertEntries(call, { month, before }, entries);
    before += entries.length;
  }
  await setOpenFrom(db, organizationId, addDays(datesOfPeriod(month).to, 1));
  record({ subjectId: organizationId, after: { month } });
  const row = await selectMonths(db, organizationId)
    .where("months.month", "=", firstOf(month))
    .executeTakeFirstOrThrow();
  return serializeMonth(row);
}

/** Finds the entries of a period in their order: each follows from a document, a payment or another movement of money. */
import { sql } from "kysely";
import type { Journal, JournalEntry } from "#contract/accounting.ts";
import type { ListQuery, Page } from "#contract/kit.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import { isPlannedForValues, paginate, type Database } from "#server/kit/db/database.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import type { LedgerScope } from "./unpaid-invoices.ts";

export interface EntryRef {
  /** Days since the first of the period. */
  day: number;
  journal: Journal;
  kind: JournalEntry["kind"];
  id: string;
  isClosed: boolean;
}
export interface JournalScope extends LedgerScope {
  /** Entries have the currency of the organization. */
  currency: string;
  /** First date after the closed months; null while none is closed. */
  openFrom: string | null;
}

/** A change of the time zone moves instants by 26 hours at most. */
const MOVED_DAYS = 2;

const startOf = (date: string, timezone: string): string => new Date(dayBounds(date, timezone).start).toISOString();

function listMidnights(from: string, { to, timezone }: LedgerScope["period"]): string[] {
  const midnights = [];
  for (let date = from; date <= to; date = addDays(date, 1)) midnights.push(startOf(date, timezone));
  return midnights;
}

const tillSession = sql`join till_sessions on till_sessions.organization_id = moved.organization_id
  and till_sessions.id = moved.session_id`;

/**
 * Entries of open months, of which the first one has what was found to lie before it only when that was closed: on its
 * first day, so that nothing is dated into a closed month.
 */
function selectOpenEntries({ organizationId, period, currency, openFrom }: JournalScope) {
  const from = openFrom !== null && openFrom > period.from ? openFrom : period.from;
  const hasLate = openFrom === from;
  const earliest = hasLate ? addDays(from, -MOVED_DAYS) : from;
  const midnights = listMidnights(from, period);
  const start = startOf(earliest, period.timezone);
  const end = startOf(addDays(period.to, 1), period.timezone);
  const isWithin = (instant: string) => sql`${sql.ref(instant)} >= ${start}::timestamptz
    and ${sql.ref(instant)} < ${end}::timestamptz`;
  const firstDay = sql`(${from}::date - ${period.from}::date)`;
  const dayOf = (instant: string) => sql`${firstDay}
    + greatest(0, width_bucket(${sql.ref(instant)}, ${midnights}::timestamptz[]) - 1)`;
  const lateFees = sql`
    union all
    select ${firstDay}, 'BQ', '', 'fees', payments.id
    from accounting_entries as booked
    join payments on payments.organization_id = booked.organization_id and payments.id = booked.source_id
    where booked.organization_id = ${organizationId} and booked.lacks_fees
      and payments.provider_fee > 0`;
  return sql`
    select ${firstDay} + greatest(0, issued_on - ${from}::date) as day, 'VE' as journal, number as piece,
      'invoice' as kind, id
    from invoices
    where organization_id = ${organizationId} and issued_on between ${earliest} and ${period.to}
      and currency = ${currency}
    union all
    select ${dayOf("paid_at")}, case method when 'cash' then 'CA' when 'balance' then 'OD' when 'voucher' then 'OD' else 'BQ' end, '', 'payment', id
    from payments
    where organization_id = ${organizationId} and status = 'succeeded' and ${isWithin("paid_at")}
      and currency = ${currency} and not is_taxed_ahead
    union all
    select ${dayOf("refunds.updated_at")}, 
      case coalesce(refunds.method, payments.method) when 'cash' then 'CA' when 'balance' then 'OD' when 'voucher' then 'OD' else 'BQ' end, '', 'refund',
      refunds.id
    from refunds
    join payments on payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id
    where refunds.organization_id = ${organizationId} and refunds.status = 'succeeded'
      and ${isWithin("refunds.updated_at")} and payments.currency = ${currency}
      and not payments.is_taxed_ahead
    union all
    select ${firstDay} + greatest(0, booked_on - ${from}::date), 'BQ', '', 'payout', id
    from payouts
    where organization_id = ${organizationId} and booked_on between ${earliest} and ${period.to}
      and currency = ${currency}
    union all
    select ${dayOf("moved.created_at")},
      case when moved.kind <> 'bank' and moved.method = 'cash' then 'CA' else 'OD' end, '', 'till_movement', moved.id
    from till_movements as moved ${tillSession}
    where moved.organization_id = ${organizationId} and moved.kind not in ('payment', 'refund')
      and ${isWithin("moved.created_at")} and till_sessions.currency = ${currency}
    union all
    select ${dayOf("moved.closed_at")}, 'OD', '', 'till_closing', moved.id
    from till_closings as moved ${tillSession}
    where moved.organization_id = ${organizationId} and ${isWithin("moved.closed_at")}
      and till_sessions.currency = ${currency}
      and (moved.banked > 0 or exists (
        select from jsonb_array_elements(moved.content -> 'methods') as counted
        where (counted ->> 'difference')::integer <> 0
      ))
    ${hasLate ? lateFees : sql``}`;
}

const selectClosedEntries = ({ organizationId, period }: JournalScope) => sql`
  select date - ${period.from}::date as day, journal, number, piece, kind, source_id as id, true as "isClosed"
  from accounting_entries
  where organization_id = ${organizationId} and month between ${period.from} and ${period.to}`;

function selectEntries(db: Database, scope: JournalScope) {
  const { organizationId, period, openFrom } = scope;
  // The number keeps the order of what is closed.
  const open = sql`
    select found.day, found.journal, 0 as number, found.piece, found.kind, found.id, false as "isClosed"
    from (${selectOpenEntries(scope)}) as found`;
  const notClosed = sql`
    where not exists (
      select from accounting_entries as booked
      where booked.organization_id = ${organizationId} and booked.kind = found.kind and booked.source_id = found.id
    )`;
  const parts =
    openFrom === null
      ? open
      : openFrom > period.to
        ? selectClosedEntries(scope)
        : openFrom < period.from
          ? sql`${open} ${notClosed}`
          : sql`${selectClosedEntries(scope)} union all ${open} ${notClosed}`;
  const entries = sql<EntryRef & { number: number; piece: string }>`(${parts})`;
  return db.selectFrom(entries.as("entries")).where(isPlannedForValues);
}

/** By date and journal. @param journal only entries of this one */
export function listEntryRefs(
  scope: JournalScope,
  page: Pick<ListQuery, "page" | "per_page">,
  journal?: Journal,
): Promise<Page<EntryRef>> {
  const found = selectEntries(scope.db, scope).select(["day", "journal", "kind", "id", "isClosed"]);
  const wanted = journal ? found.where("journal", "=", journal) : found;
  const sorted = wanted.orderBy("day").orderBy("journal").orderBy("number").orderBy("piece").orderBy("id");
  return paginate(scope.db, sorted, page);
}

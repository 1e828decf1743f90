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
}
export interface JournalScope extends LedgerScope {
  /** Entries have the currency of the organization. */
  currency: string;
}

function listMidnights({ from, to, timezone }: LedgerScope["period"]): string[] {
  const midnights = [];
  for (let date = from; date <= to; date = addDays(date, 1))
    midnights.push(new Date(dayBounds(date, timezone).start).toISOString());
  return midnights;
}

const tillSession = sql`join till_sessions on till_sessions.organization_id = moved.organization_id
  and till_sessions.id = moved.session_id`;

function selectEntries(db: Database, { organizationId, period, currency }: JournalScope) {
  const midnights = listMidnights(period);
  const end = new Date(dayBounds(period.to, period.timezone).end).toISOString();
  const isWithin = (instant: string) => sql`${sql.ref(instant)} >= ${midnights[0]}::timestamptz
    and ${sql.ref(instant)} < ${end}::timestamptz`;
  const dayOf = (instant: string) => sql`width_bucket(${sql.ref(instant)}, ${midnights}::timestamptz[]) - 1`;
  const entries = sql<EntryRef & { piece: string }>`(
    select issued_on - ${period.from}::date as day, 'VE' as journal, number as piece, 'invoice' as kind, id
    from invoices
    where organization_id = ${organizationId} and issued_on between ${period.from} and ${period.to}
      and currency = ${currency}
    union all
    select ${dayOf("paid_at")}, case method when 'cash' then 'CA' else 'BQ' end, '', 'payment', id
    from payments
    where organization_id = ${organizationId} and status = 'succeeded' and ${isWithin("paid_at")}
      and currency = ${currency}
    union all
    select ${dayOf("refunds.updated_at")}, case payments.method when 'cash' then 'CA' else 'BQ' end, '', 'refund',
      refunds.id
    from refunds
    join payments on payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id
    where refunds.organization_id = ${organizationId} and refunds.status = 'succeeded'
      and ${isWithin("refunds.updated_at")} and payments.currency = ${currency}
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
  )`;
  return db.selectFrom(entries.as("entries")).where(isPlannedForValues);
}

/** By date and journal. @param journal only entries of this one */
export function listEntryRefs(
  scope: JournalScope,
  page: Pick<ListQuery, "page" | "per_page">,
  journal?: Journal,
): Promise<Page<EntryRef>> {
  const found = selectEntries(scope.db, scope).select(["day", "journal", "kind", "id"]);
  const wanted = journal ? found.where("journal", "=", journal) : found;
  const sorted = wanted.orderBy("day").orderBy("journal").orderBy("piece").orderBy("id");
  return paginate(scope.db, sorted, page);
}

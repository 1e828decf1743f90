/** Records that an import has made or changed, for its undo. */
import { sql } from "kysely";
import { MAX_IMPORT_ERRORS } from "#contract/imports.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { Translate } from "#messages/translator.ts";
import { type ImportRecord, renderKey } from "./queries.ts";
import type { ImportKey } from "./run-import.ts";

export type ImportRecordKind = "booking" | "customer" | "pack" | "subscription";

export interface ImportRecordDraft {
  kind: ImportRecordKind;
  recordId: string;
  /** When a customer, a pack or a membership was written last. */
  writtenAt?: Date;
  /** Former values of a customer, a pack or a membership by column; undefined if the import has made the record. */
  replaced?: object;
}

/** One for each record: what it was before all that the import has done to it. */
function mergeDrafts(drafts: readonly ImportRecordDraft[]): ImportRecordDraft[] {
  const merged = new Map<string, ImportRecordDraft>();
  for (const draft of drafts) {
    const before = merged.get(draft.recordId);
    const isChanged = before?.replaced && draft.replaced;
    merged.set(
      draft.recordId,
      before ? { ...before, ...(isChanged && { replaced: { ...draft.replaced, ...before.replaced } }) } : draft,
    );
  }
  return [...merged.values()];
}

export async function insertImportRecords(
  db: Database,
  { organizationId, importId }: ImportKey,
  drafts: readonly ImportRecordDraft[],
): Promise<void> {
  if (drafts.length === 0) return;
  const rows = mergeDrafts(drafts).map(({ kind, recordId, writtenAt = null, replaced }) => ({
    organization_id: organizationId,
    import_id: importId,
    record_id: recordId,
    kind,
    written_at: writtenAt,
    replaced: replaced ? JSON.stringify(replaced) : null,
  }));
  await db
    .insertInto("import_records")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "import_id", "record_id"]).doUpdateSet({
        written_at: (eb) => eb.ref("excluded.written_at"),
        // Null stays null: the import has made it.
        replaced: sql`excluded.replaced || import_records.replaced`,
      }),
    )
    .execute();
}

export interface RemainingRecord<Kind extends ImportRecordKind> {
  kind: Kind;
  id: string;
  name: string;
  /** Null for a booking. */
  customerId: string | null;
  startTime: string | null;
  timezone: string | null;
  reason: string;
}

/** Those that an undo has left, with the reason: their number, and the first of them. */
export async function listRemainingRecords<Kind extends ImportRecordKind>(
  db: Database,
  { organization_id, id }: Pick<ImportRecord, "organization_id" | "id">,
  t: Translate,
): Promise<{ kept: number; records: RemainingRecord<Kind>[] }> {
  const { rows } = await sql<{
    kind: Kind;
    record_id: string;
    kept_because: string;
    name: string;
    customer_id: string | null;
    start_time: Date | null;
    timezone: string | null;
    all: number;
  }>`
    select kept.kind, kept.record_id, kept.kept_because,
      coalesce(events.name, coalesce(packs.terms ->> 'name', types.name) || ' · ' || customers.name, customers.name, '')
        as name,
      customers.id as customer_id, events.start_time, facilities.timezone, (count(*) over ())::int as all
    from import_records as kept
    left join events on events.organization_id = kept.organization_id and events.id = kept.record_id
    left join facilities on facilities.organization_id = events.organization_id and facilities.id = events.facility_id
    left join packs on packs.organization_id = kept.organization_id and packs.id = kept.record_id
    left join subscriptions on subscriptions.organization_id = kept.organization_id and subscriptions.id = kept.record_id
    left join subscription_types as types on types.organization_id = subscriptions.organization_id
      and types.id = subscriptions.type_id
    left join customers on customers.organization_id = kept.organization_id
      and customers.id = coalesce(packs.customer_id, subscriptions.customer_id, kept.record_id)
    where kept.organization_id = ${organization_id} and kept.import_id = ${id} and kept.kept_because is not null
    order by kept.kind, events.start_time, kept.record_id
    limit ${MAX_IMPORT_ERRORS}`.execute(db);
  const records = rows.map((row) => ({
    kind: row.kind,
    id: row.record_id,
    name: row.name,
    customerId: row.customer_id,
    startTime: row.start_time?.toISOString() ?? null,
    timezone: row.timezone,
    reason: renderKey(t, row.kept_because),
  }));
  return { kept: rows[0]?.all ?? 0, records };
}

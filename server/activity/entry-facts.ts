/** Facts for the sentences of entries, beside before and after: names, events, and how many entries stand below. */
import { sql, type RawBuilder } from "kysely";
import type { ActivityEntry, ActivityEvent } from "#contract/activity.ts";
import { translateName } from "#server/events/translate-reason.ts";
import { findScope, isAnyOf, isOfAnyOrganization, organizationOf, type Database } from "#server/kit/db/database.ts";
import type { SubjectKeys } from "#server/kit/activity/subjects.ts";
import { listModules } from "#server/kit/process/modules.ts";
import { isUuid } from "#server/kit/process/uuid.ts";
import type { Language } from "#messages/translator.ts";

interface EntryRow {
  organization_id: string;
  id: string;
  act: string;
  subject_id: string | null;
  customer_id: string | null;
  guest_id: string | null;
  before: unknown;
  after: unknown;
}

export interface EntryFacts {
  /** By id; numeric ids have the key `organization number`. */
  names: Map<string, string>;
  events: Map<string, ActivityEvent>;
  parts: Map<string, ActivityEntry["parts"]>;
}

export const moduleOf = (act: string) => act.split(".")[0] ?? "";
export const listSubjectSources = () => listModules().flatMap(({ activitySubjects = [] }) => activitySubjects);
export const unionAll = (selects: readonly RawBuilder<unknown>[]) => sql.join(selects, sql` union all `);

/** Ids that no sentence calls by a name, or that are many. */
const withoutName = new Set(["fileId", "eventId", "eventIds"]);

/** Ids of fields, facilities and the like in what was before and after. */
export function listReferences({ before, after }: Pick<EntryRow, "before" | "after">): string[] {
  const members = [before, after].flatMap((state) => Object.entries(state ?? {}) as [string, unknown][]);
  const ids = members
    .filter(([member]) => /Ids?$/.test(member) && !withoutName.has(member))
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]));
  return [...new Set(ids.filter((id): id is string => typeof id === "string" && isUuid(id)))];
}

/** The id by which the event of an entry is found: its own, or that of a payment, an invoice or a series. */
export function findEventKey({ act, subject_id, after }: Pick<EntryRow, "act" | "subject_id" | "after">) {
  const { eventId, eventIds } = (after ?? {}) as { eventId?: unknown; eventIds?: unknown };
  const isAboutEvents = ["events", "series", "payments", "invoices"].includes(moduleOf(act));
  const [first] = Array.isArray(eventIds) ? (eventIds as unknown[]) : [];
  return isAboutEvents
    ? [eventId, first, subject_id].find((id): id is string => typeof id === "string" && isUuid(id))
    : undefined;
}

async function listNames(db: Database, rows: readonly EntryRow[]): Promise<Map<string, string>> {
  const own = rows.flatMap((row) => [row.subject_id, row.customer_id, row.guest_id].filter((id) => id !== null));
  const ids = [...new Set([...own, ...rows.flatMap(listReferences)])];
  const keys: SubjectKeys = {
    organizationIds: [...new Set(rows.map((row) => row.organization_id))],
    ids: ids.filter(isUuid),
    numbers: ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number),
  };
  const people = sql`select id::text, first_name || ' ' || last_name as name from users where id = any(${keys.ids}::uuid[])`;
  const { rows: named } = await sql<{ id: string; name: string }>`${unionAll([
    people,
    ...listSubjectSources().map((source) => source.selectNames(keys)),
  ])}`.execute(db);
  return new Map(named.map(({ id, name }) => [id, name]));
}

interface EventRow {
  key: string;
  id: string;
  name: string;
  kind: string;
  status: string;
  customer_name: string | null;
  field_name: string;
  start_time: Date;
  end_time: Date;
  last_time: Date | null;
  timezone: string;
  price: number;
  currency: string;
}

/**
 * The events come first: with facilities before them, all bookings of each would be read. Tables are joined with each
 * other by organization: a cluster does not see it through rows that it has read before.
 */
async function listEvents(
  db: Database,
  rows: readonly EntryRow[],
  language: Language,
): Promise<Map<string, ActivityEvent>> {
  const keys = [...new Set(rows.flatMap((row) => findEventKey(row) ?? []))];
  if (keys.length === 0) return new Map();
  const organizationIds = [...new Set(rows.map((row) => row.organization_id))];
  const isTheirs = isOfAnyOrganization("organization_id", organizationIds);
  const isKey = (column: string) => sql`${isTheirs} and ${sql.ref(column)} = any(${keys}::uuid[])`;
  const ofSame = (column: string) => organizationOf(column, findScope(organizationIds));
  const { rows: found } = await sql<EventRow>`
    with subject as materialized (
      select organization_id, id as key, id as event_id, null::timestamptz as last_time from events where ${isKey("id")}
      union all select organization_id, id, event_id, null from payments where ${isKey("id")}
      union all select organization_id, id, event_id, null from invoices where ${isKey("id")}
      union all (
        select distinct on (organization_id, series_id) organization_id, series_id, id,
          max(start_time) over (partition by organization_id, series_id)
        from events where ${isKey("series_id")}
        order by organization_id, series_id, start_time
      )
    ), booked as materialized (
      select subject.key, subject.last_time, events.*
      from subject
      join events on events.organization_id = ${ofSame("subject.organization_id")} and events.id = subject.event_id
    )
    select events.key, events.id, events.name, events.kind, events.status, customers.name as customer_name,
      fields.name as field_name, events.start_time, events.end_time, events.last_time, facilities.timezone,
      events.price, events.currency
    from booked as events
    join fields on fields.organization_id = ${ofSame("events.organization_id")} and fields.id = events.field_id
    join facilities on facilities.organization_id = ${ofSame("fields.organization_id")} and facilities.id = events.facility_id
    left join customers on customers.organization_id = ${ofSame("fields.organization_id")} and customers.id = events.customer_id
  `.execute(db);
  return new Map(found.map((row) => [row.key, serializeEvent(row, language)]));
}

const serializeEvent = (row: EventRow, language: Language): ActivityEvent => ({
  id: row.id,
  name: translateName(row, language),
  kind: row.kind,
  status: row.status,
  customerName: row.customer_name,
  fieldName: row.field_name,
  startTime: row.start_time.toISOString(),
  endTime: row.end_time.toISOString(),
  lastTime: row.last_time?.toISOString() ?? null,
  timezone: row.timezone,
  price: row.price,
  currency: row.currency,
});

async function listParts(db: Database, rows: readonly EntryRow[]): Promise<EntryFacts["parts"]> {
  const found = await db
    .selectFrom("activity")
    .select(({ fn }) => ["parent_id", "act", fn.countAll<string>().as("count")])
    .where(
      isOfAnyOrganization(
        "organization_id",
        rows.map((row) => row.organization_id),
      ),
    )
    .where(
      isAnyOf(
        "parent_id",
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(["parent_id", "act"])
    .orderBy("act")
    .execute();
  const byHead = Map.groupBy(found, ({ parent_id }) => parent_id ?? "");
  return new Map(
    [...byHead].map(([id, parts]) => [id, parts.map(({ act, count }) => ({ act, count: Number(count) }))]),
  );
}

export async function listEntryFacts(db: Database, rows: readonly EntryRow[], language: Language): Promise<EntryFacts> {
  if (rows.length === 0) return { names: new Map(), events: new Map(), parts: new Map() };
  return {
    names: await listNames(db, rows),
    events: await listEvents(db, rows, language),
    parts: await listParts(db, rows),
  };
}

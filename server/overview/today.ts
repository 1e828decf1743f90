/** Numbers of today on the overview: events, approvals, unpaid events, closures, blocks. */
import { sql } from "kysely";
import type { events } from "#contract/events.ts";
import type { Query } from "#contract/kit.ts";
import { MAX_COUNTED, type Overview } from "#contract/overview.ts";
import { filterEvents, type EventViewer } from "#server/events/queries.ts";
import { joinPlaces, upcomingEvents } from "#server/events/serialize.ts";
import { selectClosuresOn } from "#server/hours/closures.ts";
import { countDebts, sumDebts } from "#server/payments/debts.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";

const MAX_NEXT_EVENTS = 6;

/** Counts what the linked list shows. Larger counts are shown as "more than", so counting stops early. */
async function countEvents(
  db: Database,
  view: EventViewer,
  query: Partial<Query<typeof events.list>>,
): Promise<number> {
  const found = await filterEvents(db, view, { q: "", page: 1, per_page: 1, ...query });
  const { count } = await db
    .selectFrom(
      found
        .select("events.id")
        .limit(sql.lit(MAX_COUNTED + 1))
        .as("several"),
    )
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

async function countClosures(db: Database, { organizationId }: EventViewer, today: string): Promise<number> {
  const { count } = await db
    .selectFrom(
      selectClosuresOn(db, organizationId, today)
        .clearSelect()
        .select("closures.id")
        .limit(sql.lit(MAX_COUNTED + 1))
        .as("several"),
    )
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counted dates, because all organizations together have many events a day. */
async function countEventsEverywhere(db: Database, today: string): Promise<number> {
  const { count } = await db
    .selectFrom("overview_everywhere")
    .select(sql<number>`least(coalesce(sum(events), 0), ${sql.lit(MAX_COUNTED + 1)})::integer`.as("count"))
    .where(sql<boolean>`date = ${today}`)
    .executeTakeFirstOrThrow();
  return count;
}

async function listNext(db: Database, view: EventViewer): Promise<Overview["now"]["next"]> {
  const events = await filterEvents(db, view, { q: "", kind: "event" });
  const expected = events.where(sql<boolean>`events.status in ('pending', 'approved')`);
  const first = upcomingEvents(db, view.organizationId, expected, view.now, MAX_NEXT_EVENTS)
    .selectAll("events")
    .orderBy("events.start_time")
    .orderBy("events.id")
    .limit(sql.lit(MAX_NEXT_EVENTS));
  const rows = await joinPlaces(db.selectFrom(first.as("events")), view.organizationId)
    .select(["events.id", "events.organization_id", "organizations.name as organization_name", "events.name"])
    .select(["fields.name as field_name", "facilities.name as facility_name", "facilities.timezone"])
    .select(["events.start_time", "events.end_time", "events.status"])
    .orderBy("events.start_time")
    .orderBy("events.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    name: row.name,
    fieldName: row.field_name,
    facilityName: row.facility_name,
    startTime: row.start_time.toISOString(),
    endTime: row.end_time.toISOString(),
    timezone: row.timezone,
    status: row.status as Overview["now"]["next"][number]["status"],
  }));
}

/** @param today local date of the scope; events belong to the local date of their facility */
export const findToday = async (db: Database, view: EventViewer, today: string): Promise<Overview["now"]> => ({
  today:
    view.organizationId === ALL_ORGANIZATIONS
      ? await countEventsEverywhere(db, today)
      : await countEvents(db, view, { date: today, kind: "event", stands: true }),
  toApprove: await countEvents(db, view, { status: "pending", pendingReason: "approval" }),
  unpaid: view.access.permissions.has("payments.show")
    ? await countDebts(db, view)
    : await countEvents(db, view, { unpaid: true }),
  closures: await countClosures(db, view, today),
  blocks:
    view.organizationId === ALL_ORGANIZATIONS
      ? 0
      : await countEvents(db, view, { date: today, kind: "block", stands: true }),
  debts: view.access.permissions.has("payments.show") ? await sumDebts(db, view) : [],
  next: await listNext(db, view),
});

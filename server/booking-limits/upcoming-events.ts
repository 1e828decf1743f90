/** Counts what is to come: events that wait or stand and have not ended. */
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";

/** Longest event, see `EventDraft`: an event that still runs began within this time, so an index finds it. */
export const MAX_EVENT_MS = 1440 * 60_000;

export const countUpcomingWithBlocks = (db: Database, organizationId: string, now: Date) =>
  db
    .selectFrom("events")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("status", "in", ["pending", "approved"])
    .where(sql<boolean>`pending_reason is distinct from 'offer'`)
    .where("start_time", ">", new Date(now.getTime() - MAX_EVENT_MS))
    .where("end_time", ">", now);

export const countUpcomingEvents = (db: Database, organizationId: string, now: Date) =>
  countUpcomingWithBlocks(db, organizationId, now).where("kind", "=", "event");

/**
 * Runs a task on each event that is due (complete, remind, expire, refund): each in a transaction of its own, which reads
 * it again.
 */
import { sql, type Expression, type Selectable, type SqlBool } from "kysely";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import type { EventsTable } from "#server/kit/db/tables.ts";

const BATCH_SIZE = 100;

export type DueEventRow = Selectable<EventsTable>;
export interface EventTask {
  /** The instant that makes an event due; a partial index covers it. */
  dueColumn: "end_time" | "remind_at" | "push_remind_at" | "hold_expires_at" | "ended_at";
  /** Applies to the list, and again to each event once it is locked. */
  isDue(now: Date): Expression<SqlBool>;
  /** Sends requests to other servers first, outside the transaction. */
  prepare?(context: TenantContext, eventId: string): Promise<void>;
  apply(context: TenantContext, event: DueEventRow): Promise<void>;
}

type DueEvent = Pick<DueEventRow, "organization_id" | "id"> & { at: Date };
const listDueEvents = (
  { db }: AppContext,
  { dueColumn: by, isDue }: EventTask,
  now: Date,
  last: DueEvent | undefined,
): Promise<DueEvent[]> =>
  db
    .selectFrom("events")
    .select(["organization_id", "id", sql.ref<Date>(by).as("at")])
    .where(isDue(now))
    .where(last ? sql<boolean>`(${sql.ref(by)}, id) > (${last.at}, ${last.id})` : sql<boolean>`true`)
    .orderBy(by)
    .orderBy("id")
    .limit(BATCH_SIZE)
    .execute();

async function processDueEvent(appContext: AppContext, work: EventTask, due: DueEvent, now: Date): Promise<void> {
  const context = { db: appContext.db, appContext, now, organizationId: due.organization_id };
  await work.prepare?.(context, due.id);
  await appContext.db.transaction().execute(async (db) => {
    const event = await db
      .selectFrom("events")
      .selectAll()
      .where("organization_id", "=", due.organization_id)
      .where("id", "=", due.id)
      .where(work.isDue(now))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (event) await work.apply({ ...context, db }, event);
  });
}

/** Processes the other events if one fails; throws the failures at the end, and the next run tries again. */
async function processDueEvents(appContext: AppContext, work: EventTask): Promise<void> {
  const now = appContext.clock.now();
  const failures: unknown[] = [];
  let last: DueEvent | undefined;
  for (
    let due = await listDueEvents(appContext, work, now, last);
    due.length > 0;
    due = await listDueEvents(appContext, work, now, last)
  ) {
    for (const one of due) {
      await processDueEvent(appContext, work, one, now).catch((error: unknown) => failures.push(error));
      last = one;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} events could not be settled`);
}

export const createEventJob = (name: string, work: EventTask): Job => ({
  name,
  cron: "* * * * *",
  isScheduledOnly: true,
  retries: 0,
  run: (appContext) => processDueEvents(appContext, work),
});

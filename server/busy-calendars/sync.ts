/** Synchronizes calendars that are due: downloads each, stores its busy times, and makes them blocks. */
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { BUSY_READ_MINUTES } from "#contract/busy-calendars.ts";
import type { CalendarEntry } from "#server/kit/documents/icalendar-content.ts";
import type { Database } from "#server/kit/db/database.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { CalendarFailure, download, parse } from "./download.ts";
import { deleteOutdatedBlocks, deleteBusyTimes, blockBusyTimes } from "./blocks.ts";
import {
  deleteConflicts,
  insertTimes,
  listFieldIds,
  listFields,
  presentTimes,
  updateCalendar,
  updateTime,
  type BusyTimeRow,
  type CalendarRow,
  type FollowingField,
} from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** A reading has found bookings in busy times of another system. */
    "busy-calendars.conflictsFound": { calendarId: string; count: number };
    /** A calendar could not be read for an hour. */
    "busy-calendars.failing": { calendarId: string; failure: string; failingSince: Date };
  }
}

export const READ_JOB = "busy-calendars.read";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the first failure, the second, and so on. The team is told after an hour. */
const RETRY_DELAYS_MS = [5, 15, 15, 25, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);
const PATIENCE_MS = HOUR_MS;
/** Unchanged calendars are read whole at least so often: repetitions go on, and what came free is taken. */
const MAX_UNREAD_MS = 24 * HOUR_MS;
/** A calendar that a stopped process has left is read again then. */
const LEASE_MS = 10 * MINUTE_MS;
const CONCURRENCY = 4;
const DUE_AT_ONCE = 100;
const TIMES_PER_TRANSACTION = 50;
const MAX_NAME_LENGTH = 500;

const listDue = ({ db, clock }: AppContext) => {
  const now = clock.now();
  return db
    .selectFrom("busy_calendars")
    .innerJoin("organizations", "organizations.id", "busy_calendars.organization_id")
    .select(["busy_calendars.organization_id", "busy_calendars.id"])
    .where("busy_calendars.archived_at", "is", null)
    .where("organizations.archived_at", "is", null)
    .where("busy_calendars.url", "is not", null)
    .where("busy_calendars.next_read_at", "<=", now)
    .where((e) => e.or([e("busy_calendars.claimed_until", "is", null), e("busy_calendars.claimed_until", "<=", now)]))
    .orderBy("busy_calendars.next_read_at")
    .limit(DUE_AT_ONCE)
    .execute();
};

/** @returns undefined if another process has claimed it */
const claim = (
  { db, clock }: AppContext,
  { organization_id, id }: Pick<CalendarRow, "organization_id" | "id">,
): Promise<CalendarRow | undefined> => {
  const now = clock.now();
  return db
    .updateTable("busy_calendars")
    .set({ claimed_until: new Date(now.getTime() + LEASE_MS) })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .where("next_read_at", "<=", now)
    .where((e) => e.or([e("claimed_until", "is", null), e("claimed_until", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
};

/**
 * Runs work in a transaction that holds the calendar.
 * @returns undefined if the calendar was changed or ended since it was claimed: another reading follows
 */
const inTransaction = <T>(
  appContext: AppContext,
  { organization_id: organizationId, id, updated_at }: CalendarRow,
  work: (context: TenantContext) => Promise<T>,
): Promise<T | undefined> =>
  appContext.db.transaction().execute(async (db: Database) => {
    const held = await db
      .selectFrom("busy_calendars")
      .select("updated_at")
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .where("archived_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (held?.updated_at.getTime() !== updated_at.getTime()) return undefined;
    return work({ db, appContext, now: appContext.clock.now(), organizationId });
  });

type WantedTime = Pick<BusyTimeRow, "field_id" | "key" | "name" | "start_time" | "end_time">;

/** A calendar that gives one name twice means two entries. */
function toWantedTimes(field: FollowingField, entries: readonly CalendarEntry[]): WantedTime[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    const count = (counts.get(entry.key) ?? 0) + 1;
    counts.set(entry.key, count);
    const name = count === 1 ? entry.key : `${entry.key} #${count}`;
    return {
      field_id: field.id,
      // PostgreSQL keeps no zero bytes, and indexes no text of any length.
      key: createHash("sha256").update(name).digest("base64url"),
      name: entry.name.replaceAll("\u{0}", "").slice(0, MAX_NAME_LENGTH),
      start_time: new Date(entry.start),
      end_time: new Date(entry.end),
    };
  });
}

const isSameTime = (one: WantedTime, other: WantedTime) =>
  one.start_time.getTime() === other.start_time.getTime() && one.end_time.getTime() === other.end_time.getTime();

interface TimeChanges {
  added: WantedTime[];
  moved: { id: string; time: WantedTime }[];
  renamed: { id: string; name: string }[];
  removed: string[];
}

function compareTimes(stored: readonly BusyTimeRow[], wanted: readonly WantedTime[]): TimeChanges {
  const keyOf = ({ field_id, key }: WantedTime) => `${field_id} ${key}`;
  const rows = new Map(stored.map((row) => [keyOf(row), row]));
  const changes: TimeChanges = { added: [], moved: [], renamed: [], removed: [] };
  for (const time of wanted) {
    const row = rows.get(keyOf(time));
    rows.delete(keyOf(time));
    if (!row) changes.added.push(time);
    else if (!isSameTime(row, time)) changes.moved.push({ id: row.id, time });
    else if (row.name !== time.name) changes.renamed.push({ id: row.id, name: time.name });
  }
  changes.removed = [...rows.values()].map(({ id }) => id);
  return changes;
}

function* chunksOf<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += TIMES_PER_TRANSACTION)
    yield items.slice(start, start + TIMES_PER_TRANSACTION);
}

/** Times first, then blocks: what one time leaves, another finds free. @returns undefined if it was changed meanwhile */
async function storeTimes(
  appContext: AppContext,
  calendar: CalendarRow,
  wanted: readonly WantedTime[],
): Promise<true | undefined> {
  const { organization_id, id: calendar_id } = calendar;
  const stored = await inTransaction(appContext, calendar, (context) =>
    presentTimes(context).where("calendar_id", "=", calendar_id).execute(),
  );
  if (!stored) return undefined;
  const { added, moved, renamed, removed } = compareTimes(stored, wanted);
  for (const ids of chunksOf(removed))
    if (!(await inTransaction(appContext, calendar, async (context) => (await deleteBusyTimes(context, ids), true))))
      return undefined;
  const isStored = await inTransaction(appContext, calendar, async (context) => {
    const { db, now } = context;
    for (const { id, time } of moved) await updateTime(context, id, time);
    for (const { id, name } of renamed) await updateTime(context, id, { name });
    // The team has decided about the former times.
    await deleteConflicts(
      context,
      moved.map(({ id }) => id),
    );
    await insertTimes(
      db,
      added.map((time) => ({ ...time, organization_id, calendar_id, id: uuidv7(now) })),
    );
    return true;
  });
  if (!isStored) return undefined;
  const movedTimes = moved.map(({ id, time }) => ({ ...time, organization_id, calendar_id, id }));
  for (const times of chunksOf(movedTimes))
    if (
      !(await inTransaction(
        appContext,
        calendar,
        async (context) => (await deleteOutdatedBlocks(context, times), true),
      ))
    )
      return undefined;
  return true;
}

/** @returns how many conflicts are new; undefined if the calendar was changed meanwhile */
async function placeAll(appContext: AppContext, calendar: CalendarRow): Promise<number | undefined> {
  const times = await inTransaction(appContext, calendar, (context) =>
    presentTimes(context).where("calendar_id", "=", calendar.id).execute(),
  );
  let conflicts = 0;
  for (const chunk of chunksOf(times ?? [])) {
    const found = await inTransaction(appContext, calendar, (context) => blockBusyTimes(context, chunk));
    if (found === undefined) return undefined;
    conflicts += found;
  }
  return times && conflicts;
}

async function readTimes(text: string, fields: readonly FollowingField[], now: Date) {
  const wanted: WantedTime[] = [];
  let unreadable = 0;
  for (const [timezone, own] of Map.groupBy(fields, (field) => field.timezone)) {
    const content = await parse(text, { timezone, now });
    unreadable = Math.max(unreadable, content.unreadable);
    for (const field of own) wanted.push(...toWantedTimes(field, content.entries));
  }
  return { wanted, unreadable };
}

async function readCalendar(appContext: AppContext, calendar: CalendarRow): Promise<void> {
  const { db, clock } = appContext;
  const { organization_id: organizationId, id, url } = calendar;
  if (url === null) return;
  const now = clock.now();
  const isRecent = calendar.applied_at !== null && now.getTime() - calendar.applied_at.getTime() < MAX_UNREAD_MS;
  const validators = { etag: calendar.etag, lastModified: calendar.last_modified };
  const { text, etag, lastModified } = await download(appContext, url, isRecent ? validators : undefined);
  const hash = text === undefined ? null : createHash("sha256").update(text).digest();
  const isUnchanged = text === undefined || (isRecent && hash !== null && calendar.content_hash?.equals(hash) === true);
  let applied = {};
  let conflicts: number | undefined = 0;
  if (!isUnchanged) {
    const scope = { db, organizationId };
    const fields = await listFields(scope, await listFieldIds(scope, id));
    const { wanted, unreadable } = await readTimes(text, fields, now);
    if (!(await storeTimes(appContext, calendar, wanted))) return;
    conflicts = await placeAll(appContext, calendar);
    if (conflicts === undefined) return;
    applied = { etag, last_modified: lastModified, content_hash: hash, applied_at: now, unreadable };
  }
  await inTransaction(appContext, calendar, async (context) => {
    const next_read_at = new Date(clock.now().getTime() + BUSY_READ_MINUTES * MINUTE_MS);
    const healthy = { failures: 0, failing_since: null, failure: null, failure_status: null, told_at: null };
    await updateCalendar(context, id, { ...applied, ...healthy, read_at: now, next_read_at });
    if (conflicts) await publish(context, "busy-calendars.conflictsFound", { calendarId: id, count: conflicts });
    if (!isUnchanged || calendar.failing_since) await noteChange(context, id);
  });
}

const noteChange = ({ db, organizationId, now }: TenantContext, subjectId: string): Promise<void> =>
  insertLiveChange(db, { organizationId, module: "busy-calendars", subjectId, at: now });

/** Its blocks stay. The team is told once, after an hour. */
async function noteFailure(appContext: AppContext, calendar: CalendarRow, failure: CalendarFailure): Promise<void> {
  await inTransaction(appContext, calendar, async (context) => {
    const { now } = context;
    const failures = calendar.failures + 1;
    const delay = RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? HOUR_MS;
    const failingSince = calendar.failing_since ?? now;
    const isTold = calendar.told_at === null && now.getTime() - failingSince.getTime() >= PATIENCE_MS;
    await updateCalendar(context, calendar.id, {
      failures,
      failing_since: failingSince,
      failure: failure.failure,
      failure_status: failure.status,
      next_read_at: new Date(now.getTime() + delay),
      ...(isTold && { told_at: now }),
    });
    if (isTold)
      await publish(context, "busy-calendars.failing", {
        ...{ calendarId: calendar.id, failure: failure.failure, failingSince },
      });
    await noteChange(context, calendar.id);
  });
}

async function readClaimed(appContext: AppContext, calendar: CalendarRow): Promise<void> {
  try {
    await readCalendar(appContext, calendar);
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error;
    await noteFailure(appContext, calendar, error);
  }
  await updateCalendar({ db: appContext.db, organizationId: calendar.organization_id }, calendar.id, {
    claimed_until: null,
  });
}

/** The table says what is due, so that a lost trigger loses nothing. @throws AggregateError of all failures that are bugs */
export const syncCalendars: Job = {
  name: READ_JOB,
  cron: "* * * * *",
  isWakeUp: true,
  async run(appContext) {
    const limit = pLimit(CONCURRENCY);
    const results = await Promise.allSettled(
      (await listDue(appContext)).map((due) =>
        limit(async () => {
          const calendar = await claim(appContext, due);
          if (calendar) await readClaimed(appContext, calendar);
        }),
      ),
    );
    const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} calendars could not be read`);
  },
};

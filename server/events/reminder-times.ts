/**
 * Instants of a booking’s reminders: the first by letter and in the application, the second on devices alone. Each event
 * keeps them, so that the job reads what is due by an index, whatever leads each organization and each person choose.
 */
import { sql } from "kysely";
import { findCancellationEnd } from "#contract/events-cancellation-rules.ts";
import type { CancellationPolicy, reminderOrigins } from "#contract/organization-options.ts";
import { type Database } from "#server/kit/db/database.ts";
import { findSettings } from "#server/organizations/queries.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { DueEventRow } from "./due-events.ts";
import { eventsWithPlaces } from "./serialize.ts";

export type ReminderColumns = Pick<DueEventRow, "remind_at" | "reminded_at" | "push_remind_at" | "push_reminded_at">;

/** Minutes; a lead that is null reminds nobody. */
export interface ReminderRule {
  lead: number | null;
  from: (typeof reminderOrigins)[number];
  pushLead: number | null;
}

export interface RemindedBooking {
  start: Date;
  /** Until when it can be canceled. */
  until: Date;
  /** The place’s. */
  timezone: string;
  /** Minutes before the start, which a person has chosen instead of the organization’s first lead. */
  ownLead: number | null;
}

/** Hours of the clock at the place, between which the reminder before the deadline goes. */
const [MORNING, EVENING] = [9, 21];
const MINUTE_MS = 60_000;
/** Two reminders that would go at nearly the same time are one. */
const APART_MS = 30 * MINUTE_MS;

/** The morning where one can still act then, else the evening before. */
function moveIntoDay(instant: Date, { until, timezone }: RemindedBooking): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone);
  const at = (hour: number, day = local) => new Date(day.withPlainTime({ hour }).epochMilliseconds);
  if (local.hour >= EVENING) return at(EVENING);
  if (local.hour >= MORNING) return instant;
  const morning = at(MORNING);
  return morning < until ? morning : at(EVENING, local.subtract({ days: 1 }));
}

const before = (instant: Date, minutes: number) => new Date(instant.getTime() - minutes * MINUTE_MS);

function computeFirst({ lead, from }: ReminderRule, booking: RemindedBooking): Date | null {
  const { start, until, ownLead } = booking;
  if (ownLead !== null) return before(start, ownLead);
  if (lead === null) return null;
  return from === "start" ? before(start, lead) : moveIntoDay(before(until, lead), booking);
}

interface Instants {
  first: Date | null;
  push: Date | null;
}

/** Past ones too. */
export function computeReminders(rule: ReminderRule, booking: RemindedBooking): Instants {
  const first = computeFirst(rule, booking);
  const push = rule.pushLead === null ? null : before(booking.start, rule.pushLead);
  const isOne = first !== null && push !== null && Math.abs(first.getTime() - push.getTime()) < APART_MS;
  return { first, push: isOne ? null : push };
}

/**
 * A booking made later than a lead counts as reminded: no lead that is chosen later reminds its customer. A start that is
 * new wants new reminders.
 */
export const initialReminders = (rule: ReminderRule, booking: RemindedBooking, now: Date): ReminderColumns =>
  planInstants(computeReminders(rule, booking), now);

export function planInstants({ first, push }: Instants, now: Date): ReminderColumns {
  const [isFirstLate, isPushLate] = [first !== null && first <= now, push !== null && push <= now];
  return {
    ...{ remind_at: isFirstLate ? null : first, reminded_at: isFirstLate ? now : null },
    ...{ push_remind_at: isPushLate ? null : push, push_reminded_at: isPushLate ? now : null },
  };
}

/** Reminders at the start that was: nobody is reminded of it twice. */
export function continueReminders(columns: ReminderColumns, planned: ReminderColumns): Partial<ReminderColumns> {
  const { remind_at, reminded_at, push_remind_at, push_reminded_at } = planned;
  return {
    ...(!columns.reminded_at && { remind_at, reminded_at }),
    ...(!columns.push_reminded_at && { push_remind_at, push_reminded_at }),
  };
}

/**
 * After a lead has changed. A reminder whose new instant is past already goes when it would have gone.
 * @param options.late when one goes that had no instant; null: never
 */
export function moveReminders(
  columns: ReminderColumns,
  { first, push }: Instants,
  { now, late = null }: { now: Date; late?: Date | null },
): Pick<ReminderColumns, "remind_at" | "push_remind_at"> {
  const move = (isDone: boolean, former: Date | null, next: Date | null) =>
    isDone || (next !== null && next <= now) ? former : next;
  return {
    remind_at: move(columns.reminded_at !== null, columns.remind_at ?? (first && late), first),
    push_remind_at: move(columns.push_reminded_at !== null, columns.push_remind_at, push),
  };
}

export async function findReminderRule(context: TenantContext): Promise<ReminderRule> {
  const { reminderLead: lead, reminderFrom: from, pushReminderLead: pushLead } = await findSettings(context);
  return { lead, from, pushLead };
}

export const findOwnLead = async (db: Database, userId: string | null): Promise<number | null> => {
  if (userId === null) return null;
  const person = await db.selectFrom("users").select("reminder_lead").where("id", "=", userId).executeTakeFirst();
  return person?.reminder_lead ?? null;
};

interface PlannedEvent {
  start_time: Date;
  field_id: string;
  user_id: string | null;
  cancellation: unknown;
}

const findEnd = (start: Date, cancellation: unknown, deadline: number | null): Date =>
  findCancellationEnd({ start, policy: cancellation as CancellationPolicy | null, deadline });

/** Reminders of an event at a start that its former ones did not name. */
export async function planReminders(
  context: TenantContext,
  { start_time: start, field_id, user_id, cancellation }: PlannedEvent,
): Promise<ReminderColumns> {
  const { db, organizationId, now } = context;
  const field = await db
    .selectFrom("fields")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .select(["fields.cancellation_deadline", "facilities.timezone"])
    .where("fields.organization_id", "=", organizationId)
    .where("fields.id", "=", field_id)
    .executeTakeFirstOrThrow();
  const until = findEnd(start, cancellation, field.cancellation_deadline);
  const ownLead = await findOwnLead(db, user_id);
  return initialReminders(await findReminderRule(context), { start, until, timezone: field.timezone, ownLead }, now);
}

/** Reminders of an event that is approved or restored at the start it had. */
export const replanReminders = async (
  context: TenantContext,
  event: PlannedEvent & ReminderColumns,
): Promise<Partial<ReminderColumns>> => continueReminders(event, await planReminders(context, event));

/** Bookings to come of an organization, or of a person in all of them. */
export type ReminderScope = { organizationId: string } | { userId: string };

/** Facts by which reminders are computed, of bookings that still take place or wait. */
export const selectReminderFacts = (db: Database, now: Date) =>
  eventsWithPlaces(db)
    .select(["events.start_time", "events.cancellation", "fields.cancellation_deadline", "facilities.timezone"])
    .select(["organizations.reminder_lead", "organizations.reminder_from", "organizations.push_reminder_lead"])
    .where("events.kind", "=", "event")
    .where("events.start_time", ">", now)
    .where("events.status", "in", ["approved", "pending"]);

export type ReminderFacts = Awaited<ReturnType<ReturnType<typeof selectReminderFacts>["executeTakeFirstOrThrow"]>>;

export const computeFromFacts = (facts: ReminderFacts, ownLead: number | null) =>
  computeReminders(
    {
      lead: facts.reminder_lead,
      from: facts.reminder_from as ReminderRule["from"],
      pushLead: facts.push_reminder_lead,
    },
    {
      start: facts.start_time,
      until: findEnd(facts.start_time, facts.cancellation, facts.cancellation_deadline),
      ...{ timezone: facts.timezone, ownLead },
    },
  );

const BATCH_SIZE = 1000;

interface MovedRow {
  organization_id: string;
  id: string;
  remind_at: Date | null;
  push_remind_at: Date | null;
}

/** @param table `events`, or the players of them */
export async function updateReminderTimes(
  db: Database,
  table: "events" | "event_participants",
  rows: readonly MovedRow[],
): Promise<void> {
  for (const [organizationId, own] of Map.groupBy(rows, ({ organization_id }) => organization_id))
    for (let from = 0; from < own.length; from += BATCH_SIZE) {
      const batch = own.slice(from, from + BATCH_SIZE);
      const instants = (times: (Date | null)[]) => times.map((time) => time?.toISOString() ?? null);
      await sql`
        update ${sql.table(table)} as moved set remind_at = given.remind_at, push_remind_at = given.push_remind_at
        from unnest(
          ${batch.map(({ id }) => id)}::uuid[], ${instants(batch.map(({ remind_at }) => remind_at))}::timestamptz[],
          ${instants(batch.map(({ push_remind_at }) => push_remind_at))}::timestamptz[]
        ) as given (id, remind_at, push_remind_at)
        where moved.organization_id = ${organizationId} and moved.id = given.id`.execute(db);
    }
}

/** Moves the reminders of bookings to come, after a lead has changed. */
export async function moveAllReminders(
  { db, now }: Pick<TenantContext, "db" | "now">,
  scope: ReminderScope,
  { late = null }: { late?: Date | null } = {},
): Promise<void> {
  const rows = await selectReminderFacts(db, now)
    .leftJoin("users", "users.id", "events.user_id")
    .select(["events.organization_id", "events.id", "users.reminder_lead as own_lead"])
    .select(["events.remind_at", "events.reminded_at", "events.push_remind_at", "events.push_reminded_at"])
    .where((e) =>
      "userId" in scope
        ? e("events.user_id", "=", scope.userId)
        : e("events.organization_id", "=", scope.organizationId),
    )
    .execute();
  const moved = rows.map((row) => ({
    ...{ organization_id: row.organization_id, id: row.id },
    ...moveReminders(row, computeFromFacts(row, row.own_lead), { now, late }),
  }));
  await updateReminderTimes(db, "events", moved);
}

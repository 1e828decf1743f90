/** Rules on a draft and its field, without the database. */
import type { events } from "#contract/events.ts";
import { findTransition, type EventAct, type EventState } from "#contract/events-rules.ts";
import type { Body } from "#contract/kit.ts";
import type { BookingRules } from "#contract/organizations.ts";
import { invalidFields, HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Translate } from "#messages/translator.ts";

export type EventInput = Body<typeof events.create>;
type FieldErrors = NonNullable<HttpError["errors"]>;

const minutesToMs = (count: number) => count * 60_000;
export const computeEndTime = ({ startTime, duration }: EventInput): Date =>
  new Date(Date.parse(startTime) + minutesToMs(duration));

function assertNoneGiven(isGiven: Partial<Record<keyof EventInput, boolean>>, refusal: LocalizedMessage): void {
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(isGiven).flatMap(([field, values]) => (values ? [[field, [refusal]]] : [])),
  );
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}
const isGiven = (value: unknown) => value !== null && value !== undefined;

/** @throws HttpError 422 for what the team alone decides */
export const assertNoTeamOnlyMembers = (draft: EventInput): void =>
  assertNoneGiven(
    {
      kind: draft.kind === "block",
      price: isGiven(draft.price),
      priceReason: isGiven(draft.priceReason),
      customer: isGiven(draft.customer),
      internalNotes: isGiven(draft.internalNotes),
      override: draft.override,
    },
    message("events.teamOnly"),
  );

/** @throws HttpError 422 for what a blocked time does not have */
export function assertValidBlock(draft: EventInput): void {
  if (draft.kind !== "block") return;
  const { minPeople, maxPeople, people, price, priceReason, priceType, customer, payment } = draft;
  const values = Object.entries({ minPeople, maxPeople, people, price, priceReason, priceType, customer, payment });
  assertNoneGiven(
    Object.fromEntries(values.map(([field, value]) => [field, isGiven(value)])),
    message("events.notForBlocks"),
  );
}

const MIN_YEAR = 1970;
const MAX_YEAR = 2199;

/** @throws HttpError 422 for years that nobody means, and that other software cannot write; for seconds, which no screen shows */
export function assertPlausibleStart({ startTime }: EventInput): void {
  const start = new Date(startTime);
  const year = start.getUTCFullYear();
  if (year < MIN_YEAR || year > MAX_YEAR) throw invalidFields({ startTime: [message("kit.invalidDate")] });
  if (start.getTime() % minutesToMs(1) !== 0) throw invalidFields({ startTime: [message("events.wholeMinutes")] });
}

/** @throws HttpError 422 for a time gone by: when a member books or moves, and when the team moves without `events.override` */
export function assertNotInPast({ startTime }: Pick<EventInput, "startTime">, now: Date): void {
  if (Date.parse(startTime) <= now.getTime()) throw invalidFields({ startTime: [message("events.startInPast")] });
}

const noticeUnits = [
  { minutes: 1440, key: "events.noticeDays" },
  { minutes: 60, key: "events.noticeHours" },
  { minutes: 1, key: "events.noticeMinutes" },
] as const;

/** In the largest unit that says it without a remainder. */
function noticeMessage(notice: number): LocalizedMessage {
  const unit = noticeUnits.find((noticeUnit) => notice % noticeUnit.minutes === 0) ?? noticeUnits[2];
  return message(unit.key, { count: notice / unit.minutes });
}

/**
 * The bounds that the organization sets to its members. The day that the horizon ends on opens as a whole, at midnight of
 * the facility's zone.
 * @throws HttpError 422 when a member asks for a time beyond them
 */
export function assertWithinBookingRules(
  { horizonDays, noticeMinutes }: BookingRules,
  draft: EventInput,
  { now, timezone }: { now: Date; timezone: string },
): void {
  const dayOf = (instant: Date) =>
    Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const start = new Date(draft.startTime);
  const isFar =
    horizonDays !== null && Temporal.PlainDate.compare(dayOf(start), dayOf(now).add({ days: horizonDays })) > 0;
  if (isFar) throw invalidFields({ startTime: [message("events.beyondHorizon", { count: horizonDays })] });
  const isSoon = noticeMinutes !== null && start.getTime() < now.getTime() + minutesToMs(noticeMinutes);
  if (isSoon && start > now) throw invalidFields({ startTime: [noticeMessage(noticeMinutes)] });
}

export interface PeopleCounts {
  minPeople: number | null;
  maxPeople: number | null;
  people: number | null;
}

/**
 * Number of people of an event. Missing numbers are the field's; an unknown number counts as the minimum.
 * @throws HttpError 422 on each number outside the field's range, or the event's own
 */
export function resolvePeople(draft: EventInput, field: { min: number; max: number }): PeopleCounts {
  if (draft.kind === "block") return { minPeople: null, maxPeople: null, people: null };
  const minPeople = draft.minPeople ?? field.min;
  const maxPeople = draft.maxPeople ?? field.max;
  const people = draft.people ?? minPeople;
  const outside = (count: number, min: number, max: number): LocalizedMessage[] | undefined =>
    count < min ? [message("kit.min", { min })] : count > max ? [message("kit.max", { max })] : undefined;
  const wrong = {
    minPeople: outside(minPeople, field.min, field.max),
    maxPeople: outside(maxPeople, Math.max(field.min, minPeople), field.max),
    people: outside(people, minPeople, maxPeople),
  };
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(wrong).flatMap(([name, sayings]) => (sayings ? [[name, sayings]] : [])),
  );
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return { minPeople, maxPeople, people };
}

/**
 * The sport: what was asked for, else the field's first.
 * @param sportIds the field's, its first one first
 * @throws HttpError 422 for a sport that the field is not for
 */
export function resolveSport(draft: EventInput, sportIds: readonly number[]): number | null {
  if (!isGiven(draft.sportId)) return draft.kind === "block" ? null : (sportIds[0] ?? null);
  if (!sportIds.includes(draft.sportId as number)) throw invalidFields({ sportId: [message("events.sportElsewhere")] });
  return draft.sportId as number;
}

/** Reminders go out a day before the start; later bookings get none. */
export const REMINDER_LEAD_MS = minutesToMs(1440);
export const initialRemindedAt = (start: Date, now: Date): Date | null =>
  start.getTime() - now.getTime() <= REMINDER_LEAD_MS ? now : null;

/** The time that an event takes on its units, its turnaround included, as PostgreSQL writes a range. */
export const occupiedRange = (start: Date, end: Date, turnaround: number): string =>
  `[${start.toISOString()},${new Date(end.getTime() + minutesToMs(turnaround)).toISOString()})`;

/**
 * Chooses how an event is paid: as requested; else on site for the team, and online for members where possible.
 * @param offers.refusal why it cannot be paid online; null where it can
 * @throws HttpError 422 on `payment` for a method that is not offered
 */
export function resolvePayment(
  { price, payment }: { price: number; payment: "online" | "on_site" | null | undefined },
  { isTeam, takesOnSite, refusal }: { isTeam: boolean; takesOnSite: boolean; refusal: LocalizedMessage | null },
): "online" | "on_site" | null {
  if (price === 0) return null;
  const usual = isTeam || (refusal && takesOnSite) ? "on_site" : "online";
  const way = payment ?? usual;
  if (way === "online" && refusal) throw invalidFields({ payment: [refusal] });
  if (way === "on_site" && !isTeam && !takesOnSite) throw invalidFields({ payment: [message("events.onSiteOff")] });
  return way;
}

const stateLabels = {
  pendingPayment: "events.pendingPayment",
  pendingApproval: "events.pendingApproval",
  approved: "events.statusApproved",
  rejected: "events.statusRejected",
  canceled: "events.statusCanceled",
  completed: "events.statusCompleted",
} as const;

/** Target state of each act, for the refusal's message. */
const targetStates: Record<EventAct, EventState> = {
  approve: "approved",
  reject: "rejected",
  cancel: "canceled",
  edit: "approved",
  complete: "completed",
  restore: "approved",
  pay: "approved",
  expire: "canceled",
};

/** @throws HttpError 409 that names both states, for what the table does not have */
export function assertTransition(act: EventAct, from: EventState, t: Translate): void {
  if (findTransition(act, from)) return;
  throw new HttpError(
    409,
    act === "edit"
      ? message("events.cannotChange", { from: t(stateLabels[from]) })
      : message("events.cannotBecome", { from: t(stateLabels[from]), to: t(stateLabels[targetStates[act]]) }),
  );
}

/** What may be asked for: plain arithmetic on a draft and its field, without the database. */
import type { events } from "#contract/events.ts";
import { transitionOf, type Act, type State } from "#contract/events-rules.ts";
import type { Body } from "#contract/kit.ts";
import type { BookingRules } from "#contract/organizations.ts";
import { invalid, Problem, say, type Saying } from "#server/kit/problem.ts";
import type { Translate } from "#words/words.ts";

export type Draft = Body<typeof events.create>;
type Errors = NonNullable<Problem["errors"]>;

const minutes = (count: number) => count * 60_000;
export const endOf = ({ startTime, duration }: Draft): Date => new Date(Date.parse(startTime) + minutes(duration));

function refuse(isGiven: Partial<Record<keyof Draft, boolean>>, saying: Saying): void {
  const errors: Errors = Object.fromEntries(
    Object.entries(isGiven).flatMap(([field, given]) => (given ? [[field, [saying]]] : [])),
  );
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
const isGiven = (value: unknown) => value !== null && value !== undefined;

/** @throws Problem 422 for what the team alone decides */
export const refuseTeamOnly = (draft: Draft): void =>
  refuse(
    {
      kind: draft.kind === "block",
      price: isGiven(draft.price),
      priceReason: isGiven(draft.priceReason),
      customer: isGiven(draft.customer),
      internalNotes: isGiven(draft.internalNotes),
      override: draft.override,
    },
    say("events.teamOnly"),
  );

/** @throws Problem 422 for what a blocked time does not have */
export function refuseOnBlock(draft: Draft): void {
  if (draft.kind !== "block") return;
  const { minPeople, maxPeople, people, price, priceReason, priceType, customer, payment } = draft;
  const given = Object.entries({ minPeople, maxPeople, people, price, priceReason, priceType, customer, payment });
  refuse(Object.fromEntries(given.map(([field, value]) => [field, isGiven(value)])), say("events.notForBlocks"));
}

const firstYear = 1970;
const lastYear = 2199;

/** @throws Problem 422 for years that nobody means, and that other software cannot write; for seconds, which no screen shows */
export function refuseOddTime({ startTime }: Draft): void {
  const start = new Date(startTime);
  const year = start.getUTCFullYear();
  if (year < firstYear || year > lastYear) throw invalid({ startTime: [say("kit.invalidDate")] });
  if (start.getTime() % minutes(1) !== 0) throw invalid({ startTime: [say("events.wholeMinutes")] });
}

/** @throws Problem 422 for a time gone by: when a member books or moves, and when the team moves without `events.override` */
export function refusePast({ startTime }: Pick<Draft, "startTime">, now: Date): void {
  if (Date.parse(startTime) <= now.getTime()) throw invalid({ startTime: [say("events.startInPast")] });
}

const longUnits = [
  { minutes: 1440, key: "events.noticeDays" },
  { minutes: 60, key: "events.noticeHours" },
  { minutes: 1, key: "events.noticeMinutes" },
] as const;

/** In the largest unit that says it without a remainder. */
function sayNotice(notice: number): Saying {
  const unit = longUnits.find((one) => notice % one.minutes === 0) ?? longUnits[2];
  return say(unit.key, { count: notice / unit.minutes });
}

/**
 * The bounds that the organization sets to its members. The day that the horizon ends on opens as a whole, at midnight of
 * the facility's zone.
 * @throws Problem 422 when a member asks for a time beyond them
 */
export function refuseBeyond(
  { horizonDays, noticeMinutes }: BookingRules,
  draft: Draft,
  { now, timezone }: { now: Date; timezone: string },
): void {
  const dayOf = (instant: Date) =>
    Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const start = new Date(draft.startTime);
  const isFar =
    horizonDays !== null && Temporal.PlainDate.compare(dayOf(start), dayOf(now).add({ days: horizonDays })) > 0;
  if (isFar) throw invalid({ startTime: [say("events.beyondHorizon", { count: horizonDays })] });
  const isSoon = noticeMinutes !== null && start.getTime() < now.getTime() + minutes(noticeMinutes);
  if (isSoon && start > now) throw invalid({ startTime: [sayNotice(noticeMinutes)] });
}

export interface People {
  minPeople: number | null;
  maxPeople: number | null;
  people: number | null;
}

/**
 * How many people an event is for. What is left out is the field's; nobody knows how many come: the least.
 * @throws Problem 422 beside each number outside the field's range, or the event's own
 */
export function peopleOf(draft: Draft, field: { min: number; max: number }): People {
  if (draft.kind === "block") return { minPeople: null, maxPeople: null, people: null };
  const minPeople = draft.minPeople ?? field.min;
  const maxPeople = draft.maxPeople ?? field.max;
  const people = draft.people ?? minPeople;
  const outside = (count: number, min: number, max: number): Saying[] | undefined =>
    count < min ? [say("kit.min", { min })] : count > max ? [say("kit.max", { max })] : undefined;
  const wrong = {
    minPeople: outside(minPeople, field.min, field.max),
    maxPeople: outside(maxPeople, Math.max(field.min, minPeople), field.max),
    people: outside(people, minPeople, maxPeople),
  };
  const errors: Errors = Object.fromEntries(
    Object.entries(wrong).flatMap(([name, sayings]) => (sayings ? [[name, sayings]] : [])),
  );
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { minPeople, maxPeople, people };
}

/**
 * The sport: what was asked for, else the field's first.
 * @param sportIds the field's, its first one first
 * @throws Problem 422 for a sport that the field is not for
 */
export function sportOf(draft: Draft, sportIds: readonly number[]): number | null {
  if (!isGiven(draft.sportId)) return draft.kind === "block" ? null : (sportIds[0] ?? null);
  if (!sportIds.includes(draft.sportId as number)) throw invalid({ sportId: [say("events.sportElsewhere")] });
  return draft.sportId as number;
}

/** A reminder goes out a day before the start. Whoever hears of it later than that needs none. */
export const remindMs = minutes(1440);
export const remindedAt = (start: Date, now: Date): Date | null =>
  start.getTime() - now.getTime() <= remindMs ? now : null;

/** The time that an event takes on its units, its turnaround included, as PostgreSQL writes a range. */
export const duringOf = (start: Date, end: Date, turnaround: number): string =>
  `[${start.toISOString()},${new Date(end.getTime() + minutes(turnaround)).toISOString()})`;

/**
 * How it is to be paid: as asked for; else on site by the team, and by members online where that is open.
 * @param offers.refusal why it cannot be paid online; null where it can
 * @throws Problem 422 beside `payment` for a way that is not open
 */
export function paymentOf(
  { price, payment }: { price: number; payment: "online" | "on_site" | null | undefined },
  { isTeam, takesOnSite, refusal }: { isTeam: boolean; takesOnSite: boolean; refusal: Saying | null },
): "online" | "on_site" | null {
  if (price === 0) return null;
  const usual = isTeam || (refusal && takesOnSite) ? "on_site" : "online";
  const way = payment ?? usual;
  if (way === "online" && refusal) throw invalid({ payment: [refusal] });
  if (way === "on_site" && !isTeam && !takesOnSite) throw invalid({ payment: [say("events.onSiteOff")] });
  return way;
}

const stateWords = {
  pendingPayment: "events.pendingPayment",
  pendingApproval: "events.pendingApproval",
  approved: "events.statusApproved",
  rejected: "events.statusRejected",
  canceled: "events.statusCanceled",
  completed: "events.statusCompleted",
} as const;

/** Where an act leads to, for the words of its refusal. */
const aims: Record<Act, State> = {
  approve: "approved",
  reject: "rejected",
  cancel: "canceled",
  edit: "approved",
  complete: "completed",
  restore: "approved",
  pay: "approved",
  expire: "canceled",
};

/** @throws Problem 409 that names both states, for what the table does not have */
export function requireTransition(act: Act, from: State, t: Translate): void {
  if (transitionOf(act, from)) return;
  throw new Problem(
    409,
    act === "edit"
      ? say("events.cannotChange", { from: t(stateWords[from]) })
      : say("events.cannotBecome", { from: t(stateWords[from]), to: t(stateWords[aims[act]]) }),
  );
}

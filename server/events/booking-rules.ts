/** Booking rules without the database: people, sport, payment method, horizon (booking window) and notice (lead time). */
import type { events } from "#contract/events.ts";
import { findTransition, type TransitionName, type EventState } from "#contract/events-states-rules.ts";
import type { Body } from "#contract/kit.ts";
import type { BookingPrivacy, BookingRules } from "#contract/organization-options.ts";
import { findWindowRefusal } from "#server/availability/window-refusal.ts";
import { invalidFields, HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Translate } from "#messages/translator.ts";

export type EventInput = Body<typeof events.create>;
type FieldErrors = NonNullable<HttpError["errors"]>;

const minutesToMs = (count: number) => count * 60_000;
export const computeEndTime = ({ startTime, duration }: EventInput): Date =>
  new Date(Date.parse(startTime) + minutesToMs(duration));

/** An event with a customer is as private as the organization says; others are public unless told otherwise. */
export const resolveConfidentiality = (
  { confidentiality, customer }: Pick<EventInput, "confidentiality" | "customer">,
  bookingPrivacy: BookingPrivacy,
): "public" | "private" => confidentiality ?? (customer ? bookingPrivacy : "public");

function assertNoneGiven(isGiven: Partial<Record<keyof EventInput, boolean>>, refusal: LocalizedMessage): void {
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(isGiven).flatMap(([field, values]) => (values ? [[field, [refusal]]] : [])),
  );
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}
const isGiven = (value: unknown) => value !== null && value !== undefined;

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

/** @throws HttpError 422 for years that other software cannot write, and for seconds, which no screen shows */
export function assertPlausibleStart({ startTime }: EventInput): void {
  const start = new Date(startTime);
  const year = start.getUTCFullYear();
  if (year < MIN_YEAR || year > MAX_YEAR) throw invalidFields({ startTime: [message("kit.invalidDate")] });
  if (start.getTime() % minutesToMs(1) !== 0) throw invalidFields({ startTime: [message("events.wholeMinutes")] });
}

/** Applies to members, and to moves by the team without `events.override`. @throws HttpError 422 for a start in the past */
export function assertNotInPast({ startTime }: Pick<EventInput, "startTime">, now: Date): void {
  if (Date.parse(startTime) <= now.getTime()) throw invalidFields({ startTime: [message("events.startInPast")] });
}

/** Horizon and notice. @throws HttpError 422 on `startTime` that says from when it can be booked, or which start is the first */
export function assertWithinBookingRules(
  rules: BookingRules,
  { startTime }: EventInput,
  at: Parameters<typeof findWindowRefusal>[2],
): void {
  const refusal = findWindowRefusal(rules, new Date(startTime), at);
  if (refusal) throw invalidFields({ startTime: [refusal] });
}

export interface PeopleCounts {
  minPeople: number | null;
  maxPeople: number | null;
  people: number | null;
}

/** Missing limits are the field's; a missing number is the minimum. @throws HttpError 422 on each number out of range */
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
 * @param sportIds of the field, its main sport first
 * @throws HttpError 422 for a sport that the field does not offer
 */
export function resolveSport(draft: EventInput, sportIds: readonly number[]): number | null {
  if (!isGiven(draft.sportId)) return draft.kind === "block" ? null : (sportIds[0] ?? null);
  if (!sportIds.includes(draft.sportId as number)) throw invalidFields({ sportId: [message("events.sportElsewhere")] });
  return draft.sportId as number;
}

/** The time that an event occupies its units, including the turnaround in minutes, as a PostgreSQL range. */
export const occupiedRange = (start: Date, end: Date, turnaround: number): string =>
  `[${start.toISOString()},${new Date(end.getTime() + minutesToMs(turnaround)).toISOString()})`;

/**
 * Chooses how an event is paid: as requested, else on site for the team, and online for members if possible.
 * @param offers.refusal why it cannot be paid online; null if it can
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
  pendingOffer: "events.pendingOffer",
  approved: "events.statusApproved",
  rejected: "events.statusRejected",
  canceled: "events.statusCanceled",
  completed: "events.statusCompleted",
} as const;

const targetStates: Record<TransitionName, EventState> = {
  approve: "approved",
  undoApproval: "pendingApproval",
  reject: "rejected",
  cancel: "canceled",
  edit: "approved",
  complete: "completed",
  restore: "approved",
  pay: "approved",
  expire: "canceled",
  take: "approved",
};

/** @throws HttpError 409 that names both states, if the act is not allowed in this state */
export function assertTransition(act: TransitionName, from: EventState, t: Translate): void {
  if (findTransition(act, from)) return;
  throw new HttpError(
    409,
    act === "edit"
      ? message("events.cannotChange", { from: t(stateLabels[from]) })
      : message("events.cannotBecome", { from: t(stateLabels[from]), to: t(stateLabels[targetStates[act]]) }),
  );
}

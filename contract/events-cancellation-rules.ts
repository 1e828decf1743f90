/**
 * Until when a booking can be canceled, what comes back, and whom to call: one rule, with the same words before and after it
 * is made. Pure.
 */
import type { Instant } from "#messages/dates.ts";
import type { Translate } from "#messages/translator.ts";
import type { EventState } from "./events-states-rules.ts";

/**
 * `open`: the booker can cancel · `late`: no longer · `started` · `ended`: canceled, rejected or over · `team`: the team
 * alone can cancel it.
 */
export type CancellationState = "open" | "late" | "started" | "ended" | "team";

export interface CancellationRule {
  state: CancellationState;
  /** Until when the booker can cancel; of an unpaid hold until its start. */
  until: Date;
  /** Money that comes back if the booker cancels now, and after `until`, in minor units. */
  refundNow: number;
  refundAfter: number;
}

/** Nothing is left to cancel. */
const endedStates: ReadonlySet<EventState> = new Set<EventState>(["rejected", "canceled", "completed"]);

const HOUR_MS = 3_600_000;

/** A booking, or one that is not made yet. */
export interface CancellationSubject {
  /** Undefined before it is booked. */
  state?: EventState;
  start: Date;
  /** Hours before the start. */
  deadline: number;
  /** Less what was refunded, in minor units. */
  paid?: number;
}

/**
 * The one rule of a cancellation by the booker: whatever tells it or applies it reads it here.
 * @param isOwn whether the reader is the booker
 */
export function computeCancellation(
  { state = "approved", start, deadline, paid = 0 }: CancellationSubject,
  { now, isOwn = true }: { now: Date; isOwn?: boolean },
): CancellationRule {
  const until = state === "pendingPayment" ? start : new Date(start.getTime() - deadline * HOUR_MS);
  const findState = (): CancellationState => {
    if (endedStates.has(state)) return "ended";
    if (!isOwn) return "team";
    if (start <= now) return "started";
    return until >= now ? "open" : "late";
  };
  const found = findState();
  return { state: found, until, refundNow: found === "open" ? paid : 0, refundAfter: 0 };
}

/** The club answers questions about a booking here; with neither, at the desk. */
export interface ClubContact {
  phone: string | null;
  email: string | null;
}

interface CancellationWords {
  t: Translate;
  /** Writes the deadline in the facility's time zone. */
  at: (instant: Instant) => string;
  contact: ClubContact;
  /** The contact stands beside the text, as a button. */
  isContactBeside?: boolean;
}

/** A heading without a full stop, and the sentences below it. */
export interface CancellationText {
  title: string;
  details: string[];
}

export const joinCancellation = ({ title, details }: CancellationText): string => [`${title}.`, ...details].join(" ");

function askClub({ t, contact: { phone, email }, isContactBeside = false }: CancellationWords): string {
  if (phone) return isContactBeside ? t("events.ruleAsk") : t("events.ruleAskPhone", { phone });
  if (email) return isContactBeside ? t("events.ruleAskWriting") : t("events.ruleAskEmail", { email });
  return t("events.ruleAskDesk");
}

function onlyClub({ t, contact: { phone, email } }: CancellationWords): string {
  const contact = phone ?? email;
  return contact === null ? t("events.ruleTeam") : t("events.ruleTeamContact", { contact });
}

/** Before booking. @param hours the deadline @param isPaid whether something is to be paid online */
export function describeFutureCancellation(
  { state, until }: CancellationRule,
  { hours, isPaid }: { hours: number; isPaid: boolean },
  { t, at }: Pick<CancellationWords, "t" | "at">,
): CancellationText {
  if (state !== "open") return { title: t("events.ruleTooLate", { hours }), details: [] };
  return { title: t("events.ruleOpen", { until: at(until) }), details: isPaid ? [t("events.ruleRefund")] : [] };
}

/**
 * After booking.
 * @param payUntil of an unpaid hold
 * @returns undefined if nothing is left to cancel
 */
export function describeCancellation(
  { state, until, refundNow }: CancellationRule,
  payUntil: Instant | null,
  words: CancellationWords,
): CancellationText | undefined {
  const { t, at } = words;
  if (state === "ended") return undefined;
  if (state === "team") return { title: onlyClub(words), details: [] };
  if (state === "started") return { title: t("events.ruleStarted"), details: [askClub(words)] };
  if (state === "late")
    return { title: t("events.ruleLate"), details: [t("events.ruleLateSince", { until: at(until) }), askClub(words)] };
  if (payUntil !== null) return { title: t("events.ruleHold", { until: at(payUntil) }), details: [] };
  return { title: t("events.ruleOpen", { until: at(until) }), details: refundNow > 0 ? [t("events.ruleRefund")] : [] };
}

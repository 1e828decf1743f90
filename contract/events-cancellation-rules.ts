/**
 * Until when a booking can be canceled, what comes back, and whom to call: one rule, with the same words before and after it
 * is made. Pure.
 */
import type { Instant } from "#messages/dates.ts";
import type { Translate } from "#messages/translator.ts";
import type { EventState } from "./events-states-rules.ts";
import type { CancellationPolicy } from "./organization-options.ts";
import { computeRefund, freeCancellation } from "./organizations-cancellation-rules.ts";

/**
 * `open`: the booker can cancel · `late`: no longer · `started` · `ended`: canceled, rejected or over · `team`: the team
 * alone can cancel it.
 */
export type CancellationState = "open" | "late" | "started" | "ended" | "team";

/** Until `until`, this percentage of the price comes back. */
export interface CancellationStep {
  until: Date;
  percent: number;
}

export interface CancellationRule {
  state: CancellationState;
  /** Until when the booker can cancel; of an unpaid hold until its start. */
  until: Date;
  /** Money that comes back if the booker cancels now, and after `until`, in minor units. */
  refundNow: number;
  refundAfter: number;
  /** From now on to `until`, in their order; none if the booker cannot cancel. */
  steps: CancellationStep[];
}

/** Nothing is left to cancel. */
const endedStates: ReadonlySet<EventState> = new Set<EventState>(["rejected", "canceled", "completed"]);

const MINUTE_MS = 60_000;

/** A booking, or one that is not made yet. */
export interface CancellationSubject {
  /** Undefined before it is booked. */
  state?: EventState;
  start: Date;
  /** Null: all comes back until the start. */
  policy: CancellationPolicy | null;
  /** Hours before the start, of the field; null: as the policy says. */
  deadline: number | null;
  /** Less what was refunded, in minor units. */
  paid?: number;
  /** Minor units. Default: what was paid. */
  price?: number;
}

/** Until when the booker can cancel. */
export const findCancellationEnd = ({
  start,
  policy,
  deadline,
}: Pick<CancellationSubject, "start" | "policy" | "deadline">): Date => {
  const minutes = deadline === null ? (policy ?? freeCancellation).until : deadline * 60;
  return new Date(start.getTime() - minutes * MINUTE_MS);
};

function listStepsFrom(now: Date, { start, policy }: Pick<CancellationSubject, "start" | "policy">, end: Date) {
  const steps: CancellationStep[] = [];
  for (const { from, percent } of (policy ?? freeCancellation).steps) {
    const until = new Date(Math.min(start.getTime() - from * MINUTE_MS, end.getTime()));
    if (until >= now) steps.push({ until, percent });
    if (until.getTime() === end.getTime()) return steps;
  }
  return [...steps, { until: end, percent: 0 }];
}

/**
 * The one rule of a cancellation by the booker: whatever tells it or applies it reads it here.
 * @param isOwn whether the reader is the booker
 */
export function computeCancellation(
  { state = "approved", start, policy, deadline, paid = 0, price = paid }: CancellationSubject,
  { now, isOwn = true }: { now: Date; isOwn?: boolean },
): CancellationRule {
  const until = state === "pendingPayment" ? start : findCancellationEnd({ start, policy, deadline });
  const findState = (): CancellationState => {
    if (endedStates.has(state)) return "ended";
    if (!isOwn) return "team";
    if (start <= now) return "started";
    return until >= now ? "open" : "late";
  };
  const found = findState();
  const steps = found === "open" ? listStepsFrom(now, { start, policy }, until) : [];
  // A booking that does not stand yet gives back all that was paid of it.
  const refundNow = state === "pendingPayment" ? paid : computeRefund({ price, paid }, steps[0]?.percent ?? 0);
  return { state: found, until, refundNow: found === "open" ? refundNow : 0, refundAfter: 0, steps };
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

function describeShare(percent: number, t: Translate): string {
  if (percent === 100) return t("events.shareAll");
  if (percent === 50) return t("events.shareHalf");
  return percent === 0 ? t("events.shareNothing") : t("events.sharePercent", { percent });
}

/** @param isPaid whether there is money that could come back */
function describeSteps(
  { until, steps }: Pick<CancellationRule, "until" | "steps">,
  isPaid: boolean,
  { t, at }: Pick<CancellationWords, "t" | "at">,
): CancellationText {
  const [first, ...others] = steps;
  if (!isPaid || !first) return { title: t("events.ruleOpen", { until: at(until) }), details: [] };
  if (others.length === 0 && first.percent === 100)
    return { title: t("events.ruleOpen", { until: at(until) }), details: [t("events.ruleRefund")] };
  return {
    title: t("events.stepFirst", { until: at(first.until), share: describeShare(first.percent, t) }),
    details: [
      ...others.map(({ until: end, percent }) =>
        t("events.stepNext", { until: at(end), share: describeShare(percent, t) }),
      ),
      t("events.stepEnd"),
    ],
  };
}

/**
 * Before booking.
 * @param start in the words for what begins too early
 * @param isPaid whether something is to be paid online
 */
export function describeFutureCancellation(
  rule: CancellationRule,
  { start, isPaid }: { start: Date; isPaid: boolean },
  words: Pick<CancellationWords, "t" | "at">,
): CancellationText {
  if (rule.state === "open") return describeSteps(rule, isPaid, words);
  const hours = (start.getTime() - rule.until.getTime()) / (60 * MINUTE_MS);
  return { title: words.t("events.ruleTooLate", { hours }), details: [] };
}

/**
 * After booking.
 * @param facts.payUntil of an unpaid hold
 * @param facts.isPaid whether there is money that could come back
 * @returns undefined if nothing is left to cancel
 */
export function describeCancellation(
  { state, until, steps }: CancellationRule,
  { payUntil, isPaid }: { payUntil: Instant | null; isPaid: boolean },
  words: CancellationWords,
): CancellationText | undefined {
  const { t, at } = words;
  if (state === "ended") return undefined;
  if (state === "team") return { title: onlyClub(words), details: [] };
  if (state === "started") return { title: t("events.ruleStarted"), details: [askClub(words)] };
  if (state === "late")
    return { title: t("events.ruleLate"), details: [t("events.ruleLateSince", { until: at(until) }), askClub(words)] };
  if (payUntil !== null) return { title: t("events.ruleHold", { until: at(payUntil) }), details: [] };
  return describeSteps({ until, steps }, isPaid, words);
}

/** When a slot that came free is offered, and for how long. Pure. */
import {
  OFFER_END_BEFORE_START_MINUTES,
  OFFER_MINUTES,
  TELL_AFTER_LAPSES,
  TELL_BEFORE_START_HOURS,
} from "#contract/waitlist.ts";

const MINUTE_MS = 60_000;
/** Nobody is woken from then to then, at the clock of the facility. */
const [QUIET_FROM_HOUR, QUIET_TO_HOUR] = [22, 7];
/** A start before it would be lost if everybody slept. */
const EARLY_START = "09:30";
/** Nobody could answer within less. */
const MIN_OFFER_MS = 5 * MINUTE_MS;

export interface SlotTiming {
  now: Date;
  start: Date;
  timezone: string;
  /** Minutes before the start until which it can be booked. */
  noticeMinutes: number;
  /** Offers of the slot that nobody answered. */
  lapses: number;
  isOfferedOneByOne: boolean;
}

export type SlotPlan = { act: "wait"; until: Date } | { act: "tell" } | { act: "offer"; expiresAt: Date };

/** @returns the end of the quiet hours, for a time within them */
function findMorning(now: Date, timezone: string): Temporal.ZonedDateTime | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  if (local.hour >= QUIET_TO_HOUR && local.hour < QUIET_FROM_HOUR) return undefined;
  const date = local.toPlainDate().add({ days: local.hour >= QUIET_FROM_HOUR ? 1 : 0 });
  return date.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from({ hour: QUIET_TO_HOUR }) });
}

export function planOffer({ now, start, timezone, noticeMinutes, lapses, isOfferedOneByOne }: SlotTiming): SlotPlan {
  const morning = findMorning(now, timezone);
  if (morning) {
    const early = morning.withPlainTime(EARLY_START).epochMilliseconds;
    if (start.getTime() < early) return { act: "tell" };
    return { act: "wait", until: new Date(morning.epochMilliseconds) };
  }
  const expiresAt = Math.min(
    now.getTime() + OFFER_MINUTES * MINUTE_MS,
    start.getTime() - OFFER_END_BEFORE_START_MINUTES * MINUTE_MS,
    start.getTime() - noticeMinutes * MINUTE_MS,
  );
  const isLate =
    start.getTime() - now.getTime() < TELL_BEFORE_START_HOURS * 60 * MINUTE_MS ||
    expiresAt - now.getTime() < MIN_OFFER_MS;
  if (!isOfferedOneByOne || isLate || lapses >= TELL_AFTER_LAPSES) return { act: "tell" };
  return { act: "offer", expiresAt: new Date(expiresAt) };
}

/** Shares of a booking: its price among its players, and when what is missing becomes the organizer's. Pure. */

const HOUR_MS = 3_600_000;
/** A price is divided where the booking is made so long before its start. */
export const SPLIT_LEAD_MS = 3 * HOUR_MS;
/** A booking with unpaid shares is canceled no later than this before its start. */
export const UNPAID_CANCEL_MS = 2 * HOUR_MS;
const LEAST_TIME_MS = 2 * HOUR_MS;
const LAST_MOMENT_MS = HOUR_MS / 2;
/** Players pay at the desk when they come, and the desk has a day to tick off who has. */
const DESK_TIME_MS = 24 * HOUR_MS;

/**
 * The settling time: what is missing then is the organizer's.
 * @param deadline until when the booking can be canceled
 */
export const findSettlingTime = ({
  deadline,
  bookedAt,
  start,
}: Record<"deadline" | "bookedAt" | "start", Date>): Date =>
  new Date(
    Math.min(Math.max(deadline.getTime(), bookedAt.getTime() + LEAST_TIME_MS), start.getTime() - LAST_MOMENT_MS),
  );

/** The settling time of a price that is paid at the club, where nobody can pay before they come. */
export const findSettlingTimeAtClub = (end: Date): Date => new Date(end.getTime() + DESK_TIME_MS);

export interface Division {
  /** The part of the organizer. */
  own: number;
  /** The share of each of the others. */
  each: number;
}

/**
 * Divides what is not fixed evenly; odd cents are the organizer's. All amounts are minor units.
 * @param fixed the sum of the shares that stay as they are
 * @param ownFixed the part of the organizer where it is paid, else null
 * @param others how many shares are not fixed, besides the organizer's
 * @param ownParts how many shares the organizer pays, their own among them
 * @returns null if the fixed shares are more than the price
 */
export function dividePrice({
  price,
  fixed,
  ownFixed,
  others,
  ownParts = 1,
}: {
  price: number;
  fixed: number;
  ownFixed: number | null;
  others: number;
  ownParts?: number;
}): Division | null {
  const rest = price - fixed - (ownFixed ?? 0);
  const parts = others + (ownFixed === null ? ownParts : 0);
  const isShared = others > 0 || (ownFixed === null && ownParts > 1);
  const each = rest > 0 && isShared ? Math.floor(rest / parts) : 0;
  const own = price - fixed - each * others;
  return own < 0 ? null : { own, each };
}

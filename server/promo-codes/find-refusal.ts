/** Why a promo code does not hold for a booking or a sale: its dates, place, hours, categories, amount and number of uses. */
import type { PriceLine, PromoKind, PromoTarget } from "#contract/promo-codes-discount-rules.ts";
import { countMinutesInWindow, type WindowHours } from "#contract/time-windows-minutes-rules.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import { countBookings, countUses, type PromoCodeRow, type PromoScope } from "./queries.ts";

/** Terms of a code for a booking, as they were when it was used. */
export interface PromoTerms {
  code: string;
  kind: PromoKind;
  value: number;
  minAmount: number | null;
  playedFrom: string | null;
  playedTo: string | null;
  fieldIds: string[];
  roleIds: number[];
  /** Hours of its time windows. */
  windows: WindowHours[];
}

export interface PromoBooking {
  /** Null for one that is not made yet. */
  eventId: string | null;
  fieldId: string;
  start: Date;
  end: Date;
  /** The facility's. */
  timezone: string;
  /** Minor units, after the discount of a membership. */
  price: number;
  lines: readonly PriceLine[];
  currency: string;
  /** Categories of the customer on the date of the booking. */
  roleIds: readonly number[];
}

const writeDate = (day: string, language: Language): string => dateFormats(language, "UTC").date(`${day}T00:00:00Z`);

const targetMessages = {
  booking: "promo-codes.forBookings",
  subscription: "promo-codes.forMemberships",
  pack: "promo-codes.forPacks",
} as const;

/** Says what a code is for that is not for this. */
export const otherTarget = ({ code, applies_to }: Pick<PromoCodeRow, "code" | "applies_to">): LocalizedMessage =>
  message(targetMessages[applies_to as PromoTarget], { code });

/** Asks who pays, and how much. */
export function findBuyerRefusal(
  { code, roleIds, minAmount }: Pick<PromoTerms, "code" | "roleIds" | "minAmount">,
  { price, currency, roleIds: held }: Pick<PromoBooking, "price" | "currency" | "roleIds">,
  language: Language,
): LocalizedMessage | null {
  if (roleIds.length > 0 && !roleIds.some((id) => held.includes(id)))
    return message("promo-codes.otherCategory", { code });
  if (price === 0) return message("promo-codes.nothingToPay", { code });
  if (minAmount !== null && price < minAmount)
    return message("promo-codes.amountTooLow", { code, amount: formatMoney(minAmount, currency, language) });
  return null;
}

/** Asks what a booking must be that the code is for. */
export function findTermsRefusal(
  terms: PromoTerms,
  booking: PromoBooking,
  language: Language,
): LocalizedMessage | null {
  const { start, end, timezone } = booking;
  const { code } = terms;
  const date = localDateOf(timezone, start);
  if (terms.playedFrom !== null && date < terms.playedFrom)
    return message("promo-codes.playedFromLater", { code, date: writeDate(terms.playedFrom, language) });
  if (terms.playedTo !== null && date > terms.playedTo)
    return message("promo-codes.playedUntil", { code, date: writeDate(terms.playedTo, language) });
  if (terms.fieldIds.length > 0 && !terms.fieldIds.includes(booking.fieldId))
    return message("promo-codes.otherField", { code });
  const span = { start: start.getTime(), end: end.getTime() };
  const minutes = (span.end - span.start) / 60_000;
  const isInside = terms.windows.some((one) => countMinutesInWindow(one, span, timezone) === minutes);
  if (terms.windows.length > 0 && !isInside) return message("promo-codes.otherHours", { code });
  return findBuyerRefusal(terms, booking, language);
}

/** Asks when the code can be used. @param today local date of the organization */
export function findDateRefusal(row: PromoCodeRow, today: string, language: Language): LocalizedMessage | null {
  if (row.booked_from !== null && today < row.booked_from)
    return message("promo-codes.notYet", { code: row.code, date: writeDate(row.booked_from, language) });
  if (row.booked_to !== null && today > row.booked_to)
    return message("promo-codes.over", { code: row.code, date: writeDate(row.booked_to, language) });
  return null;
}

/** A visitor is known once they book: what counts by customer is counted then. */
export type PromoCustomer = string | null | { isVisitor: true };

export const isCountedByCustomer = (row: Pick<PromoCodeRow, "max_per_customer" | "first_booking_only">): boolean =>
  row.first_booking_only || row.max_per_customer !== null;

interface PromoCounts {
  uses: number;
  /** Uses and bookings of the customer. */
  ownUses: number;
  ownBookings: number;
}

interface PromoUser {
  eventId: string | null;
  customerId: PromoCustomer;
}

/** Counts only what the code limits. */
async function countFor(
  scope: PromoScope,
  row: PromoCodeRow,
  { eventId, customerId }: PromoUser,
): Promise<PromoCounts> {
  const { id, max_uses, max_per_customer, first_booking_only } = row;
  const own = typeof customerId === "string" ? customerId : undefined;
  const except = { exceptEventId: eventId };
  return {
    uses: max_uses === null ? 0 : await countUses(scope, id, except),
    ownBookings: first_booking_only && own ? await countBookings(scope, own, eventId) : 0,
    ownUses: max_per_customer !== null && own ? await countUses(scope, id, { ...except, customerId: own }) : 0,
  };
}

function compareUses(row: PromoCodeRow, counts: PromoCounts): LocalizedMessage | null {
  const { code, max_uses, max_per_customer, first_booking_only } = row;
  const { uses, ownUses, ownBookings } = counts;
  if (max_uses !== null && uses >= max_uses) return message("promo-codes.usedUp", { code });
  if (first_booking_only && ownBookings > 0) return message("promo-codes.firstBookingOnly", { code });
  return max_per_customer !== null && ownUses >= max_per_customer
    ? message("promo-codes.usedByCustomer", { code, count: max_per_customer })
    : null;
}

/** Counts uses and bookings. @param user.customerId null while nobody is known: codes that count by customer are refused */
export async function findUsesRefusal(
  scope: PromoScope,
  row: PromoCodeRow,
  user: PromoUser,
): Promise<LocalizedMessage | null> {
  const refusal = compareUses(row, await countFor(scope, row, user));
  if (refusal || user.customerId !== null || !isCountedByCustomer(row)) return refusal;
  return message("promo-codes.customerNeeded", { code: row.code });
}

/**
 * Bookings that one customer would make one after the other: each takes a use, as long as there are some.
 * @param refusals why the code does not hold for one, whatever its uses; null where it does
 */
export async function findUsesRefusals(
  scope: PromoScope,
  row: PromoCodeRow,
  { customerId, refusals }: { customerId: PromoCustomer; refusals: readonly (LocalizedMessage | null)[] },
): Promise<(LocalizedMessage | null)[]> {
  const first = await findUsesRefusal(scope, row, { eventId: null, customerId });
  const { uses, ownUses, ownBookings } = await countFor(scope, row, { eventId: null, customerId });
  let taken = 0;
  return refusals.map((refusal, made) => {
    const now = { uses: uses + taken, ownUses: ownUses + taken, ownBookings: ownBookings + made };
    const why = refusal ?? first ?? compareUses(row, now);
    if (why === null) taken += 1;
    return why;
  });
}

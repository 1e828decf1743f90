/** Takes a promo code off the price of a booking. A code has one use for each booking, which counts as long as it stands. */
import { normalizePromoCode, promoDiscountOf, withPromoLine } from "#contract/promo-codes-discount-rules.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { listTimeWindows } from "#server/time-windows/queries.ts";
import type { Language } from "#messages/translator.ts";
import {
  findDateRefusal,
  findTermsRefusal,
  otherTarget,
  findUsesRefusal,
  findUsesRefusals,
  isCountedByCustomer,
  type PromoBooking,
  type PromoCustomer,
  type PromoTerms,
} from "./find-refusal.ts";
import {
  deleteUse,
  findActiveCode,
  findUse,
  insertUse,
  lockPromoCode,
  type PromoCodeRow,
  type PromoScope,
  type PromoUseRow,
  updateUse,
} from "./queries.ts";

export type PromoContext = Pick<TenantContext, "db" | "now" | "organizationId"> & { language: Language };

/** A code that holds for a booking, as far as the customer's uses do not matter. */
export interface Promo {
  row: PromoCodeRow;
  terms: PromoTerms;
  booking: PromoBooking;
  /** Minor units. */
  discount: number;
}

export const unknownCode = (code: string) => invalidFields({ promoCode: [message("promo-codes.unknown", { code })] });
export const refusedCode = (refusal: LocalizedMessage, field = "promoCode") =>
  new HttpError(409, refusal, { errors: { [field]: [refusal] } });

export async function readTerms({ db, organizationId }: PromoScope, row: PromoCodeRow): Promise<PromoTerms> {
  const windows = row.window_ids.length === 0 ? [] : await listTimeWindows(db, organizationId);
  return {
    ...{ code: row.code, kind: row.kind as PromoTerms["kind"], value: row.value, minAmount: row.min_amount },
    ...{ playedFrom: row.played_from, playedTo: row.played_to, fieldIds: row.field_ids, roleIds: row.role_ids },
    windows: windows
      .filter(({ id }) => row.window_ids.includes(id))
      .map(({ weekdays, start, end, fromDate, toDate }) => ({ weekdays, start, end, fromDate, toDate })),
  };
}

type Weighed = Pick<Promo, "terms" | "discount"> & { refusal: LocalizedMessage | null };

/** All but the uses. */
async function weigh(context: PromoContext, row: PromoCodeRow, booking: PromoBooking): Promise<Weighed> {
  const { timezone } = await findSettings(context);
  const terms = await readTerms(context, row);
  const refusal =
    (row.applies_to === "booking" ? null : otherTarget(row)) ??
    findDateRefusal(row, localDateOf(timezone, context.now), context.language) ??
    findTermsRefusal(terms, booking, context.language);
  return { terms, discount: promoDiscountOf(terms, booking.price), refusal };
}

/**
 * Finds a code by what somebody typed. Uses are counted by `claimPromo`, once the booking is there.
 * @throws HttpError 409 with what refuses it, 422 for an unknown one, on `promoCode`
 */
export async function findPromo(context: PromoContext, text: string, booking: PromoBooking): Promise<Promo> {
  const code = normalizePromoCode(text);
  const row = await findActiveCode(context, code);
  if (!row) throw unknownCode(code);
  const { terms, discount, refusal } = await weigh(context, row, booking);
  if (refusal) throw refusedCode(refusal);
  return { row, terms, booking, discount };
}

/** A price with its lines, less what a code takes off. */
export const lowerPrice = <P extends { price: number; price_lines: string }>(
  charge: P,
  { terms, booking, discount }: Pick<Promo, "terms" | "booking" | "discount">,
): P => ({
  ...charge,
  price: booking.price - discount,
  price_lines: JSON.stringify(withPromoLine(booking.lines, terms, discount)),
});

/**
 * Counts a use for a booking that has taken its slot, with the row of the code held: of two with the last use one gets it,
 * and the slot of the other is free again.
 * @throws HttpError 409 where it has been used as often as it can be, or does not hold as it did
 */
export async function claimPromo(
  context: PromoContext,
  { row, terms, booking, discount }: Promo,
  { eventId, customerId }: { eventId: string; customerId: string | null },
): Promise<void> {
  const { db, now, organizationId } = context;
  const held = await lockPromoCode(context, row.id);
  if (!held.active) throw unknownCode(terms.code);
  const again = await weigh(context, held, booking);
  if (again.discount !== discount) throw refusedCode(message("promo-codes.changed", { code: terms.code }));
  const refusal = again.refusal ?? (await findUsesRefusal(context, held, { eventId, customerId }));
  if (refusal) throw refusedCode(refusal);
  await insertUse(db, {
    ...{ organization_id: organizationId, id: uuidv7(now), promo_code_id: held.id, event_id: eventId },
    ...{ terms: JSON.stringify(again.terms), discount, created_at: now, updated_at: now },
  });
}

/** The answer of a quote: what a code takes off, or why it does not hold. */
export interface PromoQuote {
  code: string;
  /** Minor units. */
  discount: number;
  refusal: LocalizedMessage | null;
  terms: PromoTerms | null;
}

/** Whether a code is counted by customer, so that who uses it must be known; false for unknown ones. */
export async function needsCustomer(context: PromoContext, text: string): Promise<boolean> {
  const row = await findActiveCode(context, normalizePromoCode(text));
  return row !== undefined && isCountedByCustomer(row);
}

/** @param customerId null where nobody has it yet */
export async function quotePromo(
  context: PromoContext,
  text: string,
  booking: PromoBooking,
  customerId: PromoCustomer,
): Promise<PromoQuote> {
  const code = normalizePromoCode(text);
  const none = { code, discount: 0, terms: null };
  const row = await findActiveCode(context, code);
  if (!row) return { ...none, refusal: message("promo-codes.unknown", { code }) };
  const { terms, discount, refusal } = await weigh(context, row, booking);
  const why = refusal ?? (await findUsesRefusal(context, row, { eventId: null, customerId }));
  return why ? { ...none, refusal: why } : { code, discount, refusal: null, terms };
}

/**
 * A code over several bookings of one customer, in their order: those for which it does not hold cost the whole.
 * @throws HttpError 422 on `field` for an unknown one
 */
export async function quotePromoOfSeveral(
  context: PromoContext,
  text: string,
  bookings: readonly PromoBooking[],
  { customerId, field }: { customerId: PromoCustomer; field: string },
): Promise<Pick<PromoQuote, "discount" | "refusal">[]> {
  const code = normalizePromoCode(text);
  const row = await findActiveCode(context, code);
  if (!row) throw invalidFields({ [field]: [message("promo-codes.unknown", { code })] });
  const { timezone } = await findSettings(context);
  const terms = await readTerms(context, row);
  const always =
    (row.applies_to === "booking" ? null : otherTarget(row)) ??
    findDateRefusal(row, localDateOf(timezone, context.now), context.language);
  const refusals = bookings.map((booking) => always ?? findTermsRefusal(terms, booking, context.language));
  const whys = await findUsesRefusals(context, row, { customerId, refusals });
  return bookings.map(({ price }, index) => {
    const refusal = whys[index] ?? null;
    return { refusal, discount: refusal === null ? promoDiscountOf(terms, price) : 0 };
  });
}

export interface FollowedUse extends Pick<Promo, "terms" | "booking" | "discount"> {
  use: PromoUseRow;
}

/**
 * The code of a booking that costs something else now: it holds by the terms that it was used with.
 * @returns undefined for a booking without one
 * @throws HttpError 409 on `startTime` where it does not hold for the booking as it is now
 */
export async function findFollowedUse(
  context: PromoContext,
  eventId: string,
  booking: PromoBooking,
): Promise<FollowedUse | undefined> {
  const use = await findUse(context, eventId);
  if (!use) return undefined;
  const terms = use.terms as PromoTerms;
  // A price of 0 leaves nothing to take off, and needs no code.
  const refusal = booking.price > 0 ? findTermsRefusal(terms, booking, context.language) : null;
  if (refusal) throw refusedCode(refusal, "startTime");
  return { use, terms, booking, discount: promoDiscountOf(terms, booking.price) };
}

/** Saves what the code takes off now. */
export const saveFollowedUse = (context: PromoContext, { use, discount }: FollowedUse): Promise<void> =>
  updateUse(context, use.id, { discount, updated_at: context.now });

/** Gives the use of a booking back whose price is set by hand. */
export async function endUse(context: PromoContext, eventId: string): Promise<void> {
  const use = await findUse(context, eventId);
  if (use) await deleteUse(context, use.id);
}

/**
 * Counts the use again of a booking that ended and is restored: it stands only where one is left.
 * @throws HttpError 409 where the code was used by others meanwhile
 */
export async function reclaimPromo(
  context: PromoContext,
  { id: eventId, customer_id: customerId }: { id: string; customer_id: string | null },
): Promise<void> {
  const use = await findUse(context, eventId);
  if (!use) return;
  const row = await lockPromoCode(context, use.promo_code_id);
  // A customer who has booked since keeps what was agreed.
  const counted = { ...row, first_booking_only: false };
  const refusal = await findUsesRefusal(context, counted, { eventId, customerId });
  if (refusal) throw new HttpError(409, refusal);
}

/** A guest reads, cancels, moves and pays a booking by the secret of its page, and adds it to a calendar. */
import type { Slots } from "#contract/availability.ts";
import type { bookings } from "#contract/bookings.ts";
import { events } from "#contract/events.ts";
import type { GuestBooking, guests } from "#contract/guests.ts";
import { payments } from "#contract/payments.ts";
import type { CheckedVoucher } from "#contract/vouchers.ts";
import type { Returns } from "#contract/kit.ts";
import { accentStyle, computeAccent } from "#contract/organizations-accent-rules.ts";
import { sendCalendarFile } from "#server/bookings/calendar-file.ts";
import { readBooking } from "#server/bookings/read-booking.ts";
import { changeEvent } from "#server/events/change.ts";
import { cancelEvent, checkPaymentBeforeCancel } from "#server/events/cancel.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import type { Call, RawCall } from "#server/kit/http/serve-module.ts";
import { findCurrentSlug } from "#server/organizations/slugs.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { openCheckout, toTenantContext } from "#server/payments/checkout.ts";
import { refreshPaymentOfEvent } from "#server/payments/event-payments.ts";
import { payPrepaid } from "#server/payments/pay-prepaid.ts";
import { countVoucherGuess } from "#server/vouchers/guesses.ts";
import { findCheckedVoucher, hasUsableVouchers } from "#server/vouchers/queries.ts";
import { toGuestContext } from "./calls.ts";
import { findGuestBySecret, moveLinkEnds } from "./links.ts";
import { findGuestOfEvent, findGuestOrganization, type GuestOfEvent } from "./queries.ts";
import { countRead, listGuestSlots } from "./read.ts";

type SecretCall = Pick<
  Call<typeof guests.booking>,
  "db" | "appContext" | "now" | "language" | "t" | "address" | "request" | "params"
>;

export interface OwnBooking {
  guest: GuestOfEvent;
  context: RequestContext;
}

/** The booking of the address, and its guest as a caller. @throws HttpError 404 */
export async function findOwn(call: SecretCall): Promise<OwnBooking> {
  const guest = await findGuestBySecret(call, call.params.secret);
  const { customer_id: customerId, name, email } = guest;
  return { guest, context: toGuestContext(call, guest.organization_id, { customerId, name, email: email ?? "" }) };
}

export const paramsOf = ({ guest, context }: OwnBooking) => ({
  organizationId: context.organizationId,
  eventId: guest.id,
});

async function serializeOwn(own: OwnBooking): Promise<GuestBooking> {
  const { guest, context } = own;
  const { db, organizationId } = context;
  const isOpen = (await findGuestOrganization(db, organizationId)) !== undefined;
  const booking = await readBooking({ ...context, params: paramsOf(own) });
  return {
    ...booking,
    takesVouchers: isOpen && booking.due > 0 && (await hasUsableVouchers(context)),
    slug: isOpen ? ((await findCurrentSlug(db, organizationId)) ?? null) : null,
    accentStyle: guest.accent === null ? null : accentStyle(computeAccent(guest.accent)),
    ...{ name: guest.name, email: guest.email, hasAccount: guest.user_id !== null },
    // An address that nobody has proved leads an account to nothing.
    mayJoin: isOpen && guest.joining !== "closed" && guest.email_verified_at !== null,
  };
}

export const readOwn = async (call: Call<typeof guests.booking>): Promise<GuestBooking> =>
  serializeOwn(await findOwn(call));

/** Asks the provider before the transaction, as for members: a hold that was paid meanwhile is canceled as a paid booking. */
export async function checkOwnPayment(call: Call<typeof guests.cancel>): Promise<void> {
  const own = await findOwn(call);
  await checkPaymentBeforeCancel({
    ...own.context,
    ...{ params: paramsOf(own), query: undefined, liveVersion: "", record: () => undefined },
    body: { notify: true },
  });
}

export async function cancelOwn(call: Call<typeof guests.cancel>): Promise<GuestBooking> {
  const own = await findOwn(call);
  const { refund } = call.body;
  const body = { notify: true, ...(refund !== undefined && { refund }) };
  await invokeEndpoint(own.context, events.cancel, cancelEvent, { params: { eventId: own.guest.id }, body });
  return serializeOwn(own);
}

/** A payer who comes back from the provider's page must not be asked to pay again. */
export async function refreshOwnPayment(call: Call<typeof guests.booking>): Promise<void> {
  const { guest, context } = await findOwn(call);
  await refreshPaymentOfEvent(call, { organizationId: context.organizationId, eventId: guest.id });
}

/** Bookings of a club that is closed are read and canceled, and no more. @throws HttpError 404 */
export async function findOwnOfOpenClub(call: SecretCall): Promise<OwnBooking> {
  const own = await findOwn(call);
  if (!own.guest.is_open) throw notFound();
  return own;
}

export async function moveOwn(call: Call<typeof guests.move>): Promise<GuestBooking> {
  const { guest, context } = await findOwnOfOpenClub(call);
  const body = { ...call.body, pricing: "reprice", notify: true } as const;
  const change = (inner: Call<typeof events.update>) => changeEvent(inner);
  await invokeEndpoint(context, events.update, change, { params: { eventId: guest.id }, body });
  const moved = (await findGuestOfEvent(context.db, context.organizationId, guest.id)) ?? guest;
  await moveLinkEnds(context, moved);
  return serializeOwn({ guest: moved, context });
}

export async function readOwnSlots(call: Call<typeof guests.ownSlots>): Promise<Slots> {
  countRead(call);
  const own = await findOwnOfOpenClub(call);
  const { duration, sport, people } = await readBooking({ ...own.context, params: paramsOf(own) });
  return listGuestSlots(own.context, {
    ...{ ...call.query, eventId: own.guest.id, duration },
    ...(sport && { sportId: sport.id }),
    ...(people !== null && { people }),
  });
}

/** @param call its `db` is the pool: the payment provider is asked meanwhile */
export async function payOwn(call: Call<typeof guests.checkout>): Promise<Returns<typeof guests.checkout>> {
  const { guest, context } = await findOwnOfOpenClub(call);
  await assertSellerComplete(context, false);
  const { url, expiresAt } = await openCheckout(toTenantContext(context), {
    ...{ key: { eventId: guest.id }, language: call.language, isLink: false, isGuest: true, email: guest.email },
  });
  return { url, expiresAt: expiresAt.toISOString() };
}

/** @param call its `db` is the pool: tries are counted although they are refused */
export async function countOwnGuess(call: SecretCall, code: string): Promise<void> {
  const { context } = await findOwnOfOpenClub(call);
  await countVoucherGuess(context, code);
}

export async function checkOwnVoucher(call: Call<typeof guests.checkVoucher>): Promise<CheckedVoucher> {
  const { context } = await findOwnOfOpenClub(call);
  return findCheckedVoucher({ ...context, body: call.body });
}

export async function payOwnByVoucher(call: Call<typeof guests.payByVoucher>): Promise<GuestBooking> {
  const own = await findOwnOfOpenClub(call);
  const body = { ...call.body, eventId: own.guest.id, method: "voucher" } as const;
  await invokeEndpoint(own.context, payments.payPrepaid, payPrepaid, { body });
  return serializeOwn(own);
}

export async function sendOwnCalendar(call: RawCall<typeof guests.calendar>): Promise<void> {
  const own = await findOwn(call);
  const inner: RawCall<typeof bookings.calendar> = {
    ...own.context,
    ...{ params: paramsOf(own), query: undefined, body: undefined, liveVersion: "", record: () => undefined },
    reply: call.reply,
  };
  await sendCalendarFile(inner);
}

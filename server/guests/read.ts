/** Answers what a guest asks before booking: what can be booked, when, and at which price. */
import type { availability, Slots } from "#contract/availability.ts";
import { type GuestDesk, type GuestQuote, type guests, MAX_UNPROVED_HOLDS } from "#contract/guests.ts";
import type { Query } from "#contract/kit.ts";
import { accentStyle, computeAccent } from "#contract/organizations-accent-rules.ts";
import type { prices } from "#contract/prices.ts";
import { networkPrefix } from "#server/accounts/rate-limits.ts";
import { readSlotOptions, readSlots } from "#server/availability/read-slots.ts";
import { paymentPort } from "#server/events/payment-port.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { createMinuteCounter, type MinuteCounter } from "#server/kit/http/minute-counter.ts";
import { type Call, readMayLag } from "#server/kit/http/serve-module.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { readQuote } from "#server/prices/quote.ts";
import { countPromoGuess } from "#server/promo-codes/guesses.ts";
import { needsCustomer } from "#server/promo-codes/use.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { findGuestClub, type PublicCall, toGuestCall, toGuestContext } from "./calls.ts";
import { countUnprovedHolds, type GuestOrganization } from "./queries.ts";
import { createTicket } from "./form-tickets.ts";

/** Reads from one network within a minute. */
const MAX_READS_PER_MINUTE = 300;
const counters = new WeakMap<AppContext, MinuteCounter>();

/** @throws HttpError 429 after many reads */
export function countRead({ appContext, address, now }: Pick<Call, "appContext" | "address" | "now">): void {
  const counter = counters.get(appContext) ?? createMinuteCounter(() => appContext.clock.now().getTime());
  counters.set(appContext, counter);
  if (counter.add(networkPrefix(address)) <= MAX_READS_PER_MINUTE) return;
  throw new HttpError(429, message("kit.tooManyMinutes", { count: 1 }), { retryAfter: 60 - now.getUTCSeconds() });
}

export async function readDesk(call: Call<typeof guests.read>): Promise<GuestDesk> {
  countRead(call);
  const { organization, slug } = await findGuestClub(call, call.params.slug);
  const { id, name, accent, currency, phone, email } = organization;
  const context = toGuestContext(call, id);
  const options = await readMayLag(call, id, async (at) =>
    readSlotOptions(await toGuestCall<typeof availability.slotOptions>({ ...context, db: at }, { query: {} })),
  );
  return {
    ...{ organization: { id, name }, slug, currency, contact: { phone, email } },
    accentStyle: accent === null ? null : accentStyle(computeAccent(accent)),
    ...{ timezone: options.timezone, sports: options.sports, durations: options.durations },
    horizonDays: organization.guest_horizon_days,
    mayJoin: organization.joining !== "closed",
    // The first ticket makes the key that signs all, and a HEAD request writes nothing.
    ticket: call.request.method === "HEAD" ? "" : await createTicket(call.db, id, call.now),
  };
}

export const listGuestSlots = (context: RequestContext, query: Query<typeof availability.slots>): Promise<Slots> =>
  readMayLag(context, context.organizationId, async (db) => {
    const slots = await readSlots(await toGuestCall<typeof availability.slots>({ ...context, db }, { query }));
    // Only members wait.
    return { ...slots, canWait: false };
  });

export async function readGuestSlots(call: Call<typeof guests.slots>): Promise<Slots> {
  countRead(call);
  const { organization } = await findGuestClub(call, call.params.slug);
  return listGuestSlots(toGuestContext(call, organization.id), call.query);
}

export interface GuestCharge {
  /** Minor units. */
  total: number;
  currency: string;
  startTime: Date;
}

/** Ways in which a guest can pay, the usual one first. */
export async function listGuestPayments(
  context: RequestContext,
  { total: amount, currency, startTime }: GuestCharge,
): Promise<GuestQuote["payments"]> {
  if (amount === 0) return [];
  const { organizationId } = context;
  const refusal = await paymentPort.findOnlinePaymentRefusal(context, { organizationId, amount, currency, startTime });
  const { paymentOnSite } = await findSettings(context);
  return [...(refusal ? [] : (["online"] as const)), ...(paymentOnSite ? (["on_site"] as const) : [])];
}

/** Whether a guest must prove the address before anything is held; else an online payment proves it. */
export async function needsCode(
  { db, now }: Pick<RequestContext, "db" | "now">,
  { id, guest_booking: mode }: GuestOrganization,
  payments: GuestQuote["payments"],
): Promise<boolean> {
  if (mode !== "payment" || !payments.includes("online")) return true;
  return (await countUnprovedHolds(db, id, now)) >= MAX_UNPROVED_HOLDS;
}

/** Counts promo codes that nobody has made. @param call its `db` is the pool */
export async function countGuestCode(
  call: PublicCall & { params: { slug: string } },
  promoCode: string | null | undefined,
): Promise<void> {
  if (!promoCode) return;
  const { organization } = await findGuestClub(call, call.params.slug);
  await countPromoGuess(toGuestContext(call, organization.id), promoCode, { isVisitor: true });
}

export async function readGuestQuote(call: Call<typeof guests.quote>): Promise<GuestQuote> {
  countRead(call);
  const { body, params } = call;
  const { organization } = await findGuestClub(call, params.slug);
  const context = toGuestContext(call, organization.id);
  const { trace: _trace, ...quote } = await readQuote(
    await toGuestCall<typeof prices.quote>(context, { query: undefined, body }),
  );
  const payments = await listGuestPayments(context, { ...quote, startTime: new Date(body.startTime) });
  // Codes that are counted by customer hold for whoever has proved an address.
  const isByCustomer = Boolean(body.promoCode) && (await needsCustomer(context, body.promoCode ?? ""));
  return { ...quote, payments, needsCode: isByCustomer || (await needsCode(context, organization, payments)) };
}

/** Books for a guest: nothing is held before the address is proved, by a code or by the payment that goes on at once. */
import { createHash } from "node:crypto";
import { events } from "#contract/events.ts";
import { type GuestBookingDraft, type guests, MAX_UNPROVED_HOLDS } from "#contract/guests.ts";
import type { Returns } from "#contract/kit.ts";
import { enforceRateLimit, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import { lockEmail } from "#server/accounts/queries.ts";
import { ensureGuest } from "#server/customers/guests.ts";
import { bookEvent } from "#server/events/book.ts";
import { notifyBooked } from "#server/events/notifications.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import { claimIdempotencyKey, toSavedAnswer, updateAnswer } from "#server/kit/http/idempotency.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { assertProof } from "./codes.ts";
import { findGuestClub, toGuestContext } from "./calls.ts";
import { createSecret } from "./links.ts";
import { countUnprovedHolds, lockUnprovedHolds, type GuestOrganization } from "./queries.ts";
import { needsCustomer } from "#server/promo-codes/use.ts";
import { assertTicket } from "./form-tickets.ts";

type BookCall = Call<typeof guests.book>;
type Answer = Returns<typeof guests.book>;

/** A booking that was made, as the key of its request remembers it: without its secret. */
interface MadeBooking {
  eventId: string;
  endTime: string;
  status: string;
  isHeld: boolean;
}

/** An id that stands for the address, where that of an account stands for a person. */
function toKeyOwner(email: string): string {
  const hash = createHash("sha256").update(`guest ${email}`).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function readKey(call: BookCall, organizationId: string) {
  const key = call.request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "") return undefined;
  if (key.length > 200) throw new HttpError(400, message("kit.malformed"));
  const { now, params } = call;
  // The ticket of another try is another one.
  const { ticket: _ticket, ...body } = call.body;
  const userId = toKeyOwner(body.contact.email);
  return { organizationId, userId, key, endpoint: "guests.book", request: { params, body }, now };
}

const codeNeeded = () => invalidFields({ proof: [message("guests.codeNeeded")] });

/** @throws HttpError 422 on `proof` where the address must be proved first */
async function assertMayHoldUnproved(call: BookCall, { id, guest_booking: mode }: GuestOrganization): Promise<void> {
  const { db, now, body } = call;
  if (mode !== "payment" || body.payment === "on_site") throw codeNeeded();
  const within = { db, now, organizationId: id, language: call.language };
  if (body.promoCode && (await needsCustomer(within, body.promoCode))) throw codeNeeded();
  await assertTicket(db, id, body.ticket, now);
  await lockUnprovedHolds(db, id);
  if ((await countUnprovedHolds(db, id, now)) >= MAX_UNPROVED_HOLDS) throw codeNeeded();
}

const toEventDraft = ({ fieldId, startTime, duration, people, priceType, sportId, promoCode }: GuestBookingDraft) => ({
  ...{ fieldId, startTime, duration, people, priceType: priceType ?? null, sportId, promoCode },
  ...({ type: "free_play", kind: "event", override: false } as const),
});

async function book(call: BookCall, organization: GuestOrganization): Promise<MadeBooking> {
  const { db, now, address, body, language } = call;
  const { contact, proof } = body;
  const { id: organizationId } = organization;
  const isProved = proof !== undefined;
  const network = networkPrefix(address);
  // In the transaction: what is refused is not counted. Whoever only types an address uses up no try of its owner.
  const limits = [
    rateLimit("guestBooking.person", organizationId, contact.email, isProved ? "proved" : "typed"),
    rateLimit("guestBooking.network", network),
  ];
  await enforceRateLimit(call, limits);
  await lockEmail(db, contact.email);
  if (isProved) await assertProof({ db, organizationId, now }, proof, contact.email);
  else await assertMayHoldUnproved(call, organization);
  const { name, email, phone = null } = contact;
  const customerId = await ensureGuest(toGuestContext(call, organizationId), {
    name,
    email,
    phone,
    language,
    isProved,
  });
  const context = toGuestContext(call, organizationId, { customerId, name, email });
  const draft = { ...toEventDraft(body), name, payment: isProved ? body.payment : "online" } as const;
  const event = await invokeEndpoint(context, events.create, bookEvent, { body: draft });
  const isHeld = event.pendingReason === "payment";
  // Without a proof only a payment that begins at once holds a time.
  if (!isProved && !isHeld) throw codeNeeded();
  if (isHeld) await enforceRateLimit(call, [rateLimit("guestHold.network", network)]);
  if (call.query.source) await publish(context, "events.bookedFromPage", { source: call.query.source });
  return { eventId: event.id, endTime: event.endTime, status: event.status, isHeld };
}

/**
 * @throws HttpError 409 if the time is taken or the guest has too many bookings, 422 without a proof where one is needed, 429
 * after many bookings
 */
export async function bookAsGuest(call: BookCall): Promise<Answer> {
  const { db, now, body } = call;
  const { organization } = await findGuestClub(call, call.params.slug);
  if (body.website) throw codeNeeded();
  const tenant = { db, appContext: call.appContext, now, organizationId: organization.id };
  const attempt = readKey(call, organization.id);
  const before = attempt && ((await claimIdempotencyKey(db, attempt)) as MadeBooking | undefined);
  const made = before ?? (await book(call, organization));
  if (attempt && !before) await updateAnswer(db, toSavedAnswer(attempt, made, 201)).execute();
  const secret = await createSecret(tenant, { eventId: made.eventId, endTime: new Date(made.endTime) });
  // A hold is told of once it is paid.
  if (!before && !made.isHeld)
    await notifyBooked(toGuestContext(call, organization.id), [made.eventId], made.status, { isNew: true });
  return { secret, isHeld: made.isHeld };
}

/** Answers to offers, of people who are signed in and of those who come by the link of a mail: take, decline, leave. */
import { hashToken } from "#server/accounts/sessions.ts";
import { events, type Event } from "#contract/events.ts";
import type { waitlist, WaitlistOffer } from "#contract/waitlist.ts";
import { activityLinks } from "#server/events/activity-entries.ts";
import { bookEvent } from "#server/events/book.ts";
import { endOffer, lockOffer, offerOver } from "#server/events/offers.ts";
import { publish, type RequestContext, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findAccessLink } from "#server/organizations/access-links.ts";
import type { NamedOffer } from "./queries.ts";
import { findEntry, filterOffers, updateEntry, updateOfferEnded } from "./queries.ts";
import { findOffer, serializeOffer } from "./read.ts";
import { asCustomer, findWaitingMember } from "./waiting-member.ts";

/** @throws HttpError 404 for offers of others */
async function findOwnOffer(call: Call<typeof waitlist.take> | Call<typeof waitlist.decline>): Promise<NamedOffer> {
  const offer = await findOffer(call, call.params.waitlistOfferId);
  if (offer.user_id !== call.user.id) throw notFound();
  return offer;
}

type PaymentChoice = Call<typeof waitlist.take>["body"]["payment"];

/**
 * The booking follows the rules, prices and ways of paying of this moment.
 * @param context of who was offered the slot
 * @throws HttpError 409 once the offer has ended, or costs more than it said
 */
async function takeOffered(context: RequestContext, offer: NamedOffer, payment: PaymentChoice): Promise<Event> {
  const { db, organizationId, now, user } = context;
  if (offer.status !== "open" || offer.expires_at <= now) throw offerOver();
  const body = {
    ...{ fieldId: offer.field_id, startTime: offer.start_time.toISOString(), people: offer.people },
    duration: (offer.end_time.getTime() - offer.start_time.getTime()) / 60_000,
    ...({ name: user.fullName, type: "free_play", kind: "event", override: false } as const),
    ...{ sportId: offer.sport_id, priceType: offer.price_type as "field" | "user" | null, payment },
  };
  const take = (call: Call<typeof events.create>) => bookEvent(call, { offerId: offer.event_id });
  const event = await invokeEndpoint(context, events.create, take, { body });
  if (event.price > offer.price) throw new HttpError(409, message("waitlist.priceChanged"));
  if (!(await updateOfferEnded(db, organizationId, offer.id, { status: "taken", ended_at: now }))) throw offerOver();
  await updateEntry(db, organizationId, offer.entry_id, { status: "booked", ended_at: now });
  await publish(context, "waitlist.answered", { eventId: offer.event_id });
  return event;
}

export const takeOwnOffer = async (call: Call<typeof waitlist.take>): Promise<Event> =>
  takeOffered({ ...call, access: asCustomer(call.access) }, await findOwnOffer(call), call.body.payment);

async function declineOffered(context: TenantContext, offer: NamedOffer): Promise<void> {
  if (offer.status === "declined") return;
  await endOffer(context, await lockOffer(context.db, context.organizationId, offer.event_id), "declined");
}

export async function declineOwnOffer(call: Call<typeof waitlist.decline>): Promise<WaitlistOffer> {
  const offer = await findOwnOffer(call);
  await declineOffered(call, offer);
  call.record({ subjectId: offer.entry_id, after: {}, ...(offer.status === "declined" && { skipsEntry: true }) });
  return serializeOffer(call, await findOffer(call, offer.id));
}

/** @throws HttpError 404 for a place of somebody else */
export async function leaveWaitlist(call: Call<typeof waitlist.leave>): Promise<null> {
  const { db, organizationId, user, params } = call;
  const entry = await findEntry(db, organizationId, params.waitlistEntryId);
  if (entry?.user_id !== user.id) throw notFound();
  await leaveEntry(call, entry);
  call.record({ after: {}, ...(entry.ended_at !== null && { skipsEntry: true }) });
  return null;
}

/** Does nothing to a place that has ended. */
export async function leaveEntry(context: TenantContext, entry: { id: string; ended_at: Date | null }): Promise<void> {
  const { db, organizationId, now } = context;
  await endEntry(context, entry.id);
  if (entry.ended_at === null) await updateEntry(db, organizationId, entry.id, { status: "left", ended_at: now });
}

/** Declines the open offer of a place, if it has one. */
export async function endEntry(context: TenantContext, entryId: string): Promise<void> {
  const { db, organizationId } = context;
  const offer = await filterOffers(db, { organizationId, language: "en" })
    .where("offer.entry_id", "=", entryId)
    .where("offer.status", "=", "open")
    .executeTakeFirst();
  if (offer) await declineOffered(context, offer);
}

type LinkCall = Call<typeof waitlist.look> | Call<typeof waitlist.takeByLink> | Call<typeof waitlist.declineByLink>;

async function findOfferByLink({ db, body, now, language }: LinkCall): Promise<NamedOffer> {
  const link = await findAccessLink(db, "offer", hashToken(body.secret), now);
  if (!link) throw invalidFields({ secret: [message("waitlist.linkWrong")] });
  return findOffer({ db, organizationId: link.organization_id, language }, link.subject_id);
}

export async function readOfferByLink(call: Call<typeof waitlist.look>): Promise<WaitlistOffer> {
  const { db, appContext, language, now } = call;
  const offer = await findOfferByLink(call);
  return serializeOffer({ db, appContext, language, now, organizationId: offer.organization_id }, offer);
}

/** The context of the person to whom the link was sent: it proves the mailbox. */
async function contextOfLink(call: LinkCall, offer: NamedOffer): Promise<RequestContext> {
  const { db, appContext, now, language, t, address, request } = call;
  const organizationId = offer.organization_id;
  const member = await findWaitingMember(db, organizationId, offer.user_id);
  if (!member) throw offerOver();
  return { db, appContext, now, organizationId, language, t, address, request, ...member };
}

export async function takeByLink(call: Call<typeof waitlist.takeByLink>): Promise<WaitlistOffer> {
  const offer = await findOfferByLink(call);
  const context = await contextOfLink(call, offer);
  await takeOffered(context, offer, call.body.payment);
  return serializeOffer(context, await findOffer(context, offer.id));
}

export async function declineByLink(call: Call<typeof waitlist.declineByLink>): Promise<WaitlistOffer> {
  const offer = await findOfferByLink(call);
  const context = await contextOfLink(call, offer);
  await declineOffered(context, offer);
  return serializeOffer(context, await findOffer(context, offer.id));
}

/** The team books somebody else: who had the offer is told, and keeps their place. */
export async function withdrawOffer(call: Call<typeof waitlist.withdraw>): Promise<null> {
  const { db, organizationId, params } = call;
  const event = await lockOffer(db, organizationId, params.eventId);
  await endOffer(call, event, "withdrawn");
  call.record({ after: { name: event.name }, ...activityLinks(event) });
  return null;
}

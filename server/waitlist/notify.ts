/** Tells those who wait: of an offer, of a time that came free, of an offer that the team took back. */
import { hashToken, randomToken } from "#server/accounts/sessions.ts";
import type { WishOffer } from "#server/availability/wish-offers.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { findRecipient } from "#server/members/mail.ts";
import { insertAccessLink } from "#server/organizations/access-links.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { listSports } from "#server/sports/queries.ts";
import type { Language } from "#messages/translator.ts";
import { freeMail, offerMail, withdrawnMail, type SlotParams } from "./mail.ts";
import { filterOffers, type EntryRow, type NamedOffer } from "./queries.ts";
import type { WaitingMember } from "./waiting-member.ts";

/** The link goes on to say what became of the offer. */
const LINK_MS = 30 * 86_400_000;

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    "waitlist.offered": { userId: string; eventId: string; slot: ToldSlot };
    /** A time came free for whoever books first. */
    "waitlist.free": { userId: string; entryId: string; slot: ToldSlot };
    /** An offer was taken, or is none any more. */
    "waitlist.answered": { eventId: string };
  }
}
/** Instants in ISO 8601. */
interface ToldSlot {
  field: string;
  facility: string;
  startTime: string;
  endTime: string;
  timezone: string;
  /** Null for a time that is held for nobody. */
  expiresAt: string | null;
}
const toToldSlot = (
  { field, facility, start: startTime, end: endTime, timezone }: SlotParams,
  expiresAt: Date | null,
): ToldSlot => ({ field, facility, startTime, endTime, timezone, expiresAt: expiresAt?.toISOString() ?? null });

const toSlotParams = (offer: NamedOffer): SlotParams => ({
  organization: offer.organization_name,
  sport: offer.sport_name,
  field: offer.field_name,
  facility: offer.facility_name,
  address: offer.complete_address,
  start: offer.start_time.toISOString(),
  end: offer.end_time.toISOString(),
  timezone: offer.timezone,
  price: offer.price,
  currency: offer.currency,
});

const findOfferInLanguage = ({ db, organizationId }: TenantContext, offerId: string, language: Language) =>
  filterOffers(db, { organizationId, language }).where("offer.id", "=", offerId).executeTakeFirstOrThrow();

export async function notifyOffered(
  context: TenantContext,
  { offerId, userId }: { offerId: string; userId: string },
): Promise<void> {
  const { db, appContext, organizationId } = context;
  const recipient = await findRecipient(db, organizationId, userId);
  if (!recipient) return;
  const { email: to, language } = recipient;
  const offer = await findOfferInLanguage(context, offerId, language);
  const slot = toToldSlot(toSlotParams(offer), offer.expires_at);
  await publish(context, "waitlist.offered", { userId, eventId: offer.event_id, slot });
  const secret = randomToken();
  await insertAccessLink(db, {
    ...{ secretHash: hashToken(secret), organizationId, purpose: "offer", subjectId: offerId },
    endsAt: new Date(offer.expires_at.getTime() + LINK_MS),
  });
  const params = {
    ...toSlotParams(offer),
    expiresAt: offer.expires_at.toISOString(),
    link: `${appContext.config.appUrl}/w/${secret}`,
  };
  await enqueueMail(context, { to, language, template: offerMail, params });
}

export async function notifyWithdrawn(context: TenantContext, offerId: string): Promise<void> {
  const { db, organizationId } = context;
  const { user_id } = await findOfferInLanguage(context, offerId, "en");
  const recipient = await findRecipient(db, organizationId, user_id);
  if (!recipient) return;
  const { email: to, language } = recipient;
  const params = toSlotParams(await findOfferInLanguage(context, offerId, language));
  await enqueueMail(context, { to, language, template: withdrawnMail, params });
}

/** The link leads to the finder: whoever comes first has it. */
export async function notifyFree(
  context: TenantContext,
  entry: EntryRow,
  { offer, member }: { offer: WishOffer; member: WaitingMember },
): Promise<void> {
  const { db, appContext, organizationId } = context;
  const recipient = await findRecipient(db, organizationId, member.user.id);
  if (!recipient) return;
  const { email: to, language } = recipient;
  const { name, currency } = await findSettings(context);
  const { field } = offer;
  const local = Temporal.Instant.fromEpochMilliseconds(offer.start).toZonedDateTimeISO(entry.timezone);
  const search = new URLSearchParams({
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: "minute" }),
    duration: String(offer.duration),
    ...(entry.sport_id !== null && { sport: String(entry.sport_id) }),
  });
  const params: SlotParams = {
    ...{ organization: name, field: field.name, facility: field.facility_name, address: null },
    sport: (await listSports(db, language)).find(({ id }) => id === entry.sport_id)?.name ?? null,
    ...{ start: new Date(offer.start).toISOString(), end: new Date(offer.end).toISOString() },
    ...{ timezone: field.timezone, price: offer.total, currency },
  };
  await publish(context, "waitlist.free", {
    ...{ userId: member.user.id, entryId: entry.id, slot: toToldSlot(params, null) },
  });
  const link = `${appContext.config.appUrl}/organizations/${organizationId}/find?${search.toString()}`;
  await enqueueMail(context, { to, language, template: freeMail, params: { ...params, link } });
}

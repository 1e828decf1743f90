/** Reads places in the waitlist and offers: one's own, by the link of an offer, and the team's list of who waits. */
import type { PassOverReason, waitlist, WaitingPerson, WaitlistEntry, WaitlistOffer } from "#contract/waitlist.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { paymentPort } from "#server/events/payment-port.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { filterEntries, findPeopleBehind, filterOffers, type NamedEntry, type NamedOffer } from "./queries.ts";

type Reader = Pick<Call, "db" | "appContext" | "organizationId" | "language" | "now">;

const refOf = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

async function listPaymentWays(reader: Reader, row: NamedOffer): Promise<WaitlistOffer["payments"]> {
  const { price: amount, currency, start_time: startTime, organization_id: organizationId } = row;
  if (amount === 0) return [];
  const refusal = await paymentPort.findOnlinePaymentRefusal(reader, { organizationId, amount, currency, startTime });
  const { paymentOnSite } = await findSettings({ db: reader.db, organizationId });
  return [...(refusal ? [] : (["online"] as const)), ...(paymentOnSite ? (["on_site"] as const) : [])];
}

export const serializeOffer = async (reader: Reader, row: NamedOffer): Promise<WaitlistOffer> => ({
  id: row.id,
  // Its job frees the slot within a minute.
  status: row.status === "open" && row.expires_at <= reader.now ? "lapsed" : (row.status as WaitlistOffer["status"]),
  eventId: row.event_id,
  organization: { id: row.organization_id, name: row.organization_name },
  field: { id: row.field_id, name: row.field_name },
  facility: { id: row.facility_id, name: row.facility_name },
  sport: row.sport_id === null ? null : { id: row.sport_id, name: row.sport_name },
  startTime: row.start_time.toISOString(),
  endTime: row.end_time.toISOString(),
  timezone: row.timezone,
  expiresAt: row.expires_at.toISOString(),
  people: row.people,
  price: row.price,
  currency: row.currency,
  payments: await listPaymentWays(reader, row),
});

const serializeEntry = (row: NamedEntry): Omit<WaitlistEntry, "offer"> => ({
  id: row.id,
  status: row.status as WaitlistEntry["status"],
  organization: { id: row.organization_id, name: row.organization_name },
  sport: row.sport_id === null ? null : { id: row.sport_id, name: row.sport_name ?? "" },
  field: refOf(row.field_id, row.field_name),
  facility: refOf(row.facility_id, row.facility_name),
  space: row.space as WaitlistEntry["space"],
  date: row.date,
  timezone: row.timezone,
  firstStart: row.first_start.toISOString(),
  lastStart: row.last_start.toISOString(),
  durations: row.durations,
  people: row.people,
  passedOver:
    row.passed_over === null || row.passed_start === null
      ? null
      : {
          reason: row.passed_over as PassOverReason,
          startTime: row.passed_start.toISOString(),
        },
  created_at: row.created_at.toISOString(),
});

const serializeWithOffer = async (
  reader: Reader,
  row: NamedEntry,
  offer: NamedOffer | undefined,
): Promise<WaitlistEntry> => ({
  ...serializeEntry(row),
  offer: offer ? await serializeOffer(reader, offer) : null,
});

const openOffers = ({ db, organizationId, language, now }: Reader) =>
  filterOffers(db, { organizationId, language }).where("offer.status", "=", "open").where("offer.expires_at", ">", now);

const openEntries = ({ db, organizationId, language, now }: Reader) =>
  filterEntries(db, { organizationId, language })
    .where("entry.ends_at", ">", now)
    .orderBy("entry.first_start")
    .orderBy("entry.created_at")
    .orderBy("entry.id");

export async function listOwnEntries(call: Call<typeof waitlist.own>): Promise<WaitlistEntry[]> {
  const { db, appContext, language, now, user } = call;
  const reader = { db, appContext, language, now, organizationId: ALL_ORGANIZATIONS };
  const entries = await openEntries(reader).where("entry.user_id", "=", user.id).execute();
  if (entries.length === 0) return [];
  const offers = await openOffers(reader).where("entry.user_id", "=", user.id).execute();
  const offerOf = new Map(offers.map((offer) => [offer.entry_id, offer]));
  return Promise.all(entries.map((entry) => serializeWithOffer(reader, entry, offerOf.get(entry.id))));
}

export async function findOwnEntry(reader: Reader, id: string): Promise<WaitlistEntry> {
  const { db, organizationId, language } = reader;
  const entry = await filterEntries(db, { organizationId, language })
    .where("entry.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  const offer = await openOffers(reader).where("offer.entry_id", "=", id).executeTakeFirst();
  return serializeWithOffer(reader, entry, offer);
}

export const findOffer = (
  { db, organizationId, language }: Omit<Reader, "appContext" | "now">,
  id: string,
): Promise<NamedOffer> =>
  filterOffers(db, { organizationId, language }).where("offer.id", "=", id).executeTakeFirstOrThrow(notFound);

const serializePerson = (row: NamedEntry, offer: NamedOffer | undefined): WaitingPerson => ({
  ...serializeEntry(row),
  name: row.full_name,
  userId: row.user_id,
  customerId: row.customer_id,
  offer: offer
    ? {
        id: offer.id,
        eventId: offer.event_id,
        field: { id: offer.field_id, name: offer.field_name },
        startTime: offer.start_time.toISOString(),
        expiresAt: offer.expires_at.toISOString(),
      }
    : null,
});

export async function findWaitingPerson(reader: Reader, id: string): Promise<WaitingPerson> {
  const { db, organizationId, language } = reader;
  const entry = await filterEntries(db, { organizationId, language })
    .where("entry.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  return serializePerson(entry, undefined);
}

const MAX_LISTED_PEOPLE = 500;

/** In the order of offers. @throws HttpError 403 for who is not in the team */
export async function listWaitingPeople(call: Call<typeof waitlist.people>): Promise<WaitingPerson[]> {
  const { db, organizationId, access, query, now } = call;
  if (!access.isTeam) throw forbidden("events.show");
  let found = filterEntries(db, call).where("entry.ends_at", ">", now);
  if (query.date) found = found.where("entry.date", "=", query.date);
  if (query.from) found = found.where("entry.last_end", ">", new Date(query.from));
  if (query.to) found = found.where("entry.first_start", "<", new Date(query.to));
  if (query.fieldId)
    found = found.where((entry) =>
      entry.or([entry("entry.field_id", "is", null), entry("entry.field_id", "=", query.fieldId ?? "")]),
    );
  const rows = await found
    .orderBy("entry.date")
    .orderBy("entry.created_at")
    .orderBy("entry.id")
    .limit(MAX_LISTED_PEOPLE)
    .execute();
  const isBehind = await findPeopleBehind(
    db,
    organizationId,
    rows.map(({ user_id }) => user_id),
    now,
  );
  const offers = await openOffers(call).execute();
  const offerOf = new Map(offers.map((offer) => [offer.entry_id, offer]));
  const rankOf = (row: NamedEntry) => `${row.date} ${Number(isBehind.has(row.user_id))}`;
  return rows
    .toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : rankOf(one) > rankOf(other) ? 1 : 0))
    .map((row) => serializePerson(row, offerOf.get(row.id)));
}

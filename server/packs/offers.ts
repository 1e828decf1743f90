/** Packs for a booking: what each takes, or why it does not pay, the one that expires first before the others. */
import type { PackOffer, packs } from "#contract/packs.ts";
import { rolesOn } from "#contract/permissions-grants-rules.ts";
import { findCategoriesAt, findChosenCustomer, privilegesOf } from "#server/customers/booking-customer.ts";
import { findEventToChange } from "#server/events/queries.ts";
import { findFieldToBook, listSportIds } from "#server/fields/queries.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { invalidFields, message, renderMessage } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findPackRefusal, neededUnits, type PackHolder, type PaidBooking } from "./find-refusal.ts";
import { leftOf, listPacksOfCustomer, stateOf, termsOf } from "./queries.ts";
import { findPaidEvent, toPaidBooking } from "./use.ts";

type OfferCall = Call<typeof packs.offers> | Call<typeof packs.offersOfEvent>;

/** Packs that are used up or have expired are left out. */
async function listOffers(
  call: OfferCall,
  customerId: string,
  booking: PaidBooking,
  holder: PackHolder,
): Promise<PackOffer[]> {
  const offers: PackOffer[] = [];
  for (const pack of await listPacksOfCustomer(call, customerId)) {
    if (stateOf(pack, call.now) !== "running") continue;
    const { name, unit } = termsOf(pack);
    const refusal = await findPackRefusal(call, pack, { booking, holder });
    offers.push({
      pack: { id: pack.id, name, unit, expiresOn: pack.expires_on },
      unitsLeft: leftOf(pack),
      unitsNeeded: neededUnits(pack, booking),
      refusal: refusal && renderMessage(call.t, refusal),
    });
  }
  return [...offers.filter(({ refusal }) => refusal === null), ...offers.filter(({ refusal }) => refusal !== null)];
}

/** Finds whose packs are asked for: the caller's own, or for the team the customer's. @throws HttpError 403, 422 */
async function findHolder(call: Call<typeof packs.offers>) {
  const { db, organizationId, access, user, query } = call;
  if (!access.isTeam && query.customerId) throw forbidden("members.show");
  if (access.isGuest || organizationId === ALL_ORGANIZATIONS || (access.isTeam && !query.customerId)) return null;
  const choice = query.customerId ? { customerId: query.customerId } : { userId: user.id };
  const chosen = await findChosenCustomer(db, organizationId, choice);
  if (query.customerId && !chosen.isKnown) throw invalidFields({ customerId: [message("events.customerUnknown")] });
  if (chosen.customerId === null) return null;
  return { customerId: chosen.customerId, privileges: privilegesOf(chosen, call.now), isTeam: access.isTeam };
}

export async function listOffersOfBooking(call: Call<typeof packs.offers>): Promise<PackOffer[]> {
  const { db, organizationId, query } = call;
  const { fieldId, startTime, duration } = query;
  const holder = await findHolder(call);
  if (!holder || !fieldId || !startTime || !duration) return [];
  const unknown = () => invalidFields({ fieldId: [message("fields.unknown")] });
  const field = await findFieldToBook(db, call, fieldId, unknown);
  const sportId = query.sportId ?? (await listSportIds(db, organizationId, field.id))[0] ?? null;
  const start = new Date(startTime);
  const end = new Date(start.getTime() + duration * 60_000);
  const people = query.people ?? field.min_people_by_event;
  const booking = { eventId: null, fieldId: field.id, sportId, start, end, people, timezone: field.timezone };
  const roleIds = rolesOn(holder.privileges, localDateOf(field.timezone, start));
  return listOffers(call, holder.customerId, booking, { roleIds, isTeam: holder.isTeam });
}

/** @throws HttpError 404 */
export async function listOffersOfEvent(call: Call<typeof packs.offersOfEvent>): Promise<PackOffer[]> {
  const { db, params } = call;
  const found = await findEventToChange(db, call, params.eventId, { hold: false });
  const { id, organization_id: organizationId, customer_id: customerId } = found;
  if (customerId === null || found.covered > 0 || found.shared > 0 || found.paid > 0 || found.price === 0) return [];
  const event = await findPaidEvent(db, organizationId, id);
  const booking = toPaidBooking(event);
  const roleIds = await findCategoriesAt({ ...call, organizationId }, customerId, booking);
  return listOffers({ ...call, organizationId }, customerId, booking, { roleIds, isTeam: true });
}

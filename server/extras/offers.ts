/** Extras for a booking: what one of each costs there, and how many are free. */
import { MAX_EXTRA_QUANTITY, type ExtraOffer, type extras } from "#contract/extras.ts";
import { isBooker } from "#contract/events-states-rules.ts";
import { rolesOn } from "#contract/permissions-grants-rules.ts";
import { findEventToChange } from "#server/events/queries.ts";
import { findFieldToBook, listSportIds } from "#server/fields/queries.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findPrivileges } from "#server/prices/pricing-roles.ts";
import { findBookedEvent, findCategories, placeExtra, readCatalogue, toPlace, type ExtraPlace } from "./bookings.ts";
import type { ExtraScope } from "./queries.ts";
import { countFree, listStocks } from "./stocks.ts";

async function listOffers(
  scope: ExtraScope,
  place: ExtraPlace,
  { isTeam, currency }: { isTeam: boolean; currency: string },
): Promise<ExtraOffer[]> {
  const catalogue = await readCatalogue(scope);
  const placed = catalogue.extras
    .filter(({ mode, online }) => isTeam || online || mode !== "choice")
    .flatMap((extra) => placeExtra(catalogue, extra, place, 1) ?? []);
  const stocks = await listStocks(
    scope,
    placed.map(({ extra }) => extra.id),
  );
  const offers: ExtraOffer[] = [];
  for (const { extra, price } of placed) {
    const stock = stocks.find(({ extra_id, facility_id }) => extra_id === extra.id && facility_id === place.facilityId);
    if (!stock) continue;
    const pieces = await countFree(scope, stock, place.span);
    const free = pieces === null ? null : Math.floor(pieces / price.pieces);
    const { id, name, per, mode } = extra;
    const most = Math.min(free ?? MAX_EXTRA_QUANTITY, extra.maxQuantity ?? MAX_EXTRA_QUANTITY, MAX_EXTRA_QUANTITY);
    const total = price.unitPrice * price.charged;
    offers.push({ extra: { id, name, per, mode }, price: total, currency, free, most });
  }
  return offers;
}

/** @throws HttpError 422 for an unknown field */
export async function listOffersOfBooking(call: Call<typeof extras.offers>): Promise<ExtraOffer[]> {
  const { db, organizationId, access, query } = call;
  const { fieldId, startTime, duration, customerId } = query;
  const privileges = await findPrivileges(call, { customerId });
  if (organizationId === ALL_ORGANIZATIONS || !fieldId || !startTime || !duration) return [];
  const unknown = () => invalidFields({ fieldId: [message("fields.unknown")] });
  const field = await findFieldToBook(db, call, fieldId, unknown);
  const start = Date.parse(startTime);
  const roleIds = rolesOn(privileges, localDateOf(field.timezone, new Date(start)));
  const place = {
    ...{ fieldId: field.id, facilityId: field.facility_id, timezone: field.timezone, roleIds },
    sportId: query.sportId ?? (await listSportIds(db, organizationId, field.id))[0] ?? null,
    span: { start, end: start + duration * 60_000 },
    people: query.people ?? field.min_people_by_event,
  };
  return listOffers(call, place, { isTeam: access.isTeam, currency: field.currency });
}

/** @throws HttpError 404 */
export async function listOffersOfEvent(call: Call<typeof extras.offersOfEvent>): Promise<ExtraOffer[]> {
  const { db, now, access, user, params } = call;
  const found = await findEventToChange(db, call, params.eventId, { hold: false });
  if (!access.isTeam && !isBooker(found, { userId: user.id })) throw notFound();
  const { organization_id: organizationId, currency } = found;
  const event = await findBookedEvent(db, organizationId, found.id);
  const roleIds = await findCategories({ db, now, organizationId }, event);
  if (event.kind !== "event") return [];
  return listOffers({ db, organizationId }, toPlace(event, roleIds), { isTeam: access.isTeam, currency });
}

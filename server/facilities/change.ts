/**
 * Changes a facility. Its events are instants: another time zone leaves them where they are in time, and shows them at
 * other hours of the day.
 */
import type { facilities, Facility } from "#contract/facilities.ts";
import { difference } from "#server/kit/activity.ts";
import { gather } from "#server/kit/gather.ts";
import { notFound } from "#server/kit/problem.ts";
import { prepared, type Call } from "#server/kit/serve.ts";
import { timezoneNamed } from "#server/kit/timezone.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { requireSame } from "#server/organizations/same.ts";
import { zoneAt } from "#server/places/resolve.ts";
import { addressOf, findPlace, type Found } from "./address.ts";
import { findFacility, findFacilityToFill, updateFacility } from "./queries.ts";

type Changing = Call<typeof facilities.update>;

const rowOf = (body: Changing["body"]) => ({
  name: body.name,
  description: body.description,
  parking_place: body.parkingPlace,
  bicycle_parking_place: body.bicycleParkingPlace,
  changing_room: body.changingRoom,
  restroom: body.restroom,
  shower: body.shower,
  restaurant: body.restaurant,
  shop: body.shop,
});

const placeOf = ({ latitude, longitude }: { latitude?: number | null; longitude?: number | null }) =>
  typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;

/** The one given, else a new place's; where it is taken away, that of the place that is left, else the organization's. */
async function timezoneOf({ db, organizationId, body }: Changing, found: Found, kept: Facility["localization"]) {
  if (body.timezone) return timezoneNamed(body.timezone);
  if (found.place) return timezoneNamed(found.place.timezone);
  if (body.timezone === undefined) return undefined;
  const isMoved = (body.placeId !== undefined && body.placeId !== kept.placeId) || Boolean(body.address);
  const place = isMoved ? undefined : placeOf(kept);
  return place ? timezoneNamed(zoneAt(place)) : (await findOrganization(db, organizationId)).timezone;
}

async function update(call: Changing, found: Found): Promise<Facility> {
  const { db, now, organizationId, params, body, record } = call;
  await findFacilityToFill(db, organizationId, params.facilityId, notFound);
  const before = await findFacility(db, call, params.facilityId);
  const [timezone, address] = await gather(
    () => timezoneOf(call, found, before.localization),
    () => addressOf(body, found, before.localization.placeId),
    () => requireSame(organizationId, body.organizationId),
  );
  await updateFacility(db, organizationId, before.id, { ...rowOf(body), ...address, timezone });
  const changed = difference(before, await findFacility(db, call, before.id));
  record(changed);
  if (!changed.isDone) await updateFacility(db, organizationId, before.id, { updated_at: now });
  return findFacility(db, call, before.id);
}

export const change = prepared(async (call: Changing): Promise<Found> => {
  const { localization } = await findFacility(call.db, call, call.params.facilityId);
  return findPlace(call, call.body, localization.placeId);
}, update);

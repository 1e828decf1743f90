/** Changes a facility. Events are instants: another time zone keeps their instants and changes the displayed times. */
import type { facilities } from "#contract/facilities.ts";
import type { Facility } from "#contract/facility-shape.ts";
import { timezoneOfAddress, type ZonedAddress } from "#contract/places-timezones-rules.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { prefetch, type Call } from "#server/kit/http/serve-module.ts";
import { parseTimezone } from "#server/kit/process/timezone.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { assertSameOrganization } from "#server/organizations/same-organization.ts";
import { timezoneAt } from "#server/places/resolve.ts";
import { lookUpPlace, type PlaceLookup, proposeTimezoneOf, resolveAddressColumns } from "./address.ts";
import { changeFacilitySlug } from "./change-slug.ts";
import { facilityColumnMap } from "./column-map.ts";
import { findFacility, lockFacility, lockFacilitySlugs, updateFacility } from "./queries.ts";

type UpdateCall = Call<typeof facilities.update>;

const zonedAddress = ({ address }: Facility["localization"]): ZonedAddress | null =>
  address && { ...address, postalCode: address.postalCode ?? "" };

const coordinatesOf = ({ latitude, longitude }: { latitude?: number | null; longitude?: number | null }) =>
  typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;

/**
 * Undefined keeps the time zone, unless a typed address tells another one; null derives it from the remaining
 * coordinates, else from the address, else from the organization.
 */
async function resolveTimezone(
  { db, organizationId, body }: UpdateCall,
  lookup: PlaceLookup,
  current: Facility["localization"],
) {
  if (body.timezone) return parseTimezone(body.timezone);
  if (lookup.place) return parseTimezone(lookup.place.timezone);
  const { address } = body;
  if (body.timezone === undefined) return address ? timezoneMoved(address, current) : undefined;
  const isMoved = (body.placeId !== undefined && body.placeId !== current.placeId) || Boolean(address);
  const place = isMoved ? undefined : coordinatesOf(current);
  if (place) return parseTimezone(timezoneAt(place));
  const typed = isMoved || address !== undefined ? address : zonedAddress(current);
  return proposeTimezoneOf(typed, await findOrganization(db, organizationId));
}

/** The time zone of a typed address where it is another one than that of the address before. */
function timezoneMoved(address: ZonedAddress, before: Facility["localization"]): string | undefined {
  const zone = timezoneOfAddress(address);
  const known = zonedAddress(before);
  return known && zone === timezoneOfAddress(known) ? undefined : zone;
}

async function applyUpdate(call: UpdateCall, lookup: PlaceLookup): Promise<Facility> {
  const { db, now, organizationId, params, body, record } = call;
  if (body.slug !== undefined) await lockFacilitySlugs(db, [organizationId]);
  await lockFacility(db, organizationId, params.facilityId, notFound);
  const before = await findFacility(db, call, params.facilityId);
  const [timezone, address] = await collectFieldErrors(
    () => resolveTimezone(call, lookup, before.localization),
    () => resolveAddressColumns(body, lookup, before.localization.placeId),
    () => assertSameOrganization(organizationId, body.organizationId),
  );
  const slug = await changeFacilitySlug(call, before.id, body);
  const columns = { ...facilityColumnMap.toRow(body), ...address, timezone, slug };
  await updateFacility(db, organizationId, before.id, columns);
  const changed = computeDiff(before, await findFacility(db, call, before.id));
  record(changed);
  if (!changed.skipsEntry) await updateFacility(db, organizationId, before.id, { updated_at: now });
  return findFacility(db, call, before.id);
}

export const updateFacilityWithPlace = prefetch(async (call: UpdateCall): Promise<PlaceLookup> => {
  const { localization } = await findFacility(call.db, call, call.params.facilityId);
  return lookUpPlace(call, call.body, localization.placeId);
}, applyUpdate);

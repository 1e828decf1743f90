/** Changes a facility. Events are instants: another time zone keeps their instants and changes the displayed times. */
import type { facilities, Facility } from "#contract/facilities.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { prefetch, type Call } from "#server/kit/http/serve-module.ts";
import { parseTimezone } from "#server/kit/process/timezone.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { assertSameOrganization } from "#server/organizations/same-organization.ts";
import { timezoneAt } from "#server/places/resolve.ts";
import { resolveAddressColumns, lookUpPlace, type PlaceLookup } from "./address.ts";
import { facilityColumnMap } from "./column-map.ts";
import { findFacility, lockFacility, updateFacility } from "./queries.ts";

type UpdateCall = Call<typeof facilities.update>;

const coordinatesOf = ({ latitude, longitude }: { latitude?: number | null; longitude?: number | null }) =>
  typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;

/** Undefined keeps the time zone; null derives it from the remaining coordinates, else from the organization. */
async function resolveTimezone(
  { db, organizationId, body }: UpdateCall,
  lookup: PlaceLookup,
  current: Facility["localization"],
) {
  if (body.timezone) return parseTimezone(body.timezone);
  if (lookup.place) return parseTimezone(lookup.place.timezone);
  if (body.timezone === undefined) return undefined;
  const isMoved = (body.placeId !== undefined && body.placeId !== current.placeId) || Boolean(body.address);
  const place = isMoved ? undefined : coordinatesOf(current);
  return place ? parseTimezone(timezoneAt(place)) : (await findOrganization(db, organizationId)).timezone;
}

async function applyUpdate(call: UpdateCall, lookup: PlaceLookup): Promise<Facility> {
  const { db, now, organizationId, params, body, record } = call;
  await lockFacility(db, organizationId, params.facilityId, notFound);
  const before = await findFacility(db, call, params.facilityId);
  const [timezone, address] = await collectFieldErrors(
    () => resolveTimezone(call, lookup, before.localization),
    () => resolveAddressColumns(body, lookup, before.localization.placeId),
    () => assertSameOrganization(organizationId, body.organizationId),
  );
  await updateFacility(db, organizationId, before.id, { ...facilityColumnMap.toRow(body), ...address, timezone });
  const changed = computeDiff(before, await findFacility(db, call, before.id));
  record(changed);
  if (!changed.skipsEntry) await updateFacility(db, organizationId, before.id, { updated_at: now });
  return findFacility(db, call, before.id);
}

export const updateFacilityWithPlace = prefetch(async (call: UpdateCall): Promise<PlaceLookup> => {
  const { localization } = await findFacility(call.db, call, call.params.facilityId);
  return lookUpPlace(call, call.body, localization.placeId);
}, applyUpdate);

/** Creates a facility (venue) with its address, time zone and public address. */
import type { facilities } from "#contract/facilities.ts";
import type { Facility } from "#contract/facility-shape.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { prefetch, type Call } from "#server/kit/http/serve-module.ts";
import { parseTimezone } from "#server/kit/process/timezone.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { assertSameOrganization } from "#server/organizations/same-organization.ts";
import { lookUpPlace, type PlaceLookup, proposeTimezoneOf, resolveAddressColumns } from "./address.ts";
import { facilityColumnMap } from "./column-map.ts";
import { findFacility, insertFacilities } from "./queries.ts";

type CreateCall = Call<typeof facilities.create>;

async function resolveTimezone({ db, organizationId, body }: CreateCall, { place }: PlaceLookup): Promise<string> {
  const chosen = body.timezone ?? place?.timezone;
  if (chosen) return parseTimezone(chosen);
  return proposeTimezoneOf(body.address, await findOrganization(db, organizationId));
}

export async function insertFacility(call: CreateCall, lookup: PlaceLookup): Promise<Facility> {
  const { db, now, organizationId, body } = call;
  const [timezone, address] = await collectFieldErrors(
    () => resolveTimezone(call, lookup),
    () => resolveAddressColumns(body, lookup, null),
    () => assertSameOrganization(organizationId, body.organizationId),
  );
  const id = uuidv7(now);
  const row = {
    organization_id: organizationId,
    id,
    ...facilityColumnMap.toRow(body),
    ...address,
    timezone,
    created_at: now,
    updated_at: now,
  };
  await insertFacilities(db, [row], now);
  return findFacility(db, call, id);
}

export const createFacility = prefetch((call: CreateCall) => lookUpPlace(call, call.body), insertFacility);

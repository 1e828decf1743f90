/** Creates a facility. */
import type { facilities, Facility } from "#contract/facilities.ts";
import { gather } from "#server/kit/gather.ts";
import { v7 } from "#server/kit/ids.ts";
import { prepared, type Call } from "#server/kit/serve.ts";
import { timezoneNamed } from "#server/kit/timezone.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { requireSame } from "#server/organizations/same.ts";
import { addressOf, findPlace, type Found } from "./address.ts";
import { findFacility, insertFacilities } from "./queries.ts";

type Creating = Call<typeof facilities.create>;

/** The one given, else the place's, else the organization's. */
const timezoneOf = async ({ db, organizationId, body }: Creating, { place }: Found): Promise<string> =>
  timezoneNamed(body.timezone ?? place?.timezone ?? (await findOrganization(db, organizationId)).timezone);

async function insert(call: Creating, found: Found): Promise<Facility> {
  const { db, now, organizationId, body } = call;
  const [timezone, address] = await gather(
    () => timezoneOf(call, found),
    () => addressOf(body, found, null),
    () => requireSame(organizationId, body.organizationId),
  );
  const id = v7(now);
  const row = {
    organization_id: organizationId,
    id,
    name: body.name,
    description: body.description ?? null,
    ...address,
    timezone,
    parking_place: body.parkingPlace ?? null,
    bicycle_parking_place: body.bicycleParkingPlace ?? null,
    changing_room: body.changingRoom ?? null,
    restroom: body.restroom ?? null,
    shower: body.shower ?? null,
    restaurant: body.restaurant ?? null,
    shop: body.shop ?? null,
    created_at: now,
    updated_at: now,
  };
  await insertFacilities(db, [row]);
  return findFacility(db, call, id);
}

export const create = prepared((call: Creating) => findPlace(call, call.body), insert);

/** Creates a facility, with an address typed by hand until the address search stands. */
import type { Body } from "#contract/kit.ts";
import type { facilities, Facility } from "#contract/facilities.ts";
import { gather } from "#server/kit/gather.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { timezoneNamed } from "#server/kit/timezone.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { requireSame } from "#server/organizations/same.ts";
import { findFacility, insertFacilities } from "./queries.ts";

type Draft = Body<typeof facilities.create>;

/** `manual:` and an address belong together, though an address alone says as much. What a search found cannot be looked up yet. */
function addressOf({ placeId, address }: Draft) {
  if (placeId && !placeId.startsWith("manual:")) throw invalid({ placeId: [say("facilities.addressSearchOff")] });
  if (placeId && !address) throw invalid({ address: [say("kit.required")] });
  if (!address) return { place_id: null, complete_address: null };
  return { place_id: "manual:", complete_address: `${address.line1}, ${address.postalCode} ${address.city}` };
}

export async function create(call: Call<typeof facilities.create>): Promise<Facility> {
  const { db, now, organizationId, body } = call;
  const [timezone, address] = await gather(
    async () => timezoneNamed(body.timezone ?? (await findOrganization(db, organizationId)).timezone),
    () => addressOf(body),
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

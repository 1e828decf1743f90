/** Creates a facility, with an address typed by hand until the address search stands. */
import type { Body } from "#contract/kit.ts";
import type { facilities, Facility } from "#contract/facilities.ts";
import { gather } from "#server/kit/gather.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { requireSame } from "#server/organizations/same.ts";
import { findFacility, insertFacilities } from "./queries.ts";

type Draft = Body<typeof facilities.create>;

/** The zone by its IANA name, spelt as the tz database spells it; undefined for what is none (offsets such as `+01:00` included). */
function zoneNamed(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

function findTimezone(name: string): string {
  const zone = zoneNamed(name);
  if (!zone) throw invalid({ timezone: [say("facilities.unknownTimezone")] });
  return zone;
}

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
    async () => findTimezone(body.timezone ?? (await findOrganization(db, organizationId)).timezone),
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

/** Creates a field, alone or as a part of another. */
import type { Body } from "#contract/kit.ts";
import type { Field, fields } from "#contract/fields.ts";
import type { Organization } from "#contract/organizations.ts";
import { findFacilityTimezone } from "#server/facilities/queries.ts";
import { announce } from "#server/kit/announce.ts";
import { gather } from "#server/kit/gather.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { requireSame } from "#server/organizations/same.ts";
import { findSportIds } from "#server/sports/queries.ts";
import { findField, insertFields, insertFieldSports } from "./queries.ts";
import { findAncestorIds, insertUnits } from "./units.ts";

declare module "#server/kit/announce.ts" {
  interface Announcements {
    /** A field was divided: what occupies the wholes must occupy the new unit too. */
    "fields.divided": { organizationId: string; wholeIds: string[]; unitId: string };
  }
}

/** The row of a field, from what was asked for and, where it says nothing, what the organization settled. */
const rowOf = (
  body: Body<typeof fields.create>,
  defaults: Pick<Organization, "approvalDefault" | "cancellationDeadline">,
) => ({
  facility_id: body.facilityId,
  parent_id: body.parentId ?? null,
  name: body.name,
  description: body.description ?? null,
  status: body.status,
  confidentiality: body.confidentiality,
  bookable: body.bookable,
  space: body.space ?? null,
  lights: body.lights ?? null,
  handicap_access: body.handicapAccess ?? null,
  air_conditioning: body.airConditioning ?? null,
  heating: body.heating ?? null,
  min_people_by_event: body.minPeopleByEvent,
  max_people_by_event: body.maxPeopleByEvent,
  seats_stands: body.seatsStands ?? null,
  start_step: body.startStep,
  turnaround: body.turnaround,
  approval: body.approval ?? defaults.approvalDefault,
  cancellation_deadline: body.cancellationDeadline ?? defaults.cancellationDeadline,
});

/** What the body names must be there, and the organization's. */
function check({ db, organizationId, body }: Call<typeof fields.create>) {
  const { facilityId, parentId, sportIds } = body;
  return gather(
    () => findSportIds(db, sportIds),
    () =>
      parentId
        ? findAncestorIds(db, organizationId, { facilityId, parentId }, () =>
            invalid({ parentId: [say("fields.unknownParent")] }),
          )
        : [],
    () =>
      findFacilityTimezone(db, organizationId, facilityId, () => invalid({ facilityId: [say("facilities.unknown")] })),
    () => requireSame(organizationId, body.organizationId),
  );
}

export async function create(call: Call<typeof fields.create>): Promise<Field> {
  const { db, now, organizationId, body } = call;
  const [sportIds, wholeIds] = await check(call);
  const defaults = await findOrganization(db, organizationId);
  const [fieldId, unitId] = [v7(now), v7(now)];
  const tenant = { organization_id: organizationId };
  await insertFields(db, [{ ...tenant, id: fieldId, ...rowOf(body, defaults), created_at: now, updated_at: now }]);
  await insertFieldSports(
    db,
    sportIds.map((sport_id, position) => ({ ...tenant, field_id: fieldId, sport_id, position })),
  );
  await insertUnits(db, [{ organizationId, unitId, fieldIds: [fieldId, ...wholeIds] }]);
  if (wholeIds.length > 0) await announce(call, "fields.divided", { organizationId, wholeIds, unitId });
  return findField(db, call, fieldId);
}

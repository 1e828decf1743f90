/** Creates a field, alone or as a part of another. */
import type { Body } from "#contract/kit.ts";
import type { Field, fields } from "#contract/fields.ts";
import type { Organization } from "#contract/organizations.ts";
import { findFacilityToFill } from "#server/facilities/queries.ts";
import { announce } from "#server/kit/announce.ts";
import { gather } from "#server/kit/gather.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { requireSame } from "#server/organizations/same.ts";
import { findSportIds } from "#server/sports/queries.ts";
import { findField, insertFields, updateFieldSports } from "./queries.ts";
import { attach, findWhole } from "./tree.ts";
import { insertUnits } from "./units.ts";

/** The row of a field, from what was asked for and, where it says nothing, what the organization settled. */
const rowOf = (
  body: Body<typeof fields.create>,
  defaults: Pick<Organization, "approvalDefault" | "cancellationDeadline">,
) => ({
  facility_id: body.facilityId,
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

/** What the body names must be there, and the organization's. The facility is held first: what follows then stays so. */
function check({ db, organizationId, body }: Call<typeof fields.create>) {
  const { facilityId, parentId, sportIds } = body;
  const unknown = () => invalid({ facilityId: [say("facilities.unknown")] });
  return gather(
    () => findFacilityToFill(db, organizationId, facilityId, unknown),
    () => findSportIds(db, sportIds),
    () => (parentId ? findWhole(db, organizationId, { facilityId, parentId }) : undefined),
    () => requireSame(organizationId, body.organizationId),
  );
}

export async function create(call: Call<typeof fields.create>): Promise<Field> {
  const { db, now, organizationId, body } = call;
  const [, sportIds, whole] = await check(call);
  const defaults = await findOrganization(db, organizationId);
  const fieldId = v7(now);
  const row = {
    organization_id: organizationId,
    id: fieldId,
    ...rowOf(body, defaults),
    created_at: now,
    updated_at: now,
  };
  await insertFields(db, [{ ...row, ...(whole && { parent_id: whole.id, above: whole.trail }) }]);
  await updateFieldSports(db, organizationId, fieldId, sportIds);
  await insertUnits(db, [{ organizationId, unitId: v7(now), fieldIds: [fieldId] }]);
  if (whole) await attach(call, { organizationId, fieldId, wholeIds: whole.ids });
  const { openingHourPatternId, pricePatternIds } = body;
  await announce(call, "fields.saved", { organizationId, fieldId, openingHourPatternId, pricePatternIds });
  return findField(db, call, fieldId);
}

/** Changes a field: what it is like, where it lies, and what it is a part of. */
import type { Selectable } from "kysely";
import type { Body } from "#contract/kit.ts";
import type { Field, fields } from "#contract/fields.ts";
import { findFacilityToFill } from "#server/facilities/queries.ts";
import { difference } from "#server/kit/activity.ts";
import { announce } from "#server/kit/announce.ts";
import { gather } from "#server/kit/gather.ts";
import { invalid, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import type { FieldsTable } from "#server/kit/tables.ts";
import { requireSame } from "#server/organizations/same.ts";
import { findSportIds } from "#server/sports/queries.ts";
import { findField, findFieldToChange, updateField, updateFieldSports } from "./queries.ts";
import { attach, detach, findWhole, hasParts, type Whole } from "./tree.ts";
import { holdFields, listUnitIds } from "./units.ts";

declare module "#server/kit/announce.ts" {
  interface Announcements {
    /** A field goes to another facility. Whoever still expects it at the old one throws, beside `facilityId`. */
    "fields.moving": { organizationId: string; fieldId: string };
    /** So many minutes are now kept free after each event. All that shares the field's units is held. */
    "fields.turnaroundChanged": { organizationId: string; fieldId: string; turnaround: number };
  }
}

type Changing = Call<typeof fields.update>;
type Row = Selectable<FieldsTable>;

const rowOf = (body: Body<typeof fields.update>) => ({
  facility_id: body.facilityId,
  name: body.name,
  description: body.description,
  status: body.status,
  confidentiality: body.confidentiality,
  bookable: body.bookable,
  space: body.space,
  lights: body.lights,
  handicap_access: body.handicapAccess,
  air_conditioning: body.airConditioning,
  heating: body.heating,
  min_people_by_event: body.minPeopleByEvent,
  max_people_by_event: body.maxPeopleByEvent,
  seats_stands: body.seatsStands,
  start_step: body.startStep,
  turnaround: body.turnaround,
  approval: body.approval,
  cancellation_deadline: body.cancellationDeadline,
});

/** The numbers as they will be; what is wrong stands beside the one that was sent. */
function refusePeople({ minPeopleByEvent: min, maxPeopleByEvent: max }: Changing["body"], before: Row): void {
  if (min !== undefined && max !== undefined && min > max)
    throw invalid({ maxPeopleByEvent: [say("fields.minAboveMax")] });
  if (max === undefined && min !== undefined && min > before.max_people_by_event)
    throw invalid({ minPeopleByEvent: [say("kit.max", { max: before.max_people_by_event })] });
  if (min === undefined && max !== undefined && max < before.min_people_by_event)
    throw invalid({ maxPeopleByEvent: [say("kit.min", { min: before.min_people_by_event })] });
}

/**
 * Parts lie where their wholes lie, and events where they were booked.
 * @throws Problem 409 beside `facilityId`
 */
async function refuseMove(call: Changing, { id: fieldId }: Row, staysPart: boolean): Promise<void> {
  const { db, organizationId } = call;
  if (staysPart || (await hasParts(db, organizationId, fieldId))) {
    const saying = say("fields.movesAlone");
    throw new Problem(409, saying, { errors: { facilityId: [saying] } });
  }
  await announce(call, "fields.moving", { organizationId, fieldId });
}

/** @returns the whole that the field shall be a part of; null for none, undefined where that stays as it is */
async function findNewWhole(
  { db, organizationId, body }: Changing,
  field: Row,
  facilityId: string,
): Promise<Whole | null | undefined> {
  const parentId = body.parentId?.toLowerCase() ?? body.parentId;
  if (parentId === undefined || parentId === field.parent_id) return undefined;
  return parentId === null ? null : findWhole(db, organizationId, { facilityId, parentId, part: field });
}

async function check(call: Changing, field: Row) {
  const { db, organizationId, body } = call;
  const facilityId = body.facilityId?.toLowerCase() ?? field.facility_id;
  const isMoved = facilityId !== field.facility_id;
  const unknown = () => invalid({ facilityId: [say("facilities.unknown")] });
  const [, whole, sportIds] = await gather(
    () => isMoved && findFacilityToFill(db, organizationId, facilityId, unknown),
    () => findNewWhole(call, field, facilityId),
    () => body.sportIds && findSportIds(db, body.sportIds),
    () => refusePeople(body, field),
    () => requireSame(organizationId, body.organizationId),
  );
  if (isMoved) await refuseMove(call, field, field.parent_id !== null && whole === undefined);
  return { whole, sportIds };
}

/** What it is like, and its place in the tree: it leaves the former whole before its row says so, and joins the new one after. */
async function settle(call: Changing, fieldId: string, whole: Whole | null | undefined): Promise<void> {
  const { db, organizationId, body } = call;
  if (whole !== undefined) await detach(call, { organizationId, fieldId });
  const parent = whole === undefined ? {} : { parent_id: whole?.id ?? null, above: whole?.trail ?? [] };
  await updateField(db, organizationId, fieldId, { ...rowOf(body), ...parent });
  if (whole) await attach(call, { organizationId, fieldId, wholeIds: whole.ids });
}

async function changeTurnaround(call: Changing, fieldId: string, turnaround: number): Promise<void> {
  const { db, organizationId } = call;
  await holdFields(db, organizationId, { unitIds: await listUnitIds(db, organizationId, fieldId), fieldIds: [] });
  await announce(call, "fields.turnaroundChanged", { organizationId, fieldId, turnaround });
}

/** What activity tells: `parent` says the one, and each part's own entry the other. */
const tell = ({ parentId: _parentId, depth: _depth, parts: _parts, ...rest }: Field) => rest;

/**
 * @throws Problem 409 where bookings stand against it, beside `parentId` or `facilityId`; 422 beside what is wrong
 */
export async function change(call: Changing): Promise<Field> {
  const { db, now, organizationId, params, body, record } = call;
  const field = await findFieldToChange(db, call, params.fieldId);
  const before = await findField(db, call, field.id);
  const { whole, sportIds } = await check(call, field);
  await settle(call, field.id, whole);
  if (sportIds) await updateFieldSports(db, organizationId, field.id, sportIds);
  if (body.turnaround !== undefined && body.turnaround !== field.turnaround)
    await changeTurnaround(call, field.id, body.turnaround);
  const { openingHourPatternId, pricePatternIds } = body;
  await announce(call, "fields.saved", { organizationId, fieldId: field.id, openingHourPatternId, pricePatternIds });
  const changed = difference(tell(before), tell(await findField(db, call, field.id)));
  record(changed);
  if (!changed.isDone) await updateField(db, organizationId, field.id, { updated_at: now });
  return findField(db, call, field.id);
}

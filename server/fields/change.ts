/** Changes a field (court, pitch): its parts, turnaround, patterns and status, with the effects on events. */
import type { Selectable } from "kysely";
import type { Field, fields } from "#contract/fields.ts";
import { lockFacility } from "#server/facilities/queries.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { FieldsTable } from "#server/kit/db/tables.ts";
import { assertSameOrganization } from "#server/organizations/same-organization.ts";
import { findSportIds } from "#server/sports/queries.ts";
import { changeFieldSlug } from "./change-slug.ts";
import { fieldColumnMap } from "./column-map.ts";
import { findField, findFieldToChange, updateField, updateFieldSports } from "./queries.ts";
import { attachPart, detachPart, findParentField, hasParts, type ParentField } from "./parts.ts";
import { lockFields, listUnitIds } from "./units.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** A field moves to another facility. Listeners throw on `facilityId` to prevent it. */
    "fields.moving": { organizationId: string; fieldId: string };
    /** `turnaround`: minutes kept free after each event. All fields that share units with this one are locked. */
    "fields.turnaroundChanged": { organizationId: string; fieldId: string; turnaround: number };
  }
}

type UpdateCall = Call<typeof fields.update>;
type Row = Selectable<FieldsTable>;

function assertPeopleRange({ minPeopleByEvent, maxPeopleByEvent }: UpdateCall["body"], before: Row): void {
  if (minPeopleByEvent !== undefined && maxPeopleByEvent !== undefined && minPeopleByEvent > maxPeopleByEvent)
    throw invalidFields({ maxPeopleByEvent: [message("fields.minAboveMax")] });
  if (maxPeopleByEvent === undefined && minPeopleByEvent !== undefined && minPeopleByEvent > before.max_people_by_event)
    throw invalidFields({ minPeopleByEvent: [message("kit.max", { max: before.max_people_by_event })] });
  if (minPeopleByEvent === undefined && maxPeopleByEvent !== undefined && maxPeopleByEvent < before.min_people_by_event)
    throw invalidFields({ maxPeopleByEvent: [message("kit.min", { min: before.min_people_by_event })] });
}

/** Parts must be in the facility of their parent, and events stay where they were booked. */
async function assertMayMove(call: UpdateCall, { id: fieldId }: Row, staysPart: boolean): Promise<void> {
  const { db, organizationId } = call;
  if (staysPart || (await hasParts(db, organizationId, fieldId))) {
    const refusal = message("fields.movesAlone");
    throw new HttpError(409, refusal, { errors: { facilityId: [refusal] } });
  }
  await publish(call, "fields.moving", { organizationId, fieldId });
}

/** @returns the new parent; null for none, undefined if it is unchanged */
async function findNewParent(
  { db, organizationId, body }: UpdateCall,
  field: Row,
  facilityId: string,
): Promise<ParentField | null | undefined> {
  const parentId = body.parentId?.toLowerCase() ?? body.parentId;
  if (parentId === undefined || parentId === field.parent_id) return undefined;
  return parentId === null ? null : findParentField(db, organizationId, { facilityId, parentId, part: field });
}

async function checkUpdate(call: UpdateCall, field: Row) {
  const { db, organizationId, body } = call;
  const facilityId = body.facilityId?.toLowerCase() ?? field.facility_id;
  const isMoved = facilityId !== field.facility_id;
  const unknown = () => invalidFields({ facilityId: [message("facilities.unknown")] });
  const [, newParent, sportIds] = await collectFieldErrors(
    () => isMoved && lockFacility(db, organizationId, facilityId, unknown),
    () => findNewParent(call, field, facilityId),
    () => body.sportIds && findSportIds(db, body.sportIds),
    () => assertPeopleRange(body, field),
    () => assertSameOrganization(organizationId, body.organizationId),
  );
  if (isMoved) await assertMayMove(call, field, field.parent_id !== null && newParent === undefined);
  return { whole: newParent, sportIds, slug: await changeFieldSlug(call, field, { ...body, facilityId }) };
}

/** Detaches from the previous parent before the row changes, and attaches to the new one after. */
async function applyUpdate(
  call: UpdateCall,
  fieldId: string,
  { whole: newParent, slug }: { whole: ParentField | null | undefined; slug: string | undefined },
): Promise<void> {
  const { db, organizationId, body } = call;
  if (newParent !== undefined) await detachPart(call, { organizationId, fieldId });
  const parent = newParent === undefined ? {} : { parent_id: newParent?.id ?? null, above: newParent?.trail ?? [] };
  await updateField(db, organizationId, fieldId, { ...fieldColumnMap.toRow(body), ...parent, slug });
  if (newParent) await attachPart(call, { organizationId, fieldId, wholeIds: newParent.ids });
}

async function changeTurnaround(call: UpdateCall, fieldId: string, turnaround: number): Promise<void> {
  const { db, organizationId } = call;
  await lockFields(db, organizationId, { unitIds: await listUnitIds(db, organizationId, fieldId), fieldIds: [] });
  await publish(call, "fields.turnaroundChanged", { organizationId, fieldId, turnaround });
}

/** Parts have activity entries of their own. */
const toActivityState = ({ parentId: _parentId, depth: _depth, parts: _parts, ...rest }: Field) => rest;

/** @throws HttpError 409 on `parentId` or `facilityId` if bookings conflict; 422 on invalid members */
export async function changeField(call: UpdateCall): Promise<Field> {
  const { db, now, organizationId, params, body, record } = call;
  const field = await findFieldToChange(db, call, params.fieldId);
  const before = await findField(db, call, field.id);
  const { sportIds, ...place } = await checkUpdate(call, field);
  await applyUpdate(call, field.id, place);
  if (sportIds) await updateFieldSports(db, organizationId, field.id, sportIds);
  if (body.turnaround !== undefined && body.turnaround !== field.turnaround)
    await changeTurnaround(call, field.id, body.turnaround);
  const { openingHourPatternId, pricePatternIds } = body;
  await publish(call, "fields.saved", { organizationId, fieldId: field.id, openingHourPatternId, pricePatternIds });
  const changed = computeDiff(toActivityState(before), toActivityState(await findField(db, call, field.id)));
  record(changed);
  if (!changed.skipsEntry) await updateField(db, organizationId, field.id, { updated_at: now });
  return findField(db, call, field.id);
}

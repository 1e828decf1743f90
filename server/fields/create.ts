/** Creates a field (court, pitch) with its units, sports and patterns, also as a part of another. */
import type { Body } from "#contract/kit.ts";
import type { Field, fields } from "#contract/fields.ts";
import type { Organization } from "#contract/organization-shape.ts";
import { lockFacility } from "#server/facilities/queries.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { assertSameOrganization } from "#server/organizations/same-organization.ts";
import { findSportIds } from "#server/sports/queries.ts";
import { fieldColumnMap } from "./column-map.ts";
import { findField, insertFields, updateFieldSports } from "./queries.ts";
import { attachPart, findParentField } from "./parts.ts";
import { insertUnits } from "./units.ts";

const fieldColumns = (body: Body<typeof fields.create>, defaults: Pick<Organization, "approvalDefault">) => ({
  ...fieldColumnMap.toRow(body),
  approval: body.approval ?? defaults.approvalDefault,
});

/** Checks that all references belong to the organization. Locks the facility first, so that they stay valid. */
function checkDraft({ db, organizationId, body }: Call<typeof fields.create>) {
  const { facilityId, parentId, sportIds } = body;
  const unknown = () => invalidFields({ facilityId: [message("facilities.unknown")] });
  return collectFieldErrors(
    () => lockFacility(db, organizationId, facilityId, unknown),
    () => findSportIds(db, sportIds),
    () => (parentId ? findParentField(db, organizationId, { facilityId, parentId }) : undefined),
    () => assertSameOrganization(organizationId, body.organizationId),
  );
}

export async function createField(call: Call<typeof fields.create>): Promise<Field> {
  const { db, now, organizationId, body } = call;
  const [, sportIds, whole] = await checkDraft(call);
  const defaults = await findOrganization(db, organizationId);
  const fieldId = uuidv7(now);
  const row = {
    organization_id: organizationId,
    id: fieldId,
    ...fieldColumns(body, defaults),
    created_at: now,
    updated_at: now,
  };
  await insertFields(db, [{ ...row, ...(whole && { parent_id: whole.id, above: whole.trail }) }], now);
  await updateFieldSports(db, organizationId, fieldId, sportIds);
  await insertUnits(db, [{ organizationId, unitId: uuidv7(now), fieldIds: [fieldId] }]);
  if (whole) await attachPart(call, { organizationId, fieldId, wholeIds: whole.ids });
  const { openingHourPatternId, pricePatternIds } = body;
  await publish(call, "fields.saved", { organizationId, fieldId, openingHourPatternId, pricePatternIds });
  return findField(db, call, fieldId);
}

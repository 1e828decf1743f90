/** Makes numbered copies of a field, each with its own entry in the activity. */
import { FieldDraft, fields } from "#contract/fields.ts";
import { type Body, MAX_NAME_LENGTH } from "#contract/kit.ts";
import { listNumberedNames } from "#contract/fields-names-rules.ts";
import type { EntityRef } from "#contract/organizations.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import { parseInput } from "#server/kit/http/parse-input.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { createField } from "./create.ts";
import { findField, findFieldToChange, listFieldNames } from "./queries.ts";

export async function duplicateField(call: Call<typeof fields.duplicate>): Promise<EntityRef[]> {
  const { db, params, body, record } = call;
  // Locks the facility, so that two copies made at once do not get one name.
  await findFieldToChange(db, call, params.fieldId);
  const {
    id,
    slug: _own,
    parent,
    facility,
    sports,
    openingHourPattern,
    pricePatterns,
    ...same
  } = await findField(db, call, params.fieldId);
  const others = await listFieldNames(db, call, { q: "", facilityId: facility.id }, 1000);
  const names = listNumberedNames(
    same.name,
    others.map(({ name }) => name),
    body.count,
  );
  const draft = {
    ...pickDraftMembers(same),
    facilityId: facility.id,
    parentId: parent?.id,
    sportIds: sports.map((sport) => sport.id),
    openingHourPatternId: openingHourPattern?.id,
    pricePatternIds: pricePatterns?.map((pattern) => pattern.id),
  };
  if (names.some((name) => name.length > MAX_NAME_LENGTH))
    throw invalidFields({ count: [message("fields.copyNameTooLong")] });
  const copies: EntityRef[] = [];
  for (const name of names) {
    const copyDraft = parseInput(FieldDraft, { ...draft, name }) as Body<typeof fields.create>;
    const copy = await invokeEndpoint(call, fields.create, createField, { body: copyDraft });
    copies.push({ id: copy.id, name });
  }
  record({ subjectId: id, after: { copies: names.join(", ") } });
  return copies;
}

const pickDraftMembers = (field: object) =>
  Object.fromEntries(Object.entries(field).filter(([member]) => member in FieldDraft.shape));

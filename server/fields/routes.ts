import { fields } from "#contract/fields.ts";
import { mostFound } from "#contract/kit.ts";
import { serve } from "#server/kit/serve.ts";
import { change } from "./change.ts";
import { create } from "./create.ts";
import { findField, listFieldNames, listFields, listFieldsByFacility } from "./queries.ts";
import { remove, restore } from "./remove.ts";

export default serve(fields, {
  list: (call) => listFields(call.db, call, call.query),
  search: (call) => listFieldNames(call.db, call, call.query, call.query.withoutPagination ? 1000 : mostFound),
  byFacility: (call) => listFieldsByFacility(call.db, call),
  create,
  read: (call) => findField(call.db, call, call.params.fieldId),
  update: change,
  delete: remove,
  restore,
});

import { fields } from "#contract/fields.ts";
import { serve } from "#server/kit/serve.ts";
import { create } from "./create.ts";
import { findField, listFieldNames, listFields, listFieldsByFacility } from "./queries.ts";

export default serve(fields, {
  list: (call) => listFields(call.db, call, call.query),
  search: (call) => listFieldNames(call.db, call, call.query, call.query.withoutPagination ? 1000 : 50),
  byFacility: (call) => listFieldsByFacility(call.db, call),
  create,
  read: (call) => findField(call.db, call, call.params.fieldId),
});

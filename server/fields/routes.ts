import { fields } from "#contract/fields.ts";
import { MAX_SEARCH_RESULTS } from "#contract/kit.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { changeField } from "./change.ts";
import { createField } from "./create.ts";
import { duplicateField } from "./duplicate.ts";
import { findField, listFieldNames, listFields, listFieldsByFacility } from "./queries.ts";
import { deleteField, restoreField } from "./delete.ts";

export default serveModule(fields, {
  list: (call) => listFields(call.db, call, call.query),
  search: (call) => listFieldNames(call.db, call, call.query, call.query.withoutPagination ? 1000 : MAX_SEARCH_RESULTS),
  byFacility: (call) => listFieldsByFacility(call.db, call),
  create: createField,
  duplicate: duplicateField,
  read: (call) => findField(call.db, call, call.params.fieldId),
  update: changeField,
  delete: deleteField,
  restore: restoreField,
});

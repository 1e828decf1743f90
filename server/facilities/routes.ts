import { facilities } from "#contract/facilities.ts";
import { mostFound } from "#contract/kit.ts";
import { serve } from "#server/kit/serve.ts";
import { change } from "./change.ts";
import { create } from "./create.ts";
import { findFacility, listFacilities, listFacilityNames } from "./queries.ts";
import { remove, restore } from "./remove.ts";

export default serve(facilities, {
  list: (call) => listFacilities(call.db, call, call.query),
  search: (call) => listFacilityNames(call.db, call, call.query.q, call.query.withoutPagination ? 1000 : mostFound),
  create,
  read: (call) => findFacility(call.db, call, call.params.facilityId),
  update: change,
  delete: remove,
  restore,
});

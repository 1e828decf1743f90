import { facilities } from "#contract/facilities.ts";
import { serve } from "#server/kit/serve.ts";
import { create } from "./create.ts";
import { findFacility, listFacilities, listFacilityNames } from "./queries.ts";

export default serve(facilities, {
  list: (call) => listFacilities(call.db, call, call.query),
  search: (call) => listFacilityNames(call.db, call, call.query.q, call.query.withoutPagination ? 1000 : 50),
  create,
  read: (call) => findFacility(call.db, call, call.params.facilityId),
});

import { facilities } from "#contract/facilities.ts";
import { MAX_SEARCH_RESULTS } from "#contract/kit.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { updateFacilityWithPlace } from "./change.ts";
import { createFacility } from "./create.ts";
import { findFacility, listFacilities, listFacilityNames } from "./queries.ts";
import { deleteFacility, restoreFacility } from "./delete.ts";

export default serveModule(facilities, {
  list: (call) => listFacilities(call.db, call, call.query),
  search: (call) =>
    listFacilityNames(call.db, call, call.query.q, call.query.withoutPagination ? 1000 : MAX_SEARCH_RESULTS),
  create: createFacility,
  read: (call) => findFacility(call.db, call, call.params.facilityId),
  update: updateFacilityWithPlace,
  delete: deleteFacility,
  restore: restoreFacility,
});

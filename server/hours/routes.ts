import { hours } from "#contract/hours.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import {
  changeHoursPattern,
  createHoursPattern,
  linkOpeningHours,
  deleteHoursPattern,
  restoreHoursPattern,
} from "./change.ts";
import { createClosure, deleteClosure, restoreClosure, updateClosure } from "./change-closures.ts";
import { findClosure, listClosures } from "./closures.ts";
import { listHolidays } from "./holidays.ts";
import { findPattern, listPatterns } from "./queries.ts";

export default serveModule(
  hours,
  {
    list: (call) => listPatterns(call.db, call.organizationId, call.query),
    create: createHoursPattern,
    read: (call) => findPattern(call.db, call.organizationId, call.params.openingHourPatternId),
    update: changeHoursPattern,
    delete: deleteHoursPattern,
    restore: restoreHoursPattern,
    holidays: async ({ query, language, now }) =>
      listHolidays(query.country, query.year ?? now.getUTCFullYear(), language),
    closures: ({ db, organizationId, query, now }) => listClosures(db, organizationId, query, now),
    createClosure,
    readClosure: ({ db, organizationId, params }) => findClosure(db, organizationId, params.closureId),
    updateClosure,
    deleteClosure,
    restoreClosure,
  },
  { "fields.saved": linkOpeningHours },
);

import { hours } from "#contract/hours.ts";
import { serve } from "#server/kit/serve.ts";
import { change, create, linkField, remove, restore } from "./change.ts";
import { close, closeAgain, open } from "./close.ts";
import { listClosures } from "./closures.ts";
import { listHolidays } from "./holidays.ts";
import { findPattern, listPatterns } from "./queries.ts";

export default serve(
  hours,
  {
    list: (call) => listPatterns(call.db, call.organizationId, call.query),
    create,
    read: (call) => findPattern(call.db, call.organizationId, call.params.openingHourPatternId),
    update: change,
    delete: remove,
    restore,
    holidays: async ({ query, language, now }) =>
      listHolidays(query.country, query.year ?? now.getUTCFullYear(), language),
    closures: ({ db, organizationId, query, now }) => listClosures(db, organizationId, query, now),
    createClosure: close,
    deleteClosure: open,
    restoreClosure: closeAgain,
  },
  { "fields.saved": linkField },
);

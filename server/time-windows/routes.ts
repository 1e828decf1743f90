import { timeWindows } from "#contract/time-windows.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { assertKnownInQuotas } from "./check-quotas.ts";
import { changeTimeWindow, createTimeWindow, deleteTimeWindow } from "./change.ts";
import { findTimeWindow, listTimeWindows } from "./queries.ts";

export default serveModule(
  timeWindows,
  {
    list: (call) => listTimeWindows(call.db, call.organizationId),
    create: createTimeWindow,
    read: (call) => findTimeWindow(call.db, call.organizationId, call.params.timeWindowId),
    update: changeTimeWindow,
    delete: deleteTimeWindow,
  },
  { "organizations.quotasChanging": assertKnownInQuotas },
);

import { approvals } from "#contract/approvals.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { decide, undoDecisions } from "./decide.ts";
import { listDecisions } from "./decisions.ts";
import { countRequests, listRequests } from "./queries.ts";

export default serveModule(approvals, {
  list: listRequests,
  count: countRequests,
  decided: listDecisions,
  decide,
  undo: undoDecisions,
});

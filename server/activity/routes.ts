import { activity } from "#contract/activity.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { sendLiveChanges } from "./live-stream.ts";
import { listEntries } from "./queries.ts";

export default serveModule(activity, {
  list: ({ db, organizationId, query }) => listEntries(db, organizationId, query),
  live: sendLiveChanges,
});

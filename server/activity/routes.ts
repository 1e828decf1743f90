import { forgetAccountEntries, forgetCustomerEntries } from "./forget.ts";
import { activity } from "#contract/activity.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { sendLiveChanges } from "./live-stream.ts";
import { listEntries } from "./queries.ts";
import { summarizeActivity } from "./summary.ts";
import { visitActivity } from "./visit.ts";

export default serveModule(
  activity,
  {
    list: ({ db, organizationId, user, language, query }) =>
      listEntries(db, { organizationId, userId: user.id, language }, query),
    summary: summarizeActivity,
    visit: visitActivity,
    live: sendLiveChanges,
  },
  { "accounts.closed": forgetAccountEntries, "customers.forgotten": forgetCustomerEntries },
);

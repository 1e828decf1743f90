import { activity } from "#contract/activity.ts";
import { serve } from "#server/kit/serve.ts";
import { live } from "./live.ts";
import { listEntries } from "./queries.ts";

export default serve(activity, {
  list: ({ db, organizationId, query }) => listEntries(db, organizationId, query),
  live,
});

import { activity } from "#contract/activity.ts";
import { serve } from "#server/kit/serve.ts";
import { live } from "./live.ts";

export default serve(activity, { live });

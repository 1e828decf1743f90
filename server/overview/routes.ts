import { overview } from "#contract/overview.ts";
import { serve } from "#server/kit/serve.ts";
import { readOverview } from "./read.ts";

export default serve(overview, { read: readOverview });

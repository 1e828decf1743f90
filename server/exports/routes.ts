import { exports } from "#contract/exports.ts";
import { serve } from "#server/kit/serve.ts";
import { download } from "./download.ts";

export default serve(exports, { csv: download });

import { exports } from "#contract/exports.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { downloadCsv } from "./download-csv.ts";

export default serveModule(exports, { csv: downloadCsv });

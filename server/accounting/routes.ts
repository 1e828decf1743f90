import { accounting } from "#contract/accounting.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { downloadVat } from "./download-vat.ts";
import { readVat } from "./vat.ts";

export default serveModule(accounting, {
  vat: (call) => readVat(call, call.query),
  vatCsv: downloadVat,
});

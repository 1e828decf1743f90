import { imports } from "#contract/imports.ts";
import { serve } from "#server/kit/serve.ts";
import { cancel, check, start, upload } from "./begin.ts";
import { findImport, listImports, shape } from "./queries.ts";

export default serve(imports, {
  list: (call) => listImports(call.db, call.organizationId, call.query, call.t),
  upload,
  read: async (call) => shape(await findImport(call.db, call.organizationId, call.params.importId), call.t),
  check,
  start,
  cancel,
});

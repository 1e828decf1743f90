import { imports } from "#contract/imports.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { importCustomers, readCustomerTable } from "./customers.ts";
import { cancelImport, checkImport, startImport } from "./prepare.ts";
import { readImportAgain, uploadImport } from "./upload.ts";
import { findImport, listImports, serializeImport } from "./queries.ts";

export default serveModule(imports, {
  list: (call) => listImports(call.db, call.organizationId, call.query, call.t),
  upload: uploadImport,
  read: async (call) => serializeImport(await findImport(call.db, call.organizationId, call.params.importId), call.t),
  readAgain: readImportAgain,
  check: checkImport,
  start: startImport,
  cancel: cancelImport,
  readCustomers: readCustomerTable,
  customers: importCustomers,
});

import { personalData } from "#contract/personal-data-endpoints.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { downloadDataExport, requestDataExport } from "./export.ts";
import { findDataExport, serializeDataExport } from "./queries.ts";

export default serveModule(personalData, {
  readExport: async ({ db, user, now }) => serializeDataExport(await findDataExport(db, user.id), now),
  requestExport: requestDataExport,
  downloadExport: downloadDataExport,
});

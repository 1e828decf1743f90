import { signOnProviders } from "#contract/sign-on-providers.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { addDomain, checkDomain, deleteDomain, deleteProvider, readProvider, saveProvider } from "./settings.ts";

export default serveModule(signOnProviders, {
  read: async (call) => (call.organizationId === ALL_ORGANIZATIONS ? null : readProvider(call)),
  save: saveProvider,
  delete: deleteProvider,
  addDomain,
  checkDomain,
  deleteDomain,
});

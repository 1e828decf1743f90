import { singleSignOn } from "#contract/single-sign-on.ts";
import { serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { findAnyProvider } from "#server/sign-on-providers/queries.ts";
import { finishSingleSignOn } from "./finish.ts";
import { checkOfOrganization, findProviders, startOfOrganization, startSingleSignOn } from "./start.ts";

const serverProvider = ({ config }: AppContext) => config.singleSignOn && { name: config.singleSignOn.name };

export default serveModule(singleSignOn, {
  read: async ({ appContext }) => serverProvider(appContext) ?? null,
  readOptions: async ({ db, appContext }) => ({
    server: serverProvider(appContext) ?? null,
    hasOrganizations: (await findAnyProvider(db)) !== undefined,
  }),
  find: withoutTransaction(findProviders),
  // The provider is asked, and answers that are wrong still count.
  start: withoutTransaction(startSingleSignOn),
  startOfOrganization: withoutTransaction(startOfOrganization),
  check: withoutTransaction(checkOfOrganization),
  finish: withoutTransaction(finishSingleSignOn),
});

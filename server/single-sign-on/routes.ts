import { singleSignOn } from "#contract/single-sign-on.ts";
import { serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { finishSingleSignOn } from "./finish.ts";
import { startSingleSignOn } from "./start.ts";

export default serveModule(singleSignOn, {
  async read({ appContext }) {
    const provider = appContext.config.singleSignOn;
    return provider ? { name: provider.name } : null;
  },
  // The provider is asked, and answers that are wrong still count.
  start: withoutTransaction(startSingleSignOn),
  finish: withoutTransaction(finishSingleSignOn),
});

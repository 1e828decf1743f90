import { credits } from "#contract/credits.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { findWallet, listOwnEntries, listOwnWallets, listWalletEntries } from "./queries.ts";

export default serveModule(credits, {
  wallet: findWallet,
  entries: listWalletEntries,
  mine: listOwnWallets,
  myEntries: listOwnEntries,
});

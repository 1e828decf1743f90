import { charges } from "#contract/charges.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { listAccountEntries, readAccount } from "./account.ts";
import { listeners } from "./keep.ts";
import { listCharges } from "./queries.ts";

export default serveModule(
  charges,
  { list: listCharges, account: readAccount, accountEntries: listAccountEntries },
  listeners,
);

import { charges } from "#contract/charges.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { listAccountEntries, readAccount } from "./customer-account.ts";
import { chargeTerm, endChargeOfTerm } from "./renewals.ts";
import { listeners } from "./update-charges.ts";
import { findCharge, listCharges } from "./queries.ts";
import { forgetPriceReasons } from "./sale-charges.ts";
import { pauseReminders, resumeReminders } from "./pause-reminders.ts";
import { requestTerms } from "./terms.ts";
import { voidCharge } from "./void.ts";
import { undoWriteOff, writeOffCharge } from "./write-off.ts";

export default serveModule(
  charges,
  {
    list: listCharges,
    read: (call) => findCharge(call, call.params.chargeId),
    writeOff: writeOffCharge,
    undoWriteOff,
    pauseReminders,
    resumeReminders,
    void: voidCharge,
    account: readAccount,
    accountEntries: listAccountEntries,
  },
  {
    ...listeners,
    "customers.forgotten": forgetPriceReasons,
    "customers.termsChanged": requestTerms,
    "subscriptions.renewing": chargeTerm,
    "subscriptions.termVoided": endChargeOfTerm,
  },
);

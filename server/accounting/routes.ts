import { accounting } from "#contract/accounting.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { listAccounts, setAccounts } from "./accounts.ts";
import { downloadFec, downloadJournal } from "./download-journal.ts";
import { listDeferred, readDeferred } from "./deferred.ts";
import { downloadDeferred } from "./download-deferred.ts";
import { downloadVat } from "./download-vat.ts";
import { listJournal } from "./journal.ts";
import { closeMonth, listClosedMonths } from "./months.ts";
import { downloadEReporting } from "./download-e-reporting.ts";
import { downloadPayouts } from "./download-payouts.ts";
import { findPayout, listPayoutItems, listPayouts } from "./payouts.ts";
import { readVat } from "./vat.ts";

export default serveModule(accounting, {
  vat: (call) => readVat(call, call.query),
  vatCsv: downloadVat,
  accounts: listAccounts,
  setAccounts,
  journal: (call) => listJournal(call, call.query),
  journalCsv: downloadJournal,
  payouts: (call) => listPayouts(call, call.query),
  payout: (call) => findPayout(call, call.params.payoutId),
  payoutItems: (call) => listPayoutItems(call, call.params.payoutId, call.query),
  payoutsCsv: downloadPayouts,
  deferred: (call) => readDeferred(call, call.query),
  deferredRows: (call) => listDeferred(call, call.query),
  deferredCsv: downloadDeferred,
  months: listClosedMonths,
  closeMonth,
  eReporting: downloadEReporting,
  fec: downloadFec,
});

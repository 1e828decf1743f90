import { accounting } from "#contract/accounting.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { listAccounts, setAccounts } from "./accounts.ts";
import { downloadFec, downloadJournal } from "./download-journal.ts";
import { downloadVat } from "./download-vat.ts";
import { listJournal } from "./journal.ts";
import { closeMonth, listClosedMonths } from "./months.ts";
import { readVat } from "./vat.ts";

export default serveModule(accounting, {
  vat: (call) => readVat(call, call.query),
  vatCsv: downloadVat,
  accounts: listAccounts,
  setAccounts,
  journal: (call) => listJournal(call, call.query),
  journalCsv: downloadJournal,
  months: listClosedMonths,
  closeMonth,
  fec: downloadFec,
});

import { tills } from "#contract/tills.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { changeTill, createTill } from "./change.ts";
import { closeTill } from "./close.ts";
import { findClosing, listClosings } from "./closings.ts";
import { assertNoTillOpen } from "./currency-lock.ts";
import { downloadClosing } from "./download.ts";
import { listTillMovements, moveMoney } from "./movements.ts";
import { openTill } from "./open.ts";
import { listTills } from "./queries.ts";
import { readReport } from "./report.ts";

export default serveModule(
  tills,
  {
    list: listTills,
    create: createTill,
    update: changeTill,
    open: openTill,
    report: (call) => readReport(call, call.params.tillId),
    move: moveMoney,
    close: closeTill,
    movements: (call) => listTillMovements(call, call.query),
    closings: (call) => listClosings(call, call.query),
    closing: (call) => findClosing(call, call.params.tillClosingId),
    closingPdf: downloadClosing,
  },
  { "organizations.currencyChanging": assertNoTillOpen },
);

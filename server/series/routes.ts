import { forgetSeriesText } from "./forget-customers.ts";
import { series } from "#contract/series.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { addDates, createSeries } from "./book.ts";
import { cancelSeries, updateSeries } from "./change.ts";
import { listCustomerSeries } from "./customer-series.ts";
import { assertKnownCustomer, planOccurrences } from "./plan.ts";
import { listSkippedDates, readSeries } from "./read.ts";

export default serveModule(
  series,
  {
    async preview(call) {
      await assertKnownCustomer(call, call.body.template);
      return { occurrences: await planOccurrences(call, call.body) };
    },
    create: createSeries,
    ofCustomer: listCustomerSeries,
    read: readSeries,
    skipped: async (call) => ({ occurrences: await listSkippedDates(call) }),
    add: addDates,
    update: updateSeries,
    cancel: cancelSeries,
  },
  { "customers.forgotten": forgetSeriesText },
);

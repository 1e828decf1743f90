import { forgetSeriesText } from "./forget-customers.ts";
import { series } from "#contract/series.ts";
import { prefetch, serveModule } from "#server/kit/http/serve-module.ts";
import { countPromoGuess } from "#server/promo-codes/guesses.ts";
import { addDates, createSeries } from "./book.ts";
import { cancelSeries, updateSeries } from "./change.ts";
import { listCustomerSeries } from "./customer-series.ts";
import { assertKnownCustomer, planOccurrences } from "./plan.ts";
import { listSkippedDates, readSeries } from "./read.ts";

export default serveModule(
  series,
  {
    preview: prefetch(
      (call) => countPromoGuess(call, call.body.template.promoCode),
      async (call) => {
        await assertKnownCustomer(call, call.body.template);
        return { occurrences: await planOccurrences(call, call.body) };
      },
    ),
    create: prefetch((call) => countPromoGuess(call, call.body.template.promoCode), createSeries),
    ofCustomer: listCustomerSeries,
    read: readSeries,
    skipped: async (call) => ({ occurrences: await listSkippedDates(call) }),
    add: addDates,
    update: updateSeries,
    cancel: cancelSeries,
  },
  { "customers.forgotten": forgetSeriesText },
);

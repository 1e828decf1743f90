import { prices } from "#contract/prices.ts";
import { serve } from "#server/kit/serve.ts";
import { change, create, linkField, remove, restore } from "./change.ts";
import { findPricePattern, listPricePatterns } from "./queries.ts";
import { readQuote } from "./quote.ts";

export default serve(
  prices,
  {
    list: (call) => listPricePatterns(call.db, call.organizationId, call.query),
    create,
    read: (call) => findPricePattern(call.db, call.organizationId, call.params.pricePatternId),
    update: change,
    delete: remove,
    restore,
    quote: readQuote,
  },
  { "fields.saved": linkField },
);

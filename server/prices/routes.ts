import { prices } from "#contract/prices.ts";
import { prefetch, serveModule } from "#server/kit/http/serve-module.ts";
import {
  changePricePattern,
  createPricePattern,
  linkPricePatterns,
  deletePricePattern,
  restorePricePattern,
} from "./change.ts";
import { findPricePattern, listPricePatterns } from "./queries.ts";
import { countPromoGuess } from "#server/promo-codes/guesses.ts";
import { readQuote } from "./quote.ts";

export default serveModule(
  prices,
  {
    list: (call) => listPricePatterns(call.db, call.organizationId, call.query),
    create: createPricePattern,
    read: (call) => findPricePattern(call.db, call.organizationId, call.params.pricePatternId),
    update: changePricePattern,
    delete: deletePricePattern,
    restore: restorePricePattern,
    quote: prefetch((call) => countPromoGuess(call, call.body.promoCode), readQuote),
  },
  { "fields.saved": linkPricePatterns },
);

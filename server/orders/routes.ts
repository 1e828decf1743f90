import { orders } from "#contract/orders.ts";
import { prefetch, serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { countPromoGuess } from "#server/promo-codes/guesses.ts";
import { closePageOfOrder, giveOrderUp } from "./end.ts";
import { placeOrder } from "./create.ts";
import { listOrders, listOwnOrders, listShops } from "./queries.ts";
import { quoteOrder } from "./quote.ts";
import { checkOrder, readOrder } from "./read.ts";
import { completeOrder } from "./complete.ts";
import { readShop } from "./shop.ts";
import { readWithdrawal, withdrawFromOrder } from "./withdraw.ts";

export default serveModule(
  orders,
  {
    shop: readShop,
    shops: listShops,
    quote: prefetch((call) => countPromoGuess(call, call.body.promoCode), quoteOrder),
    place: prefetch((call) => countPromoGuess(call, call.body.promoCode), placeOrder),
    read: readOrder,
    check: withoutTransaction(checkOrder),
    giveUp: prefetch(closePageOfOrder, giveOrderUp),
    mine: listOwnOrders,
    list: listOrders,
    withdrawal: readWithdrawal,
    withdraw: withdrawFromOrder,
  },
  { "payments.succeeded": completeOrder },
);

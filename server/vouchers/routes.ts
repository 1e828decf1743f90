import { vouchers } from "#contract/vouchers.ts";
import { prefetch, serveModule } from "#server/kit/http/serve-module.ts";
import { forgetRecipients } from "./customer-rows.ts";
import { countVoucherGuess } from "./guesses.ts";
import { downloadVoucher } from "./print.ts";
import { findCheckedVoucher, findVoucher, listOwnVouchers, listVouchers } from "./queries.ts";
import { readVoucherTerms } from "./terms.ts";

export default serveModule(
  vouchers,
  {
    list: listVouchers,
    read: (call) => findVoucher(call, call.params.voucherId),
    terms: readVoucherTerms,
    mine: listOwnVouchers,
    check: prefetch((call) => countVoucherGuess(call, call.body.code), findCheckedVoucher),
    pdf: downloadVoucher,
  },
  { "customers.forgotten": forgetRecipients },
);

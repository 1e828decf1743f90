import { promoCodes } from "#contract/promo-codes.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { assertUnused } from "#server/time-windows/assert-unused.ts";
import { changePromoCode, createPromoCode } from "./catalogue.ts";
import { listPromoCodes } from "./queries.ts";

export default serveModule(
  promoCodes,
  { list: listPromoCodes, create: createPromoCode, update: changePromoCode },
  {
    "time-windows.deleting": async (call, window) =>
      assertUnused(
        (await listPromoCodes(call)).map(({ code, ...held }) => ({ ...held, name: code })),
        window,
      ),
  },
);

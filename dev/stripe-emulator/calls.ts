/** Endpoints of the emulator, which accept exactly the parameters that we send. */
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { createAccount, findAccount } from "./accounts.ts";
import {
  createCustomer,
  createIntent,
  CustomerParams,
  deleteCustomer,
  detachCard,
  IntentParams,
  listIntents,
  retrieveCard,
} from "./cards.ts";
import type { Dispute } from "./money-shapes.ts";
import { findObject, listObjects, type EmulatorContext } from "./store.ts";
import {
  expandParam,
  flagParam,
  metadataParam,
  missingObjectError,
  text,
  wholeNumberParam,
  invalidParamError,
} from "./parameters.ts";
import { expireSession } from "./payments.ts";
import { listPayouts, listTransactionsOf } from "./payouts.ts";
import { listRefunds, createRefund } from "./refunds.ts";
import {
  amountParam,
  createSession,
  expandIntent,
  expandSession,
  SessionParams,
  requireSession,
  urlParam,
} from "./sessions.ts";

export interface EmulatedEndpoint {
  method: "GET" | "POST" | "DELETE";
  path: string;
  accepts: z.ZodMiniType;
  run(context: EmulatorContext, params: unknown, id: string): Promise<unknown>;
}
const defineEndpoint = <S extends z.ZodMiniType>(
  method: EmulatedEndpoint["method"],
  path: string,
  accepts: S,
  run: (context: EmulatorContext, params: z.output<S>, id: string) => Promise<unknown>,
): EmulatedEndpoint => ({
  method,
  path,
  accepts,
  run: (context, params, id) => run(context, params as z.output<S>, id),
});

const paginationParams = {
  limit: z.optional(z.pipe(wholeNumberParam, z.int().check(z.gte(1), z.lte(100)))),
  starting_after: z.optional(z.string()),
  created: z.optional(
    z.strictObject({
      gt: z.optional(wholeNumberParam),
      gte: z.optional(wholeNumberParam),
      lt: z.optional(wholeNumberParam),
      lte: z.optional(wholeNumberParam),
    }),
  ),
};
const toList = (path: string, { data, has_more }: { data: unknown[]; has_more: boolean }) => ({
  object: "list",
  data,
  has_more,
  url: path,
});
const findOne =
  <T>(kind: "refund" | "dispute" | "event" | "charge", name: string) =>
  async (context: EmulatorContext, _asked: unknown, id: string) => {
    const found = await findObject<T>(context, kind, id);
    if (!found) throw missingObjectError(name, id);
    return found;
  };
const expandOnly = z.strictObject({ expand: expandParam });
const include = z.optional(z.array(z.enum(["configuration.merchant", "requirements", "identity", "defaults"])));
const capability = z.strictObject({ requested: z.literal(true) });

export const emulatedEndpoints: readonly EmulatedEndpoint[] = [
  defineEndpoint("POST", "/v1/checkout/sessions", SessionParams, createSession),
  defineEndpoint("GET", "/v1/checkout/sessions/:id", expandOnly, async (context, params, id) =>
    expandSession(context, (await requireSession(context, id)).session, params.expand),
  ),
  defineEndpoint("POST", "/v1/checkout/sessions/:id/expire", expandOnly, async (context, _asked, id) => {
    const kept = await requireSession(context, id);
    if (kept.session.status !== "open")
      throw invalidParamError('Only Checkout Sessions with a status in ["open"] can be expired.', "session");
    await expireSession(context, kept);
    return kept.session;
  }),
  defineEndpoint("POST", "/v1/customers", CustomerParams, createCustomer),
  defineEndpoint("DELETE", "/v1/customers/:id", z.strictObject({}), (context, _asked, id) =>
    deleteCustomer(context, id),
  ),
  defineEndpoint("GET", "/v1/payment_methods/:id", expandOnly, (context, _asked, id) => retrieveCard(context, id)),
  defineEndpoint("POST", "/v1/payment_methods/:id/detach", expandOnly, (context, _asked, id) =>
    detachCard(context, id),
  ),
  defineEndpoint("POST", "/v1/payment_intents", IntentParams, createIntent),
  defineEndpoint(
    "GET",
    "/v1/payment_intents",
    z.strictObject({ customer: text, limit: paginationParams.limit }),
    async (context, { customer }) => toList("/v1/payment_intents", await listIntents(context, customer)),
  ),
  defineEndpoint("GET", "/v1/payment_intents/:id", expandOnly, async (context, { expand = [] }, id) => {
    const intent = await findObject<Stripe.PaymentIntent>(context, "intent", id);
    if (!intent) throw missingObjectError("payment_intent", id);
    return expandIntent(context, intent, (depth) => expand.some((path) => path.split(".").length >= depth));
  }),
  defineEndpoint(
    "POST",
    "/v1/refunds",
    z.strictObject({
      charge: z.optional(text),
      payment_intent: z.optional(text),
      amount: z.optional(amountParam),
      metadata: metadataParam,
      refund_application_fee: z.optional(flagParam),
    }),
    createRefund,
  ),
  defineEndpoint(
    "GET",
    "/v1/refunds",
    z.strictObject({ charge: z.optional(text), payment_intent: z.optional(text), limit: paginationParams.limit }),
    async (context, params) => toList("/v1/refunds", await listRefunds(context, params)),
  ),
  defineEndpoint("GET", "/v1/refunds/:id", expandOnly, findOne<Stripe.Refund>("refund", "refund")),
  defineEndpoint("GET", "/v1/disputes/:id", expandOnly, findOne<Dispute>("dispute", "dispute")),
  defineEndpoint("GET", "/v1/events", z.strictObject(paginationParams), async (context, params) =>
    toList("/v1/events", await listObjects(context, "event", params as Parameters<typeof listObjects>[2])),
  ),
  defineEndpoint(
    "GET",
    "/v1/balance_transactions",
    z.strictObject({ ...paginationParams, payout: z.optional(text) }),
    async (context, { payout, ...params }) =>
      toList(
        "/v1/balance_transactions",
        payout === undefined
          ? await listObjects(context, "balance", params as Parameters<typeof listObjects>[2])
          : await listTransactionsOf(context, payout),
      ),
  ),
  defineEndpoint("GET", "/v1/payouts", z.strictObject(paginationParams), async (context, params) =>
    toList("/v1/payouts", await listPayouts(context, params)),
  ),
  defineEndpoint(
    "POST",
    "/v2/core/accounts",
    z.strictObject({
      contact_email: z.optional(z.email()),
      display_name: z.optional(text),
      dashboard: z.literal("full"),
      identity: z.strictObject({ country: z.string().check(z.regex(/^[a-z]{2}$/)) }),
      configuration: z.strictObject({
        merchant: z.strictObject({ capabilities: z.strictObject({ card_payments: capability }) }),
      }),
      defaults: z.strictObject({
        currency: z.string().check(z.regex(/^[a-z]{3}$/)),
        responsibilities: z.strictObject({
          fees_collector: z.literal("stripe"),
          losses_collector: z.literal("stripe"),
        }),
      }),
      metadata: metadataParam,
      include,
    }),
    createAccount,
  ),
  defineEndpoint("GET", "/v2/core/accounts/:id", z.strictObject({ include }), (context, _asked, id) =>
    findAccount(context, id),
  ),
  defineEndpoint(
    "POST",
    "/v2/core/account_links",
    z.strictObject({
      account: text,
      use_case: z.strictObject({
        type: z.literal("account_onboarding"),
        account_onboarding: z.strictObject({
          refresh_url: urlParam,
          return_url: urlParam,
        }),
      }),
    }),
    async (context, { account, use_case }) => {
      await findAccount(context, account);
      const back = encodeURIComponent(use_case.account_onboarding.return_url);
      const link: Stripe.V2.Core.AccountLink = {
        object: "v2.core.account_link",
        account,
        created: context.now.toISOString(),
        expires_at: new Date(context.now.getTime() + 10 * 60_000).toISOString(),
        livemode: false,
        url: `${context.appContext.config.appUrl}/test-payments/accounts/${account}?back=${back}`,
        use_case: use_case as Stripe.V2.Core.AccountLink.UseCase,
      };
      return link;
    },
  ),
];

/** What can be asked of the test provider, with exactly the parameters that we send. */
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { createAccount, findAccount } from "./accounts.ts";
import type { Dispute } from "./money-shapes.ts";
import { find, list, type Scene } from "./objects.ts";
import { expand, flag, metadata, missing, text, whole, wrong } from "./parameters.ts";
import { close } from "./paying.ts";
import { listRefunds, refund } from "./refunding.ts";
import { amount, createSession, expandSession, NewSession, sessionFor, url } from "./sessions.ts";

/** One call of the interface. */
export interface Call {
  method: "GET" | "POST";
  /** With `:id` for what varies. */
  path: string;
  accepts: z.ZodMiniType;
  run(scene: Scene, asked: unknown, id: string): Promise<unknown>;
}
const call = <S extends z.ZodMiniType>(
  method: Call["method"],
  path: string,
  accepts: S,
  run: (scene: Scene, asked: z.output<S>, id: string) => Promise<unknown>,
): Call => ({ method, path, accepts, run: (scene, asked, id) => run(scene, asked as z.output<S>, id) });

const page = {
  limit: z.optional(z.pipe(whole, z.int().check(z.gte(1), z.lte(100)))),
  starting_after: z.optional(z.string()),
  created: z.optional(
    z.strictObject({
      gt: z.optional(whole),
      gte: z.optional(whole),
      lt: z.optional(whole),
      lte: z.optional(whole),
    }),
  ),
};
const listOf = (path: string, { data, has_more }: { data: unknown[]; has_more: boolean }) => ({
  object: "list",
  data,
  has_more,
  url: path,
});
const one =
  <T>(kind: "refund" | "dispute" | "event" | "charge", name: string) =>
  async (scene: Scene, _asked: unknown, id: string) => {
    const found = await find<T>(scene, kind, id);
    if (!found) throw missing(name, id);
    return found;
  };
const nothing = z.strictObject({ expand });
const include = z.optional(z.array(z.enum(["configuration.merchant", "requirements", "identity", "defaults"])));
const capability = z.strictObject({ requested: z.literal(true) });

export const calls: readonly Call[] = [
  call("POST", "/v1/checkout/sessions", NewSession, createSession),
  call("GET", "/v1/checkout/sessions/:id", nothing, async (scene, asked, id) =>
    expandSession(scene, (await sessionFor(scene, id)).session, asked.expand),
  ),
  call("POST", "/v1/checkout/sessions/:id/expire", nothing, async (scene, _asked, id) => {
    const kept = await sessionFor(scene, id);
    if (kept.session.status !== "open")
      throw wrong('Only Checkout Sessions with a status in ["open"] can be expired.', "session");
    await close(scene, kept);
    return kept.session;
  }),
  call(
    "POST",
    "/v1/refunds",
    z.strictObject({
      charge: z.optional(text),
      payment_intent: z.optional(text),
      amount: z.optional(amount),
      metadata,
      refund_application_fee: z.optional(flag),
    }),
    refund,
  ),
  call(
    "GET",
    "/v1/refunds",
    z.strictObject({ charge: z.optional(text), payment_intent: z.optional(text), limit: page.limit }),
    async (scene, asked) => listOf("/v1/refunds", await listRefunds(scene, asked)),
  ),
  call("GET", "/v1/refunds/:id", nothing, one<Stripe.Refund>("refund", "refund")),
  call("GET", "/v1/disputes/:id", nothing, one<Dispute>("dispute", "dispute")),
  call("GET", "/v1/events", z.strictObject(page), async (scene, asked) =>
    listOf("/v1/events", await list(scene, "event", asked as Parameters<typeof list>[2])),
  ),
  call("GET", "/v1/balance_transactions", z.strictObject(page), async (scene, asked) =>
    listOf("/v1/balance_transactions", await list(scene, "balance", asked as Parameters<typeof list>[2])),
  ),
  call(
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
      metadata,
      include,
    }),
    createAccount,
  ),
  call("GET", "/v2/core/accounts/:id", z.strictObject({ include }), (scene, _asked, id) => findAccount(scene, id)),
  call(
    "POST",
    "/v2/core/account_links",
    z.strictObject({
      account: text,
      use_case: z.strictObject({
        type: z.literal("account_onboarding"),
        account_onboarding: z.strictObject({
          refresh_url: url,
          return_url: url,
        }),
      }),
    }),
    async (scene, { account, use_case }) => {
      await findAccount(scene, account);
      const back = encodeURIComponent(use_case.account_onboarding.return_url);
      const link: Stripe.V2.Core.AccountLink = {
        object: "v2.core.account_link",
        account,
        created: scene.now.toISOString(),
        expires_at: new Date(scene.now.getTime() + 10 * 60_000).toISOString(),
        livemode: false,
        url: `${scene.house.config.appUrl}/test-payments/accounts/${account}?back=${back}`,
        use_case: use_case as Stripe.V2.Core.AccountLink.UseCase,
      };
      return link;
    },
  ),
];

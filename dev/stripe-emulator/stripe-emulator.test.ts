/** The emulator with Stripe's SDK: accepts our requests, refuses all others, and survives restarts. */
import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { monday, createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { createAccount, updateAccountState } from "./accounts.ts";
import { attachEmulator, getEmulator } from "./emulator.ts";
import { EMULATOR_SECRET_KEY } from "./server.ts";

let testApp: TestApp;
let stripe: Stripe;
beforeAll(async () => {
  testApp = await createTestApp({ env: { DEMO: "1" } });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  stripe = await open(EMULATOR_SECRET_KEY);
});

async function open(key: string): Promise<Stripe> {
  const { host, port } = await getEmulator(testApp.appContext).connect();
  return new Stripe(key, { host, port, protocol: "http", telemetry: false, maxNetworkRetries: 0 });
}

const now = () => Math.floor(testApp.clock.now().getTime() / 1000);
const draft = (more: object = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  allowed_payment_method_types: ["card"],
  line_items: [{ quantity: 1, price_data: { currency: "eur", unit_amount: 1800, product_data: { name: "Court 1" } } }],
  expires_at: now() + 31 * 60,
  success_url: "http://localhost:3000/there",
  ...more,
});
const create = (more: object = {}, options: Stripe.RequestOptions = {}) =>
  stripe.checkout.sessions.create(draft(more), options);
const refusal = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { type, code, param } = error as Stripe.errors.StripeError;
  return { type, code, param };
};
const account = async () => {
  const context = { appContext: testApp.appContext, now: testApp.clock.now(), account: "" };
  return testApp.db.transaction().execute(async (db) => {
    const { id } = await createAccount({ ...context, db }, { display_name: "Club" });
    await updateAccountState({ ...context, db }, id, "active");
    return id;
  });
};

test("what it does not know it refuses, in the provider's words", async () => {
  const unknown = await refusal(create({ payment_method_types: ["card"] }));
  expect(unknown).toEqual({
    type: "StripeInvalidRequestError",
    code: "parameter_unknown",
    param: "payment_method_types",
  });
  const nested = await refusal(create({ payment_intent_data: { setup_future_usage: "on_session" } }));
  expect(nested.param).toBe("payment_intent_data[setup_future_usage]");
  expect(await refusal(create({ success_url: undefined }))).toMatchObject({
    code: "parameter_missing",
    param: "success_url",
  });
  expect(await refusal(stripe.customers.list())).toMatchObject({ type: "StripeInvalidRequestError" });
  expect(await refusal((await open("sk_test_other")).events.list())).toMatchObject({
    type: "StripeAuthenticationError",
  });
});

test("a page lives for half an hour at least, and a day at most", async () => {
  expect(await refusal(create({ expires_at: now() + 29 * 60 }))).toMatchObject({ param: "expires_at" });
  expect(await refusal(create({ expires_at: now() + 25 * 3600 }))).toMatchObject({ param: "expires_at" });
  const { id, status } = await create({ expires_at: now() + 30 * 60 });
  expect(status).toBe("open");
  testApp.clock.advance(31 * 60_000);
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("expired");
  expect(await refusal(stripe.checkout.sessions.expire(id))).toMatchObject({ type: "StripeInvalidRequestError" });
});

test("the same key gives the same answer, and refuses another question", async () => {
  const first = await create({}, { idempotencyKey: "one" });
  const [second, third] = await Promise.all([
    create({}, { idempotencyKey: "one" }),
    create({}, { idempotencyKey: "one" }),
  ]);
  expect([second.id, third.id]).toEqual([first.id, first.id]);
  expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
  const other = await refusal(create({ client_reference_id: "other" }, { idempotencyKey: "one" }));
  expect(other.type).toBe("StripeIdempotencyError");
  testApp.clock.advance(25 * 3_600_000);
  expect((await create({}, { idempotencyKey: "one" })).id).not.toBe(first.id);
});

test("an account sees its own alone, and takes nothing before it is complete", async () => {
  const [here, there] = [await account(), await account()];
  const { id } = await create({ payment_intent_data: { application_fee_amount: 27 } }, { stripeAccount: here });
  expect((await stripe.checkout.sessions.retrieve(id, {}, { stripeAccount: here })).id).toBe(id);
  const elsewhere = [{ stripeAccount: there }, {}].map((on) => refusal(stripe.checkout.sessions.retrieve(id, {}, on)));
  expect(await Promise.all(elsewhere)).toMatchObject([{ code: "resource_missing" }, { code: "resource_missing" }]);
  const nobody = await refusal(stripe.events.list({}, { stripeAccount: "acct_nobody" }));
  expect(nobody).toMatchObject({ type: "StripePermissionError", code: "account_invalid" });
  // Fees apply only to payments of connected accounts.
  expect(await refusal(create({ payment_intent_data: { application_fee_amount: 27 } }))).toMatchObject({
    type: "StripeInvalidRequestError",
  });
  const begun = await stripe.v2.core.accounts.create({
    dashboard: "full",
    identity: { country: "fr" },
    configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
    defaults: { currency: "eur", responsibilities: { fees_collector: "stripe", losses_collector: "stripe" } },
    include: ["configuration.merchant", "requirements"],
  });
  expect(begun.configuration?.merchant?.capabilities?.card_payments?.status).toBe("pending");
  expect(await refusal(create({}, { stripeAccount: begun.id }))).toMatchObject({ type: "StripeInvalidRequestError" });
});

test("events are listed latest first, page by page, since an instant", async () => {
  for (let count = 0; count < 5; count += 1) {
    const { id } = await create();
    await stripe.checkout.sessions.expire(id);
    testApp.clock.advance(1000);
  }
  const all = await stripe.events.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  const ofSessions = all.filter(({ type }) => type === "checkout.session.expired");
  expect(ofSessions.length).toBeGreaterThanOrEqual(5);
  const times = all.map(({ created }) => created);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  const since = await stripe.events.list({ created: { gte: now() - 2 }, limit: 100 });
  expect(since.data.every(({ created }) => created >= now() - 2)).toBe(true);
});

test("a restart loses nothing", async () => {
  const { id } = await create();
  await getEmulator(testApp.appContext).close();
  stripe = await open(EMULATOR_SECRET_KEY);
  expect((await stripe.checkout.sessions.retrieve(id)).id).toBe(id);
});

test("its page says that it is a test, reads in the payer's language, and lets no script run", async () => {
  const { url } = await create({ locale: "fr" });
  const { headers, body } = await testApp.app.inject({ method: "GET", url: new URL(url ?? "").pathname });
  expect(body).toContain("Paiements de test");
  expect(body).toContain('<html lang="fr">');
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["cache-control"]).toBe("no-store");
  expect((await testApp.app.inject({ method: "GET", url: "/test-payments/cs_test_none" })).statusCode).toBe(404);
});

test("the emulator is not reachable with live keys or with payments switched off", async () => {
  for (const env of [{ STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1", DEMO: "1" }, { DEMO: "0" }]) {
    const real = await createTestApp({ env: env as Record<string, string> });
    try {
      expect(() => attachEmulator(real.appContext)).toThrow("The Stripe emulator is for the demo and for tests");
      // The server has no such route; the web's fallback may serve it.
      expect(real.app.hasRoute({ method: "GET", url: "/test-payments/:id" })).toBe(false);
      expect(testApp.app.hasRoute({ method: "GET", url: "/test-payments/:id" })).toBe(true);
    } finally {
      await real.close();
    }
  }
});

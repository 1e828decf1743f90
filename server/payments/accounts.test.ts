import { emulatorTables } from "#dev/stripe-emulator/tables.ts";
import { renderMessage } from "#server/kit/http/http-error.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findPaymentRefusal } from "./accounts.ts";
import { stripe } from "./providers/stripe/provider.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deauthorizeAccount, updateAccountState } from "#dev/stripe-emulator/accounts.ts";
import { monday } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const minute = 60_000;
let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed({ STRIPE_CONNECT: "1", PLATFORM_FEE: "150" });
});
afterAll(() => testBed.close());
beforeEach(() => testBed.testApp.clock.set(monday));

const state = async () => (await testBed.club.manager("GET", testBed.club.path("/payments-account"))).body.data;
const book = (more = {}) => testBed.club.member("POST", testBed.club.path("/events"), testBed.draft(more));
async function onboard(act: "finish" | "later"): Promise<string> {
  const { status, body } = await testBed.club.manager("POST", testBed.club.path("/payments-account"), {});
  expect(status).toBe(200);
  const { pathname, search } = new URL(body.data.url);
  const shown = await testBed.testApp.app.inject({ method: "GET", url: pathname + search });
  expect(shown.body).toContain("Here Here would say who it is");
  const answer = await testBed.testApp.app.inject({
    method: "POST",
    url: pathname + search,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: `act=${act}`,
  });
  expect(answer.headers.location).toBe(
    `http://localhost:3000/organizations/${testBed.testApp.organizationId}/settings?payments=back`,
  );
  return pathname.split("/").at(-1) ?? "";
}

test("the state of the setup is read without the provider", async () => {
  await onboard("later");
  testBed.testApp.clock.advance(minute);
  const updatedAt = async () =>
    (await testBed.testApp.db.selectFrom("payment_accounts").select("updated_at").executeTakeFirstOrThrow()).updated_at;
  const before = await updatedAt();
  const { status, body } = await testBed.club.manager("GET", testBed.club.path("/setup"));
  expect([status, body.data.steps.length, await updatedAt()]).toEqual([200, 8, before]);
  await state();
  expect(await updatedAt()).not.toEqual(before);
  await testBed.testApp.db.deleteFrom("payment_accounts").execute();
});

test("until an account is connected and complete, nobody books what has to be paid online", async () => {
  await testBed.club.manager("PATCH", `/organizations/${testBed.testApp.organizationId}`, { paymentOnSite: false });
  expect(await state()).toMatchObject({ state: "missing", takesPayments: false, mode: "test", platformFee: 150 });
  const refused = await book();
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { payment: ["This organization does not take online payments yet"] },
  ]);
  const ways = async () => (await testBed.club.member("GET", testBed.club.path("/payment-methods"))).body.data;
  expect(await ways()).toEqual({
    online: false,
    onSite: false,
    onAccount: false,
    least: 50,
    mode: "test",
    providers: [],
  });
  const account = await onboard("later");
  testBed.testApp.clock.advance(minute);
  expect(await state()).toMatchObject({ state: "onboarding", takesPayments: false });
  expect((await state()).requirements).toContain("identity.individual.given_name");
  expect(await onboard("finish")).toBe(account);
  await testBed.runJobs();
  expect(await state()).toMatchObject({ state: "ready", takesPayments: true, paysOut: true, requirements: [] });
  const open = { online: true, onSite: false, onAccount: false, least: 50, mode: "test" };
  const stripe = { name: "stripe", minAmount: 50, minLeadHours: 0 };
  expect(await ways()).toEqual({ ...open, providers: [stripe] });
  // The deprecated path returns the same.
  expect((await testBed.club.member("GET", testBed.club.path("/payment-ways"))).body.data).toEqual(await ways());
  expect((await book()).status).toBe(201);
});

test("it is paid on its own account, the platform keeps its share, and the fee shown is the provider's alone", async () => {
  const calls: { path: string; account: string }[] = [];
  testBed.faults.onRequest = (call) => calls.push(call);
  const { paymentId, eventId } = await testBed.bookAndPay();
  testBed.faults.onRequest = undefined;
  const { provider_account, application_fee, provider_fee } = await testBed.testApp.db
    .selectFrom("payments")
    .selectAll()
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  expect(provider_account).toMatch(/^acct_/);
  expect([application_fee, provider_fee]).toEqual([27, 52]);
  expect(new Set(calls.map(({ account }) => account))).toEqual(new Set([provider_account]));
  await testBed.club.manager("POST", testBed.club.path(`/payments/${paymentId}/refund`), {
    amount: 800,
    reason: "Rain",
  });
  await testBed.runJobs();
  expect(await testBed.readPayments(eventId)).toMatchObject({
    refunded: 800,
    payments: [{ refunds: [{ state: "succeeded" }] }],
  });
});

test("what one account tells never touches a payment of another", async () => {
  const { id } = await testBed.book();
  const { url, paymentId } = await testBed.checkout(id);
  const before = new Set((await testBed.listProviderEvents()).map((event) => event.id));
  await testBed.submitPage(url, "pay");
  const mine = (await testBed.listProviderEvents()).filter((event) => !before.has(event.id));
  const { provider_session_id } = await testBed.testApp.db
    .selectFrom("payments")
    .select("provider_session_id")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  for (const [index, { account: _own, ...event }] of mine.entries()) {
    const forged = { ...event, id: `evt_forged${index}` };
    await testBed.deliverWebhook(forged);
    await testBed.deliverWebhook({ ...forged, id: `evt_other${index}`, account: "acct_somebody" });
  }
  await emulatorTables(testBed.testApp.db)
    .deleteFrom("objects")
    .where("kind", "=", "event")
    .where(
      "id",
      "in",
      mine.map((event) => event.id),
    )
    .execute();
  await testBed.testApp.jobs.runAll();
  expect((await testBed.readEvent(id)).status).toBe("pending");
  expect(provider_session_id).toMatch(/^cs_/);
  await testBed.club.member("POST", testBed.club.path(`/payments/${paymentId}/check`), {});
  expect((await testBed.readEvent(id)).status).toBe("approved");
});

test("an account that the provider restricts takes nothing, and says so; a page that is refused leaves nothing behind", async () => {
  const { id } = await testBed.book();
  const { account_id } = await testBed.testApp.db
    .selectFrom("payment_accounts")
    .select("account_id")
    .where("organization_id", "=", testBed.testApp.organizationId)
    .executeTakeFirstOrThrow();
  await testBed.testApp.db
    .transaction()
    .execute((db) =>
      updateAccountState(
        { db, appContext: testBed.testApp.appContext, now: testBed.testApp.clock.now(), account: "" },
        account_id,
        "restricted",
        ["company.tax_id"],
      ),
    );
  // The webhook about the account has not arrived.
  const refused = await testBed.club.member("POST", testBed.club.path(`/events/${id}/checkout`), {});
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This organization cannot take online payments at the moment: its account at the payment service wants more information",
  ]);
  expect((await testBed.readPayments(id)).payments).toMatchObject([{ status: "failed" }]);
  expect(await state()).toMatchObject({ state: "restricted", requirements: ["company.tax_id"] });
  expect((await book()).status).toBe(422);
  await testBed.runJobs();
  await testBed.atProvider((context) => updateAccountState(context, account_id, "active"));
  await testBed.runJobs();
  expect((await testBed.checkout(id)).url).toContain("/test-payments/");
  await testBed.atProvider((context) => deauthorizeAccount(context, account_id));
  await testBed.runJobs();
  expect(await state()).toMatchObject({ state: "disconnected", takesPayments: false, connected_at: null });
});

test("an account that was disconnected is connected anew, whether the provider told of it or not", async () => {
  const connect = () => testBed.club.manager("POST", testBed.club.path("/payments-account"), {});
  const accountId = async () =>
    (
      await testBed.testApp.db
        .selectFrom("payment_accounts")
        .select("account_id")
        .where("organization_id", "=", testBed.testApp.organizationId)
        .executeTakeFirstOrThrow()
    ).account_id;
  const former = await accountId();
  expect((await connect()).status).toBe(200);
  const second = await accountId();
  expect(second).not.toBe(former);
  await testBed.atProvider((context) => updateAccountState(context, second, "active"));
  await testBed.runJobs();
  expect(await state()).toMatchObject({ state: "ready", takesPayments: true });

  await testBed.atProvider((context) => deauthorizeAccount(context, second));
  await emulatorTables(testBed.testApp.db).deleteFrom("objects").where("kind", "=", "event").execute();
  expect((await connect()).status).toBe(200);
  const third = await accountId();
  expect([former, second]).not.toContain(third);
  expect(await state()).toMatchObject({ state: "onboarding" });
  await testBed.atProvider((context) => updateAccountState(context, third, "active"));
  await testBed.runJobs();
});

test("online payment ends where the provider's does", async () => {
  const { appContext, clock, db, organizationId } = testBed.testApp;
  const context = { db, appContext, now: clock.now(), language: "en" } as const;
  const request = { organizationId, currency: "EUR", startTime: clock.now(), isHeld: false };
  expect(await findPaymentRefusal(context, stripe, { ...request, amount: stripe.maxAmount })).toBeNull();
  const refusal = await findPaymentRefusal(context, stripe, { ...request, amount: stripe.maxAmount + 1 });
  expect(refusal && renderMessage(translators.en, refusal)).toBe("Online payment ends at €999,999.99");
});

test("the platform lists the payment accounts of all organizations with their status", async () => {
  const admin = testBed.testApp.as(await testBed.testApp.person({ platformAdmin: true }));
  const { body } = await admin("GET", "/organizations/all/payments-account");
  expect(body.data).toMatchObject({ state: "missing", mode: "test" });
  expect(
    (await admin("GET", "/organizations/all/payments?from=2026-06-01&to=2026-06-02")).body.data.length,
  ).toBeGreaterThan(0);
});

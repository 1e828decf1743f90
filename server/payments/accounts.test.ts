/** Organizations with accounts of their own: connected, paid directly, never mixed; the platform keeps its share. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deauthorize, setAccount } from "#server/sandbox/accounts.ts";
import { monday } from "#tests/house.ts";
import { openTill, type Till } from "#tests/till.ts";

const minute = 60_000;
let till: Till;
beforeAll(async () => {
  till = await openTill({ STRIPE_CONNECT: "1", PLATFORM_FEE: "150" });
});
afterAll(() => till.close());
beforeEach(() => till.house.clock.set(monday));

const state = async () => (await till.club.manager("GET", till.club.path("/payments-account"))).body.data;
const book = (more = {}) => till.club.member("POST", till.club.path("/events"), till.draft(more));
async function onboard(act: "finish" | "later"): Promise<string> {
  const { status, body } = await till.club.manager("POST", till.club.path("/payments-account"), {});
  expect(status).toBe(200);
  const { pathname, search } = new URL(body.data.url);
  const shown = await till.house.app.inject({ method: "GET", url: pathname + search });
  expect(shown.body).toContain("Here Here would say who it is");
  const answer = await till.house.app.inject({
    method: "POST",
    url: pathname + search,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: `act=${act}`,
  });
  expect(answer.headers.location).toBe(`http://localhost:3000/organizations/${till.house.here}/settings?payments=back`);
  return pathname.split("/").at(-1) ?? "";
}

test("until an account is connected and complete, nobody books what has to be paid online", async () => {
  await till.club.manager("PATCH", `/organizations/${till.house.here}`, { paymentOnSite: false });
  expect(await state()).toMatchObject({ state: "missing", takesPayments: false, mode: "test", platformFee: 150 });
  const refused = await book();
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { payment: ["This organization does not take online payments yet"] },
  ]);
  const ways = async () => (await till.club.member("GET", till.club.path("/payment-ways"))).body.data;
  expect(await ways()).toEqual({ online: false, onSite: false, least: 50, mode: "test" });
  const account = await onboard("later");
  till.house.clock.pass(minute);
  expect(await state()).toMatchObject({ state: "onboarding", takesPayments: false });
  expect((await state()).requirements).toContain("identity.individual.given_name");
  // The same account goes on where it was left.
  expect(await onboard("finish")).toBe(account);
  await till.settle();
  expect(await state()).toMatchObject({ state: "ready", takesPayments: true, paysOut: true, requirements: [] });
  expect(await ways()).toEqual({ online: true, onSite: false, least: 50, mode: "test" });
  expect((await book()).status).toBe(201);
});

test("it is paid on its own account, the platform keeps its share, and the fee shown is the provider's alone", async () => {
  const calls: { path: string; account: string }[] = [];
  till.weather.heard = (call) => calls.push(call);
  const { paymentId, eventId } = await till.paid();
  till.weather.heard = undefined;
  const { provider_account, application_fee, stripe_fee } = await till.house.db
    .selectFrom("payments")
    .selectAll()
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  expect(provider_account).toMatch(/^acct_/);
  expect([application_fee, stripe_fee]).toEqual([27, 52]);
  expect(new Set(calls.map(({ account }) => account))).toEqual(new Set([provider_account]));
  await till.club.manager("POST", till.club.path(`/payments/${paymentId}/refund`), { amount: 800, reason: "Rain" });
  await till.settle();
  expect(await till.money(eventId)).toMatchObject({ refunded: 800, payments: [{ refunds: [{ state: "succeeded" }] }] });
});

test("what one account tells never touches a payment of another", async () => {
  const { id } = await till.book();
  const { url, paymentId } = await till.checkout(id);
  const before = new Set((await till.told()).map((event) => event.id));
  await till.onPage(url, "pay");
  const mine = (await till.told()).filter((event) => !before.has(event.id));
  const { session_id } = await till.house.db
    .selectFrom("payments")
    .select("session_id")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  for (const [index, { account: _own, ...event }] of mine.entries()) {
    const forged = { ...event, id: `evt_forged${index}` };
    await till.deliver(forged);
    await till.deliver({ ...forged, id: `evt_other${index}`, account: "acct_somebody" });
  }
  await till.house.db
    .deleteFrom("sandbox_objects")
    .where("kind", "=", "event")
    .where(
      "id",
      "in",
      mine.map((event) => event.id),
    )
    .execute();
  await till.house.jobs.runAll();
  expect((await till.event(id)).status).toBe("pending");
  // The other account cannot even read it.
  expect(session_id).toMatch(/^cs_/);
  await till.club.member("POST", till.club.path(`/payments/${paymentId}/check`), {});
  expect((await till.event(id)).status).toBe("approved");
});

test("an account that the provider restricts takes nothing, and says so; a page that is refused leaves nothing behind", async () => {
  const { id } = await till.book();
  const { provider_id } = await till.house.db
    .selectFrom("payment_accounts")
    .select("provider_id")
    .where("organization_id", "=", till.house.here)
    .executeTakeFirstOrThrow();
  await till.house.db
    .transaction()
    .execute((db) =>
      setAccount({ db, house: till.house.house, now: till.house.clock.now(), account: "" }, provider_id, "restricted", [
        "company.tax_id",
      ]),
    );
  // Nobody has heard of it yet.
  const refused = await till.club.member("POST", till.club.path(`/events/${id}/checkout`), {});
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This organization cannot take online payments at the moment: its account at the payment service wants more information",
  ]);
  expect((await till.money(id)).payments).toMatchObject([{ status: "failed" }]);
  expect(await state()).toMatchObject({ state: "restricted", requirements: ["company.tax_id"] });
  expect((await book()).status).toBe(422);
  await till.settle();
  await till.atProvider((scene) => setAccount(scene, provider_id, "active"));
  await till.settle();
  expect((await till.checkout(id)).url).toContain("/test-payments/");
  await till.atProvider((scene) => deauthorize(scene, provider_id));
  await till.settle();
  expect(await state()).toMatchObject({ state: "restricted", takesPayments: false });
});

test("the platform sees how it stands with all of them", async () => {
  const admin = till.house.as(await till.house.person({ platformAdmin: true }));
  const { body } = await admin("GET", "/organizations/all/payments-account");
  expect(body.data).toMatchObject({ state: "missing", mode: "test" });
  expect(
    (await admin("GET", "/organizations/all/payments?from=2026-06-01&to=2026-06-02")).body.data.length,
  ).toBeGreaterThan(0);
});

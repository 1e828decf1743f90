/** Guests who pay online: the payment stands for the code, while few of them hold a time without having paid. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { monday } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const MINUTE_MS = 60_000;
const slug = "parc-des-invites";
let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  const { club } = testBed;
  await club.manager("PATCH", club.path("/page"), { state: "unlisted", slug });
});
afterAll(() => testBed.close());
beforeEach(async () => {
  const { testApp, club } = testBed;
  testApp.clock.set(monday);
  await testApp.db.deleteFrom("rate_limits").execute();
  await testApp.db.deleteFrom("occupancies").execute();
  await testApp.db.deleteFrom("access_links").execute();
  await testApp.db.updateTable("events").set({ status: "canceled", pending_reason: null }).execute();
  const settings = { guestBooking: "payment", guestRules: { horizonDays: 30, noticeMinutes: 0, mostActive: 2 } };
  await club.manager("PATCH", club.path(""), settings);
});

const visitor = (...args: Parameters<ReturnType<PaymentTestBed["testApp"]["as"]>>) => testBed.testApp.as(null)(...args);
async function takeTicket(): Promise<string> {
  const { body } = await visitor("GET", `/public/${slug}`);
  testBed.testApp.clock.advance(3000);
  return body.data.ticket;
}
const place = () => {
  const { fieldId, startTime, duration } = testBed.draft();
  return { fieldId, startTime, duration };
};
const book = async (email: string, more: object = {}) =>
  visitor("POST", `/public/${slug}/bookings`, {
    ...{ ...place(), contact: { name: "Ada Byron", email }, ticket: await takeTicket(), ...more },
  });
const mailsTo = async (address: string) =>
  (await testBed.testApp.mails()).filter(({ to }) => to?.some((one) => one.address === address));

test("a guest books, pays and cancels by the mail's link; the invoice is theirs, and what was paid comes back", async () => {
  const email = "ada@example.org";
  const quote = await visitor("POST", `/public/${slug}/quotes`, place());
  expect(quote.body.data).toMatchObject({ total: 1800, needsCode: false, payments: ["online", "on_site"] });
  const { status, body } = await book(email);
  expect([status, body.data?.isHeld]).toEqual([201, true]);
  const { secret } = body.data;
  expect(await mailsTo(email)).toEqual([]);
  const checkout = await visitor("POST", `/bookings/${secret}/checkout`, {});
  expect(checkout.status).toBe(200);
  await testBed.submitPage(checkout.body.data.url, "pay");
  // The page is faster than the provider's webhook.
  const booking = (await visitor("GET", `/bookings/${secret}`)).body.data;
  expect(booking).toMatchObject({ status: "confirmed", paid: 1800, due: 0 });
  await testBed.runJobs();
  const mails = await mailsTo(email);
  const link = mails.map(({ text = "" }) => /\/b\/([\w-]{43})/.exec(text)?.[1]).find(Boolean) ?? "";
  expect(mails.flatMap(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual(
    expect.arrayContaining(["booking.ics", expect.stringMatching(/\.pdf$/)]),
  );
  const canceled = await visitor("POST", `/bookings/${link}/cancel`, { refund: 1800 });
  expect([canceled.status, canceled.body.data?.status, canceled.body.data?.refundDue]).toEqual([200, "canceled", 1800]);
  testBed.testApp.clock.advance(MINUTE_MS);
  await testBed.testApp.jobs.runScheduled("events.refund");
  await testBed.runJobs();
  const { payments } = await testBed.readPayments(booking.id);
  expect(payments[0]?.refunds).toMatchObject([{ amount: 1800 }]);
});

test("the fourth hold without a proof is asked for a code, also of presses at once", async () => {
  const ticket = await takeTicket();
  const tries = Array.from({ length: 6 }, (_, index) => ({ email: `hold${index}@example.org`, place: place() }));
  const answers = await Promise.all(
    tries.map(({ email, place: at }) =>
      visitor("POST", `/public/${slug}/bookings`, { ...at, contact: { name: "Ada Byron", email }, ticket }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 422, 422, 422]);
  for (const { body } of answers.filter(({ status }) => status === 422))
    expect(Object.keys(body.errors)).toEqual(["proof"]);
  const quote = await visitor("POST", `/public/${slug}/quotes`, place());
  expect(quote.body.data.needsCode).toBe(true);
});

test("without a proof and without a payment nothing is held", async () => {
  const onSite = await book("site@example.org", { payment: "on_site" });
  expect([onSite.status, Object.keys(onSite.body.errors)]).toEqual([422, ["proof"]]);
  const noTicket = await book("robot@example.org", { ticket: undefined });
  expect([noTicket.status, Object.keys(noTicket.body.errors)]).toEqual([422, ["ticket"]]);
  const decoy = await book("robot@example.org", { website: "https://spam.example" });
  expect(decoy.status).toBe(422);
  const { count } = await testBed.testApp.db
    .selectFrom("customers")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("email", "in", ["site@example.org", "robot@example.org"])
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
});

test("an address that is only typed merges with no customer", async () => {
  const email = "nora@example.org";
  const { club, testApp } = testBed;
  await club.staff("POST", club.path("/customers"), { firstName: "Nora", lastName: "Petit", email });
  expect((await book(email)).status).toBe(201);
  const rows = await testApp.db
    .selectFrom("customers")
    .select(["first_name", "guest_since", "email_verified_at"])
    .where("email", "=", email)
    .orderBy("created_at")
    .execute();
  expect(rows).toEqual([
    { first_name: "Nora", guest_since: null, email_verified_at: null },
    { first_name: "Ada", guest_since: expect.any(Date), email_verified_at: null },
  ]);
});

test("a hold that is not paid in time frees the slot, and its link says so", async () => {
  const { body } = await book("late@example.org");
  testBed.testApp.clock.advance(40 * MINUTE_MS);
  await testBed.testApp.jobs.runScheduled("events.expire");
  const { data } = (await visitor("GET", `/bookings/${body.data.secret}`)).body;
  expect([data.status, data.ended]).toEqual(["canceled", expect.objectContaining({ by: "time" })]);
});

test("bookings of one guest without a proof are counted together", async () => {
  const { testApp } = testBed;
  const email = "again@example.org";
  for (const day of ["2026-06-10", "2026-06-11"])
    expect((await book(email, { startTime: `${day}T10:00:00+02:00` })).status).toBe(201);
  const third = await book(email, { startTime: "2026-06-12T10:00:00+02:00" });
  expect([third.status, third.body.message]).toEqual([409, expect.any(String)]);
  const rows = testApp.db.selectFrom("customers").select("id").where("email", "=", email);
  expect(await rows.execute()).toHaveLength(1);
});

test("an account takes over no guest who has only typed its address", async () => {
  const { testApp, club } = testBed;
  const victim = await testApp.person({ email: "victim@example.org" });
  const { body } = await book(victim.email, { contact: { name: "Somebody Else", email: victim.email } });
  await testApp.join(victim, club.organizationId, 4);
  const { startTime, duration, fieldId } = testBed.draft();
  const day = { startTime: startTime.replace(/^.{10}/, "2026-06-15"), duration, fieldId };
  await testApp.as(victim)("POST", club.path("/events"), { ...day, name: "Match", type: "game", payment: "on_site" });
  const read = await visitor("GET", `/bookings/${body.data.secret}`);
  expect(read.body.data).toMatchObject({ name: "Somebody Else", hasAccount: false, mayJoin: false });
});

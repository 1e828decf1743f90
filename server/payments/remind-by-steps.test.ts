/** Reminders of debts by steps: once each, one mail a payer, on working days, never for what is not to be asked for. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Charge } from "#contract/charges.ts";
import type { Debt } from "#contract/payments.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { createTestClub } from "#tests/support/test-club.ts";

let testBed: PaymentTestBed;
let productId: string;
let people = 0;
/** A Monday. */
const FIRST_DAY = "2026-06-01";
const steps = [
  { days: -3, tone: "friendly" },
  { days: 3, tone: "friendly" },
  { days: 10, tone: "firm" },
  { days: 20, tone: "last" },
];
const path = (rest: string) => testBed.club.path(rest);
const manager = (method: string, rest: string, body?: object) => testBed.club.manager(method, path(rest), body);

/** By the clock of Paris, which is two hours ahead. */
const setClock = (day: string, time = "08:30") => testBed.testApp.clock.set(new Date(`${day}T${time}:00Z`));
const chooseSteps = async (debtReminderSteps: object[]) => {
  const { status, body } = await manager("PATCH", "", { debtReminderSteps });
  expect(status, JSON.stringify(body)).toBe(200);
};
const run = async () => {
  await testBed.testApp.jobs.runScheduled("payments.remindBySteps");
  await testBed.testApp.jobs.runAll();
};
async function runOn(day: string, time?: string): Promise<void> {
  setClock(day, time);
  await run();
}

beforeAll(async () => {
  testBed = await createPaymentTestBed();
  const draft = { name: "Racket", kind: "goods", price: 1200 };
  productId = (await manager("POST", "/products", draft)).body.data.id;
});
afterAll(() => testBed.close());
beforeEach(async () => {
  setClock(FIRST_DAY, "06:00");
  // Those of the tests before go on no more.
  await testBed.testApp.db.updateTable("charges").set({ written_off_at: new Date(), write_off_reason: "-" }).execute();
  await chooseSteps([]);
  await chooseSteps(steps);
});

interface Person {
  id: string;
  email: string;
}
async function addCustomer(more: object = {}): Promise<Person> {
  people += 1;
  const email = `step.${people}@example.test`;
  const draft = { kind: "person", firstName: "Zoé", lastName: `Step ${people}`, email, ...more };
  const { status, body } = await manager("POST", "/customers", draft);
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.data.id, email };
}
/** Owed since the present day. */
async function sell({ id: customerId }: Person, quantity = 1): Promise<string> {
  const lines = [{ productId, quantity }];
  const { status, body } = await manager("POST", "/sales", { customerId, lines, payment: null });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.charges[0].id;
}
const isReminder = (subject: string) =>
  /to pay|please pay|last reminder|due soon|restent à payer|à régler|de régler|dernière relance/.test(subject);
const mailsTo = async ({ email }: Person) =>
  (await testBed.testApp.mails()).flatMap(({ to, subject = "", text = "" }) =>
    JSON.stringify(to).includes(email) && isReminder(subject) ? [{ subject, text }] : [],
  );
const subjectsTo = async (person: Person): Promise<string[]> => (await mailsTo(person)).map(({ subject }) => subject);
const debtOf = async ({ id }: Person): Promise<Debt> =>
  (await manager("GET", `/debts?customerId=${id}`)).body.data.at(0);

test("each step is sent once, in its tone, and the debt says which was the last and when the next one goes", async () => {
  const person = await addCustomer();
  const chargeId = await sell(person);
  await run();
  expect(await mailsTo(person)).toEqual([]);
  expect((await debtOf(person)).steps).toEqual({
    last: null,
    nextOn: "2026-06-04",
    isPaused: false,
    pausedUntil: null,
  });
  await runOn("2026-06-04");
  await run();
  expect(await subjectsTo(person)).toHaveLength(1);
  expect((await debtOf(person)).steps).toMatchObject({ last: { on: "2026-06-04", days: 3 }, nextOn: "2026-06-11" });
  const balance = (await manager("GET", `/customers/${person.id}/balance`)).body.data;
  expect(balance.debts[0].steps).toEqual((await debtOf(person)).steps);
  await runOn("2026-06-11");
  // The twentieth day is a Sunday.
  await runOn("2026-06-20");
  await runOn("2026-06-21");
  expect((await debtOf(person)).steps.nextOn).toBe("2026-06-22");
  await runOn("2026-06-22");
  await runOn("2026-06-26");
  const subjects = await subjectsTo(person);
  expect(subjects).toHaveLength(3);
  expect(new Set(subjects).size).toBe(3);
  expect((await debtOf(person)).steps).toMatchObject({ last: { on: "2026-06-22", days: 20 }, nextOn: null });
  const { body } = await manager("GET", `/activity?customerId=${person.id}`);
  expect(body.data.filter(({ act }: { act: string }) => act === "payments.remindByStep")).toHaveLength(3);
  expect((await manager("GET", `/charges/${chargeId}`)).body.data.state).toBe("open");
});

test("one mail has all debts of a payer, the children's as well, with the letter of the oldest", async () => {
  const parent = await addCustomer();
  const child = await addCustomer({ email: null, guardianId: parent.id });
  await sell(parent, 2);
  await runOn("2026-06-04");
  setClock("2026-06-08", "06:00");
  await sell(child);
  await runOn("2026-06-12");
  const [, mail, ...others] = await mailsTo(parent);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/36[.,]00/);
  const links = new Set(mail?.text.match(/\/d\/[\w-]{43}/g));
  expect([links.size, mail?.text.includes("cs_test_")]).toEqual([1, false]);
  const shown = await testBed.testApp.as(null)("GET", `/debts/${[...links][0]?.slice(3)}`);
  expect(shown.body.data.debts.map(({ due }: { due: number }) => due).toSorted()).toEqual([1200, 2400]);
  expect(mail?.subject).toMatch(/please pay|sans tarder/);
  // The child's third day is among them, and is not sent again.
  await runOn("2026-06-15");
  expect(await subjectsTo(parent)).toHaveLength(2);
});

test("where the payer has no address, a child reads its own debts, and no other child's", async () => {
  const parent = await addCustomer({ email: null });
  const child = await addCustomer({ guardianId: parent.id });
  const sibling = await addCustomer({ email: null, guardianId: parent.id });
  await sell(sibling, 3);
  await sell(child);
  await runOn("2026-06-04");
  const [mail, ...others] = await mailsTo(child);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("12,00");
  expect(mail?.text).not.toMatch(/36,00|48,00/);
  expect((await debtOf(child)).steps.last).toMatchObject({ days: 3 });
  expect((await debtOf(sibling)).steps.last).toBe(null);
});

test("nothing goes at night, at the weekend, within three days of another reminder, or where no step is chosen", async () => {
  const [person, reminded] = [await addCustomer(), await addCustomer()];
  await sell(person);
  const chargeId = await sell(reminded);
  await runOn("2026-06-04", "07:30");
  await runOn("2026-06-04", "16:30");
  expect(await mailsTo(person)).toEqual([]);
  setClock("2026-06-03", "08:30");
  expect((await manager("POST", "/debts/remind", { chargeIds: [chargeId] })).status).toBe(200);
  await runOn("2026-06-04");
  expect([(await mailsTo(person)).length, (await mailsTo(reminded)).length]).toEqual([1, 1]);
  // The third day after is a Saturday.
  await runOn("2026-06-05");
  await runOn("2026-06-06");
  expect(await mailsTo(reminded)).toHaveLength(1);
  await runOn("2026-06-08");
  expect(await mailsTo(reminded)).toHaveLength(2);
  await chooseSteps([]);
  await runOn("2026-06-11");
  expect(await mailsTo(person)).toHaveLength(1);
});

test("a reminder by hand of what is paid since counts among the three days", async () => {
  const person = await addCustomer();
  const paid = await sell(person, 2);
  await sell(person);
  setClock("2026-06-03");
  expect((await manager("POST", "/debts/remind", { chargeIds: [paid] })).status).toBe(200);
  const payment = { method: "cash", debts: [{ chargeId: paid, amount: 2400 }] };
  expect((await manager("POST", "/payments", payment)).status).toBe(201);
  const before = (await mailsTo(person)).length;
  await runOn("2026-06-04");
  await runOn("2026-06-05");
  expect(await mailsTo(person)).toHaveLength(before);
  await runOn("2026-06-08");
  expect(await mailsTo(person)).toHaveLength(before + 1);
});

test("what is paid, written off, left out or disputed is in no mail, nor who has no address", async () => {
  const paid = await addCustomer();
  const [writtenOff, leftOut, later] = [await addCustomer(), await addCustomer(), await addCustomer()];
  const disputed = await addCustomer();
  const nobody = await addCustomer({ email: null });
  const charges = new Map<Person, string>();
  for (const one of [paid, writtenOff, leftOut, later, disputed, nobody]) charges.set(one, await sell(one));
  const idOf = (person: Person) => charges.get(person) ?? "";
  const payment = { method: "cash", debts: [{ chargeId: idOf(paid), amount: 1200 }] };
  expect((await manager("POST", "/payments", payment)).status).toBe(201);
  await manager("POST", `/charges/${idOf(writtenOff)}/write-off`, { reason: "Moved away" });
  const paused = await manager("POST", `/charges/${idOf(leftOut)}/reminders/pause`);
  expect([paused.status, (paused.body.data as Charge).remindersPausedAt === null]).toEqual([200, false]);
  const until = await manager("PATCH", `/customers/${later.id}`, { remindersPausedUntil: "2026-06-05" });
  expect([until.status, until.body.data.remindersPausedUntil]).toEqual([200, "2026-06-05"]);
  const { id: paymentId } = await testBed.testApp.db
    .selectFrom("payments")
    .select("id")
    .where("charge_id", "=", idOf(paid))
    .executeTakeFirstOrThrow();
  await testBed.testApp.db
    .updateTable("payments")
    .set({ charge_id: idOf(disputed) })
    .where("id", "=", paymentId)
    .execute();
  const now = testBed.testApp.clock.now();
  await testBed.testApp.db
    .insertInto("disputes")
    .values({
      ...{ organization_id: testBed.club.organizationId, id: "dp_step", payment_id: paymentId, amount: 1200 },
      ...{ status: "lost", created_at: now, updated_at: now },
    })
    .execute();
  expect((await debtOf(later)).steps).toMatchObject({ nextOn: "2026-06-08", pausedUntil: "2026-06-05" });
  expect((await debtOf(leftOut)).steps).toMatchObject({ nextOn: null, isPaused: true });
  expect((await debtOf(nobody)).steps.nextOn).toBeNull();
  await runOn("2026-06-04");
  const count = async (person: Person) => (await mailsTo(person)).length;
  for (const one of [paid, writtenOff, leftOut, later, disputed]) expect(await count(one)).toBe(0);
  await manager("POST", `/charges/${idOf(leftOut)}/reminders/resume`);
  await runOn("2026-06-08");
  expect([await count(leftOut), await count(later), await count(writtenOff)]).toEqual([1, 1, 0]);
});

test("two jobs at once, and one that ended before its commit, send one mail", async () => {
  const person = await addCustomer();
  await sell(person);
  setClock("2026-06-04");
  const job = () => testBed.testApp.jobs.runScheduled("payments.remindBySteps");
  await Promise.allSettled([job(), job(), job()]);
  await testBed.testApp.jobs.runAll();
  expect(await mailsTo(person)).toHaveLength(1);
});

test("a clock that jumps ahead leaves out the steps between, and one that jumps back repeats none", async () => {
  const person = await addCustomer();
  await sell(person);
  await runOn("2026-06-23");
  expect(await subjectsTo(person)).toHaveLength(1);
  expect((await debtOf(person)).steps.last).toEqual({ on: "2026-06-23", days: 20 });
  await runOn("2026-06-11");
  await runOn("2026-06-24");
  await runOn("2026-07-06");
  const [subject, ...others] = await subjectsTo(person);
  expect(others).toEqual([]);
  // The step is the last one, and the letter the first.
  expect(subject).not.toMatch(/last reminder|dernière relance/);
});

test("steps are not made up for what was due before they were chosen", async () => {
  await chooseSteps([]);
  const person = await addCustomer();
  await sell(person);
  setClock("2026-06-12", "06:00");
  await chooseSteps(steps);
  await runOn("2026-06-12");
  expect(await mailsTo(person)).toEqual([]);
  await runOn("2026-06-22");
  expect((await debtOf(person)).steps.last).toEqual({ on: "2026-06-22", days: 20 });
  expect(await mailsTo(person)).toHaveLength(1);
});

test("a mail about what is due soon says nothing of what is overdue, and the other way round", async () => {
  const person = await addCustomer();
  await sell(person, 2);
  await runOn("2026-06-04");
  const startTime = "2026-06-13T14:00:00Z";
  const booked = await manager("POST", "/events", testBed.draft({ startTime, customer: { customerId: person.id } }));
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
  // Three days before the booking; the day after, the sale reaches its tenth day, and waits for the third day.
  await runOn("2026-06-10");
  await runOn("2026-06-11");
  await runOn("2026-06-15");
  const subjects = await subjectsTo(person);
  expect(subjects).toHaveLength(3);
  expect(subjects[1]).toMatch(/18[.,]00.*due soon|bientôt/);
  // The booking is overdue by then, and both are asked for.
  expect(subjects[2]).toMatch(/42[.,]00/);
});

test("a guardian pays for a child with an account on a page of the provider, and not on one of the child", async () => {
  const parent = await addCustomer();
  const startTime = "2026-06-05T14:00:00Z";
  const booked = await testBed.book(testBed.club.member, { startTime, payment: "on_site" });
  const { customer_id: childId } = await testBed.testApp.db
    .selectFrom("events")
    .select("customer_id")
    .where("id", "=", booked.id)
    .executeTakeFirstOrThrow();
  const setGuardian = (guardianId: string | null) =>
    testBed.club.manager("PATCH", testBed.club.path(`/customers/${childId}`), { guardianId });
  await setGuardian(parent.id);
  await runOn("2026-06-08");
  const [mail, ...others] = await mailsTo(parent);
  await setGuardian(null);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("18,00");
  expect(mail?.text).not.toContain(`/events/${booked.id}`);
  expect(mail?.text).toMatch(/https?:\/\/\S+\/(pay|checkout|test-payments)/);
});

test("who pays by the month is asked once there is an invoice", async () => {
  const terms = { billing: "monthly", paymentDays: 10 };
  const company = await addCustomer({
    kind: "company",
    legalName: "Step SAS",
    firstName: null,
    lastName: null,
    ...terms,
  });
  const chargeId = await sell(company);
  expect((await debtOf(company)).steps.nextOn).toBeNull();
  for (const day of ["2026-07-07", "2026-07-13", "2026-07-20"]) await runOn(day);
  expect(await mailsTo(company)).toEqual([]);
  await testBed.testApp.db.updateTable("charges").set({ invoiced: 1200 }).where("id", "=", chargeId).execute();
  await runOn("2026-07-21");
  expect(await mailsTo(company)).toHaveLength(1);
});

test("before a booking is due, the letter says so, with all that is due", async () => {
  const person = await addCustomer();
  const startTime = "2026-06-12T14:00:00Z";
  const booked = await manager("POST", "/events", testBed.draft({ startTime, customer: { customerId: person.id } }));
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
  await runOn("2026-06-08");
  expect(await mailsTo(person)).toEqual([]);
  await runOn("2026-06-09");
  const [mail] = await mailsTo(person);
  expect(mail?.subject).toMatch(/18[.,]00/);
  expect(mail?.subject).toMatch(/due soon|bientôt/);
  expect((await debtOf(person)).remindedAt).not.toBeNull();
});

test("steps out of order, twice the same day, too many or too far are refused beside their field", async () => {
  const refuse = async (debtReminderSteps: unknown) => {
    const { status, body } = await manager("PATCH", "", { debtReminderSteps } as object);
    expect(status, JSON.stringify(body)).toBe(422);
    return Object.keys(body.errors);
  };
  const step = (days: number, tone = "friendly") => ({ days, tone });
  expect(await refuse([step(10), step(3)])).toEqual(["debtReminderSteps.1.days"]);
  expect(await refuse([step(3), step(8), step(8)])).toEqual(["debtReminderSteps.2.days"]);
  expect(await refuse([step(-31)])).toEqual(["debtReminderSteps.0.days"]);
  expect(await refuse([step(181)])).toEqual(["debtReminderSteps.0.days"]);
  expect(await refuse([step(3, "rude")])).toEqual(["debtReminderSteps.0.tone"]);
  expect(await refuse([1, 2, 3, 4, 5, 6, 7].map((days) => step(days)))).toEqual(["debtReminderSteps"]);
  expect(await refuse("often")).toEqual(["debtReminderSteps"]);
});

test("charges of others, and what is not owed, cannot be left out", async () => {
  const person = await addCustomer();
  const chargeId = await sell(person);
  const [twice, again] = [
    await manager("POST", `/charges/${chargeId}/reminders/pause`),
    await manager("POST", `/charges/${chargeId}/reminders/pause`),
  ];
  expect([twice.status, again.body.data.remindersPausedAt]).toEqual([200, twice.body.data.remindersPausedAt]);
  const other = await createTestClub(testBed.testApp, {}, testBed.testApp.otherOrganizationId);
  expect((await other.manager("POST", other.path(`/charges/${chargeId}/reminders/resume`))).status).toBe(404);
  const debts = [{ chargeId, amount: 1200 }];
  await manager("POST", "/payments", { method: "cash", debts });
  expect((await manager("POST", `/charges/${chargeId}/reminders/resume`)).status).toBe(409);
});

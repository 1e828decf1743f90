/** Whatever happens to bookings and sales, every place that says what a customer owes gives the same sum. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Charge, CustomerAccount } from "#contract/charges.ts";
import type { CustomerBalance, CustomerDue, Debt, DebtSum, PaymentDetail } from "#contract/payments.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
let balls: string;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  balls = (await post("/products", { name: "Tennis balls", kind: "goods", price: 650 })).body.data.id;
});
afterAll(() => testBed.close());

const get = async (path: string) => (await testBed.club.manager("GET", testBed.club.path(path))).body.data;
/** How often each kind of deed succeeded, by the last word of its address. */
const done = new Map<string, number>();
async function post(path: string, body: object) {
  const answer = await testBed.club.manager("POST", testBed.club.path(path), body);
  const kind = path.split("/").at(-1) ?? "";
  if (answer.status < 300) done.set(kind, (done.get(kind) ?? 0) + 1);
  return answer;
}

/** Ends of the customers' names, by which the search finds them. */
const names = ["Quartz", "Ruby", "Topaz"];
let customerIds: string[] = [];

const pickOf = <T>(all: readonly T[], which: number): T | undefined => all[which % (all.length || 1)];
const openOf = (customerId: string): Promise<Charge[]> =>
  get(`/charges?state=open&per_page=100&customerId=${customerId}`);
async function pickOpen(customerId: string, which: number): Promise<Charge | undefined> {
  return pickOf(await openOf(customerId), which);
}

const deeds = {
  async book(customerId: string, which: number) {
    const startTime = new Date(testBed.testApp.clock.now().getTime() + ((which % 9) - 4) * 86_400_000).toISOString();
    await post("/events", testBed.draft({ startTime, customer: { customerId } }));
  },
  async sell(customerId: string, which: number) {
    const lines = [{ productId: balls, quantity: 1 + (which % 4) }];
    await post("/sales", { customerId, lines, payment: which % 3 === 0 ? { method: "cash" } : null });
  },
  async payPart(customerId: string, which: number) {
    const charge = await pickOpen(customerId, which);
    const amount = charge && 1 + (which % charge.due);
    if (charge) await post("/payments", { method: "cash", debts: [{ chargeId: charge.id, amount }] });
  },
  async payAll(customerId: string, which: number) {
    const total = (await openOf(customerId)).reduce((sum, { due }) => sum + due, 0);
    await post(`/customers/${customerId}/payments`, { method: "check", amount: 1 + (which % (total || 1)) });
  },
  async refund(customerId: string, which: number) {
    const payments: PaymentDetail[] = await get(`/customers/${customerId}/payments?per_page=100`);
    const payment = pickOf(
      payments.filter(({ refundable }) => refundable > 0),
      which,
    );
    if (payment)
      await post(`/payments/${payment.id}/refund`, { amount: 1 + (which % payment.refundable), reason: "Rain" });
  },
  async void(customerId: string, which: number) {
    // Bookings are canceled instead.
    const sales = (await openOf(customerId)).filter(({ event }) => event === null);
    const charge = pickOf(sales, which);
    if (charge) await post(`/charges/${charge.id}/void`, { reason: "Typed twice" });
  },
  async writeOff(customerId: string, which: number) {
    const charge = await pickOpen(customerId, which);
    if (charge) await post(`/charges/${charge.id}/write-off`, { reason: "Moved away" });
  },
  async undoWriteOff(customerId: string, which: number) {
    const charge = pickOf(
      (await openOf(customerId)).filter(({ writtenOff }) => writtenOff),
      which,
    );
    if (charge) await post(`/charges/${charge.id}/write-off/undo`, {});
  },
  async invoice(customerId: string, which: number) {
    const charge = await pickOpen(customerId, which);
    const today = testBed.testApp.clock.now().getTime();
    const dueOn = new Date(today + (which % 20) * 86_400_000).toISOString().slice(0, 10);
    if (charge) await post("/invoices", { customerId, chargeIds: [charge.id], dueOn });
  },
  async terms(customerId: string, which: number) {
    const billing = which % 2 === 0 ? "monthly" : "at_payment";
    const terms = { billing, paymentDays: which % 40 };
    const path = testBed.club.path(`/customers/${customerId}`);
    if ((await testBed.club.manager("PATCH", path, terms)).status === 200) done.set(billing, 1);
    await testBed.testApp.jobs.runAll();
  },
  async invoiceMonth() {
    const month = testBed.testApp.clock.now().toISOString().slice(0, 7);
    await post("/invoices/monthly", { month });
    await testBed.testApp.jobs.runAll();
  },
  async cancel(customerId: string, which: number) {
    const charge = await pickOpen(customerId, which);
    if (charge?.event) await post(`/events/${charge.event.id}/cancel`, { reason: "Rain", refund: "none" });
  },
  async merge(_customerId: string, which: number) {
    const [kept = "", other] = [customerIds[which % 3], customerIds[(which + 1) % 3]];
    const { status, body } = await post(`/customers/${kept}/merge`, { customerId: other });
    if (status !== 200) return;
    // Somebody else takes the place of who is gone.
    if (which % 2 === 0) await post(`/customers/${kept}/merges/${body.data.id}/undo`, {});
    else customerIds[(which + 1) % 3] = await debtors.addCustomer(names[(which + 1) % 3] ?? "");
  },
  pass: (_customerId: string, which: number) =>
    Promise.resolve(testBed.testApp.clock.advance((which % 36) * 3_600_000)),
};
type Deed = keyof typeof deeds;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Sums that each place gives: owed by now and later, and written off apart. */
async function readEverywhere(customerId: string, name: string) {
  const [debts, sums, balance, dues, account, open]: [
    Debt[],
    DebtSum[],
    CustomerBalance,
    CustomerDue[],
    CustomerAccount,
    Charge[],
  ] = [
    await get(`/debts?per_page=100&customerId=${customerId}`),
    await get(`/debt-sums?customerId=${customerId}`),
    await get(`/customers/${customerId}/balance`),
    await get(`/customer-dues?customerIds=${customerId}`),
    await get(`/customers/${customerId}/account`),
    await openOf(customerId),
  ];
  const overdue: Charge[] = await get(`/charges?overdue=true&per_page=100&customerId=${customerId}`);
  const { currencies } = await get(`/event-sums?customerId=${customerId}`);
  const ofBookings = open.filter(({ event, writtenOff }) => event && !writtenOff);
  const asked = open.filter(({ writtenOff }) => !writtenOff);
  const hit = (await get(`/search?q=${name}`)).customers.hits.find(({ id }: { id: string }) => id === customerId);
  const [own] = account.currencies;
  const debtsIn = (due: string): Promise<Debt[]> => get(`/debts?per_page=100&customerId=${customerId}&due=${due}`);
  const [late, today, later, lost] = [
    await debtsIn("overdue"),
    await debtsIn("today"),
    await debtsIn("later"),
    await debtsIn("writtenOff"),
  ];
  const due = (some: readonly { due: number }[]) => sumOf(some.map((one) => one.due));
  return {
    owed: [
      due(asked),
      due(debts.filter(({ isWrittenOff }) => !isWrittenOff)),
      due([...late, ...today, ...later]),
      sumOf(sums.map((one) => one.overdue.amount + one.today.amount + one.later.amount)),
      balance.overdue + balance.dueToday + balance.later,
      sumOf(dues.map((one) => one.overdue + one.later)),
      sumOf((own?.debts ?? []).map(({ amount }) => amount)),
    ],
    overdue: [
      due(overdue),
      due(debts.filter(({ isOverdue }) => isOverdue)),
      due(late),
      sumOf(sums.map((one) => one.overdue.amount)),
      balance.overdue,
      sumOf(dues.map((one) => one.overdue)),
      sumOf((own?.debts ?? []).filter(({ age }) => age !== "ahead").map(({ amount }) => amount)),
    ],
    dueNow: [balance.overdue + balance.dueToday, hit?.debt?.amount ?? 0, due([...late, ...today])],
    writtenOff: [
      due(open.filter(({ writtenOff }) => writtenOff)),
      due(lost),
      sumOf(sums.map((one) => one.writtenOff.amount)),
      balance.writtenOff,
      own?.writtenOff ?? 0,
    ],
    bookings: [
      due(ofBookings),
      sumOf(currencies.map((one: { due: number; overdue: number }) => one.due + one.overdue)),
      due(debts.filter(({ eventId, isWrittenOff }) => eventId !== null && !isWrittenOff)),
    ],
  };
}

const deed = fc.record({
  act: fc.constantFrom(...(Object.keys(deeds) as Deed[])),
  who: fc.nat(2),
  which: fc.nat(5000),
});

test(
  "whatever is booked, sold, paid, refunded, voided, written off and merged, every place gives the same sum owed",
  { timeout: 300_000 },
  async () => {
    customerIds = [];
    for (const name of names) customerIds.push(await debtors.addCustomer(name));
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 45, maxLength: 70 }), async (acts) => {
        for (const { act, who, which } of acts) await deeds[act](customerIds[who] ?? "", which);
        for (const [index, customerId] of customerIds.entries()) {
          const said = await readEverywhere(customerId, names[index] ?? "");
          for (const [what, sums] of Object.entries(said))
            expect(new Set(sums).size, `${what}: ${sums.join(" ")}`).toBe(1);
        }
        expect(await listSaleFaults(testBed.testApp.db)).toEqual([]);
        expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
      }),
      { numRuns: 5, endOnFailure: true },
    );
    // Guard against an empty run.
    const kinds = [
      "events",
      "sales",
      "payments",
      "refund",
      "void",
      "write-off",
      "invoices",
      "monthly",
      "cancel",
      "merge",
      "undo",
    ];
    expect(kinds.filter((kind) => !done.has(kind))).toEqual([]);
  },
);

/** Takings: by method and colleague; their sums equal a naive sum over random payments and refunds. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Movement, paymentMethods, type Takings } from "#contract/payments.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, monday, type Person, type TestApp } from "#tests/support/test-app.ts";
import { insertPayment, insertRefund } from "./ledger.ts";

let testApp: TestApp;
let club: TestClub;
let eventId: string;
let colleagues: Person[];
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  colleagues = [await testApp.member(testApp.organizationId, 3), await testApp.member(testApp.organizationId, 3)];
  const fieldId = await club.addField();
  const draft = { fieldId, startTime: "2026-06-02T10:00:00Z", duration: 60, name: "Match", type: "game" };
  eventId = (await club.manager("POST", club.path("/events"), draft)).body.data.id;
});
afterAll(() => testApp.close());

const readTakings = async (query = ""): Promise<Takings> =>
  (await club.staff("GET", club.path(`/takings?${query}`))).body.data;

interface Taken {
  method: (typeof paymentMethods)[number];
  amount: number;
  back: number;
  isBackPending: boolean;
  colleague: number;
  /** Hours from the midnight of Paris on 10 June, which begins at 22:00 UTC. */
  at: number;
  backAt: number;
  status: "succeeded" | "failed";
}
const midnight = Date.parse("2026-06-09T22:00:00Z");
const instantAt = (hours: number) => new Date(midnight + hours * 3_600_000);
const taken: fc.Arbitrary<Taken> = fc.record({
  method: fc.constantFrom(...paymentMethods),
  amount: fc.integer({ min: 100, max: 90_000 }),
  back: fc.integer({ min: 0, max: 100 }),
  isBackPending: fc.boolean(),
  colleague: fc.nat(1),
  at: fc.integer({ min: -30, max: 60 }),
  backAt: fc.integer({ min: -30, max: 60 }),
  status: fc.constantFrom("succeeded", "succeeded", "succeeded", "failed"),
});

async function insertTaken({
  method,
  amount,
  back,
  isBackPending,
  colleague,
  at,
  backAt,
  status,
}: Taken): Promise<void> {
  const { organizationId: organization_id, db } = testApp;
  const [id, paid_at] = [uuidv7(instantAt(at)), instantAt(at)];
  const isOnline = method === "card";
  const person = colleagues[colleague]?.id ?? null;
  await insertPayment(db, {
    ...{ organization_id, id, event_id: eventId, payer_name: "Zoé", method, status, amount, currency: "EUR" },
    ...{ provider: isOnline ? "stripe" : null, recorded_by: isOnline ? null : person },
    ...{ paid_at: status === "succeeded" ? paid_at : null, created_at: paid_at, updated_at: paid_at },
  });
  if (back === 0 || status === "failed") return;
  await insertRefund(db, {
    ...{ organization_id, id: uuidv7(instantAt(backAt)), payment_id: id, amount: back, requested_by: person },
    ...{
      status: isBackPending ? "pending" : "succeeded",
      created_at: instantAt(backAt),
      updated_at: instantAt(backAt),
    },
  });
}

test("the sums of a day by method and by colleague equal a naive sum, and so do the rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(taken, { minLength: 5, maxLength: 25 }), async (rows) => {
      await testApp.db.deleteFrom("refunds").execute();
      await testApp.db.deleteFrom("payments").execute();
      for (const row of rows) await insertTaken(row);
      const isToday = (hours: number) => hours >= 0 && hours < 24;
      const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
      // Money that a balance or a voucher pays came in when it was put there.
      const ofMoney = rows.filter(({ method }) => method !== "balance" && method !== "voucher");
      const paid = ofMoney.filter(({ status, at }) => status === "succeeded" && isToday(at));
      const given = ofMoney.filter(
        ({ status, back, isBackPending, backAt }) =>
          status === "succeeded" && back > 0 && !isBackPending && isToday(backAt),
      );
      const sumsOf = (isCounted: (row: Taken) => boolean) => {
        const [in_, out] = [paid.filter(isCounted), given.filter(isCounted)];
        const [received, refunded] = [sum(in_.map(({ amount }) => amount)), sum(out.map(({ back }) => back))];
        return {
          received: { count: in_.length, amount: received },
          refunded: { count: out.length, amount: refunded },
          net: received - refunded,
        };
      };
      const query = "from=2026-06-10&to=2026-06-10";
      const { currencies } = await readTakings(query);
      const total = sumsOf(() => true);
      expect(currencies).toHaveLength(paid.length + given.length === 0 ? 0 : 1);
      if (paid.length + given.length === 0) return;
      const [found] = currencies;
      expect(found).toMatchObject(total);
      const counted = paymentMethods.map((method) => ({ method, ...sumsOf((row) => row.method === method) }));
      expect(found?.methods).toEqual(counted.filter(({ received, refunded }) => received.count + refunded.count > 0));
      expect(sum(found?.methods.map(({ net }) => net) ?? [])).toBe(total.net);
      expect(sum(found?.colleagues.map(({ net }) => net) ?? [])).toBe(total.net);
      const own = colleagues[0]?.id;
      const onSite = paid.filter(({ method, colleague }) => method !== "card" && colleague === 0);
      expect(
        found?.colleagues.find(({ colleague }) => colleague?.id === own)?.received ?? { count: 0, amount: 0 },
      ).toEqual({
        count: onSite.length,
        amount: sum(onSite.map(({ amount }) => amount)),
      });
      const { body } = await club.staff("GET", club.path(`/takings/movements?${query}&per_page=100`));
      expect(sum(body.data.map(({ amount }: Movement) => amount))).toBe(total.net);
      expect(body.meta.total).toBe(paid.length + given.length);
    }),
    { numRuns: 12 },
  );
});

test("takings are of today unless dates are given, and the dates have an order and a limit", async () => {
  testApp.clock.set(monday);
  expect(await readTakings()).toMatchObject({ from: "2026-06-01", to: "2026-06-01", timezone: "Europe/Paris" });
  const faults = await club.staff("GET", club.path("/takings?from=2026-06-02&to=2026-06-01"));
  expect([faults.status, Object.keys(faults.body.errors)]).toEqual([422, ["to"]]);
  expect((await club.staff("GET", club.path("/takings?from=2020-01-01&to=2026-06-01"))).status).toBe(422);
  expect((await club.member("GET", club.path("/takings"))).status).toBe(403);
});

test("takings of all organizations together are not added up", async () => {
  await insertTaken({
    ...{ method: "cash", amount: 1800, back: 0, isBackPending: false, colleague: 0, at: 10, backAt: 0 },
    status: "succeeded",
  });
  const query = "from=2026-06-10&to=2026-06-10";
  expect((await readTakings(query)).currencies).not.toEqual([]);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const all = await admin("GET", `/organizations/all/takings?${query}`);
  expect([all.status, all.body.data]).toEqual([
    200,
    { timezone: "UTC", from: "2026-06-10", to: "2026-06-10", currencies: [] },
  ]);
  const rows = await admin("GET", `/organizations/all/takings/movements?${query}`);
  expect([rows.status, rows.body.data, rows.body.meta.total]).toEqual([200, [], 0]);
});

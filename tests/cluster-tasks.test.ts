/**
 * On a Citus cluster (DATABASE_SERVER names its coordinator), a call within an organization is answered by one worker:
 * each statement of each read and of the kinds of writes is one task there. Left out where there is no cluster. There,
 * `close` of each test app wants the same of all calls that its tests have made (tests/support/one-task.ts).
 */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findNodes } from "./support/cluster-database.ts";
import { endpoints, fillPath, paramsOf } from "./support/endpoints.ts";
import { createPaymentTestBed, type PaymentTestBed } from "./support/payment-test-bed.ts";
import { createTestApp, type ApiCall, type TestApp } from "./support/test-app.ts";

const { isCluster } = await findNodes(process.env.TEST_DATABASE_SERVER ?? "");
const reads = endpoints.filter(
  (endpoint) => endpoint.method === "GET" && !endpoint.raw && paramsOf(endpoint).includes("organizationId"),
);
/** These look beyond their organization. */
const wide: Record<string, string> = {};

let testApp: TestApp;
let team: ApiCall;
let ids: Record<string, string>;
beforeAll(async () => {
  if (!isCluster) return;
  testApp = await createTestApp();
  const { organizationId } = testApp;
  team = testApp.as(await testApp.member(organizationId, 1));
  const seed = await testApp.seedOneOfEach(organizationId);
  ids = {
    ...seed,
    organizationId,
    list: "facilities",
    month: "2025-12",
    period: "2025",
    report: "occupancy",
    provider: "stripe",
  };
});
afterAll(() => testApp?.close());

interface Statement {
  text: string;
  values: unknown[];
}

async function recordReads(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function record(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first, second] = args;
    const { text, values = [] } =
      typeof first === "string"
        ? { text: first, values: Array.isArray(second) ? (second as unknown[]) : [] }
        : (first as Partial<Statement>);
    if (text && /^\s*(select|with)\b/i.test(text)) statements.push({ text, values });
    return query.apply(this, args);
  } as never);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return statements;
}

const countTasks = async ({ text, values }: Statement): Promise<number> => {
  const { rows } = await testApp.database.pool.query<{ "QUERY PLAN": string }>(`explain (costs off) ${text}`, values);
  const counts = rows.flatMap((row) => /Task Count: (\d+)/.exec(row["QUERY PLAN"])?.[1] ?? []);
  return Math.max(0, ...counts.map(Number));
};

const period = "from=2026-06-01&to=2026-06-07&date=2026-06-03&q=a&sportId=1";
test.skipIf(!isCluster).each(reads.map((endpoint) => [endpoint.name, endpoint] as const))(
  "%s is one task on one worker",
  async (name, endpoint) => {
    testApp.appContext.revisionCache.clear();
    const statements = await recordReads(async () => {
      const { status, body } = await team("GET", `${fillPath(endpoint, ids)}?${period}`);
      expect(status, JSON.stringify(body)).toBeLessThan(500);
    });
    expect(statements.length).toBeGreaterThan(0);
    const several: string[] = [];
    for (const statement of statements) if ((await countTasks(statement)) > 1) several.push(statement.text);
    expect(wide[name] ? [] : several).toEqual([]);
  },
);

test.skipIf(!isCluster)("a statement over all organizations is told", async () => {
  const look = () => testApp.db.selectFrom("events").select("id").execute();
  await testApp.taskWatch.during("GET", `/organizations/${testApp.organizationId}/events`, look);
  expect(testApp.taskWatch.takeWide()).toEqual([expect.stringContaining('select "id" from "events"')]);
});

describe.skipIf(!isCluster)("one task on one worker are all statements of", () => {
  let testBed: PaymentTestBed;
  beforeAll(async () => {
    testBed = await createPaymentTestBed();
  });
  afterAll(() => testBed.close());

  const write = async (method: string, path: string, body: object, wanted = 201) => {
    const { club } = testBed;
    const answer = await club.manager(method, club.path(path), body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(wanted);
    return answer.body.data;
  };
  const customerId = async () => (await write("POST", "/customers", { firstName: "Ida", lastName: "Payer" })).id;
  const booked = async (more: object = {}) => (await write("POST", "/events", testBed.draft(more))).id as string;

  const kinds: Record<string, () => Promise<unknown>> = {
    "a booking of the desk": () => booked({ price: 1800, customer: { name: "Ida" } }),
    "a booking of a member": () => testBed.book(),
    "a move": async () => {
      const id = await booked();
      await write("PATCH", `/events/${id}`, { startTime: testBed.draft().startTime }, 200);
    },
    "a cancellation": async () => write("POST", `/events/${await booked()}/cancel`, { reason: "Rain" }, 200),
    "a payment at the desk with its invoice, and a refund": async () => {
      const id = await booked({ price: 1800, customer: { customerId: await customerId() } });
      const payment = await write("POST", `/events/${id}/payments`, { method: "cash", amount: 1800 });
      await write("POST", `/payments/${payment.id}/refund`, { amount: 500, reason: "Rain" }, 200);
    },
    "a payment by card with its refund": async () => {
      const { eventId, paymentId } = await testBed.bookAndPay();
      await write("POST", `/payments/${paymentId}/refund`, { amount: 500, reason: "Rain" }, 200);
      await write("POST", `/events/${eventId}/cancel`, { reason: "Rain" }, 200);
    },
    "a sale with its invoice": async () => {
      const product = await write("POST", "/products", { name: "Balls", kind: "goods", price: 900 });
      const lines = [{ productId: product.id, quantity: 2 }];
      await write("POST", "/sales", { customerId: await customerId(), lines, payment: { method: "cash" } });
    },
    "an invoice": async () => {
      const debtor = await customerId();
      const id = await booked({ price: 1800, customer: { customerId: debtor } });
      const charge = testBed.testApp.db.selectFrom("charges").select("id").where("event_id", "=", id);
      const { id: chargeId } = await charge.executeTakeFirstOrThrow();
      await write("POST", "/invoices", { customerId: debtor, chargeIds: [chargeId], dueOn: "2026-07-31" });
    },
    "a series": async () => {
      const template = testBed.draft();
      const date = Temporal.PlainDate.from(template.startTime.slice(0, 10));
      const [rule, dates] = [{ weekdays: [date.dayOfWeek], count: 1 }, [{ date: date.toString() }]];
      await write("POST", "/event-series", { template, rule, dates });
    },
  };
  test.each(Object.entries(kinds))("%s", async (_name, run) => {
    testBed.testApp.taskWatch.takeWide();
    await run();
    expect(testBed.testApp.taskWatch.takeWide()).toEqual([]);
  });
});

test.skipIf(isCluster)("no cluster is at hand: see docs/scale.md for how these tests find one", () => {
  expect(reads.length).toBeGreaterThan(50);
});

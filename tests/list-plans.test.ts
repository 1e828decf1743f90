/** Explains the statements of everything that is read, over one organization and over all: none reads more than it shows. */
import pg from "pg";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type * as z from "zod/mini";
import { MAX_SUMMED_EVENTS } from "#contract/events.ts";
import type { Schema } from "#contract/kit.ts";
import { UNPREPARED } from "#server/kit/db/database-client.ts";
import { updatePlatformSums } from "#server/overview/platform-sums.ts";
import { endpoints, fillPath } from "./support/endpoints.ts";
import { type ApiCall, createTestApp, monday, type TestApp } from "./support/test-app.ts";

/** One organization has a quarter of all events. */
const [EVENT_COUNT, ORGANIZATION_COUNT, USER_COUNT] = [40_000, 50, 8000];
/** More than a count looks at, and far less than the tables have. */
const MAX_ROWS_READ = 4000;
const MAX_ROWS_SORTED = 1100;
/** Sums of events add up so many at most, sorted by currency; their filters leave out others of the same organization. */
const summed = { maxRead: MAX_SUMMED_EVENTS + 1000, maxSorted: MAX_SUMMED_EVENTS + 1 };
/** The last one tells who is lost by the events of a year. */
const summing = new Set(["events.sums", "reports.customers"]);
/** Parameters that filter nothing by themselves, and hours of the week, which are a walk through all weeks. */
const leftOut = new Set(["weekday", "hour", "timezone", "past", "page", "per_page", "q", "disputed"]);
/** Values that many rows have, so that they have no index: they are found in the order of the list, and counted once a minute. */
const commonValues = new Set([
  ...["status=approved", "status=completed", "status=canceled", "status=cancelled", "kind=block", "unpaid=true"],
  ...["type=training", "type=game", "type=free_play", "type=other", "paymentStatus=none", "paymentStatus=due"],
  ...["method=card", "method=cash", "method=check", "method=transfer", "method=card_on_site"],
]);

let testApp: TestApp;
const people: Partial<Record<"admin" | "owner" | "member", ApiCall>> = {};
const known: Record<string, string> = {};

async function fillTables(): Promise<void> {
  const { db, organizationId } = testApp;
  const ids = await testApp.seedOneOfEach(organizationId);
  Object.assign(known, ids, {
    organizationId,
    actor: ids.userId,
    date: "2026-06-01",
    from: "2026-05-01",
    to: "2026-06-02",
  });
  const run = (statement: ReturnType<typeof sql>) =>
    db.transaction().execute(async (within) => {
      // A busy machine takes long for so many rows.
      await sql`set local statement_timeout = 0`.execute(within);
      await statement.execute(within);
    });
  await run(sql`insert into users (id, email, first_name, last_name, phone, password_hash, created_at, updated_at)
    select gen_random_uuid(), 'p' || n || '@example.test', 'Person', 'Name ' || n % 300, '+33600' || (100000 + n), 'x', ${monday}, ${monday}
    from generate_series(1, ${USER_COUNT}::int) n`);
  await run(sql`insert into organizations (id, name, type, country_id, timezone, currency, created_at, updated_at)
    select gen_random_uuid(), 'Club ' || n, 'club', 250, 'Europe/Paris', 'EUR', ${monday}, ${monday}
    from generate_series(1, ${ORGANIZATION_COUNT}::int) n`);
  await run(sql`insert into facilities (organization_id, id, name, timezone, created_at, updated_at)
    select id, gen_random_uuid(), 'Parc', 'Europe/Paris', ${monday}, ${monday} from organizations where name like 'Club %'`);
  await run(sql`insert into fields (organization_id, id, facility_id, name, created_at, updated_at)
    select organization_id, gen_random_uuid(), id, 'Court', ${monday}, ${monday} from facilities where name = 'Parc'`);
  await run(sql`insert into memberships (organization_id, user_id, joined_at)
    select case when substr(users.email, 2, 1) in ('1', '2') then ${organizationId}::uuid else
      (array(select id from organizations where name like 'Club %'))[1 + abs(hashtext(users.email)) % ${ORGANIZATION_COUNT}::int] end,
      id, ${monday} from users where email like '%@example.test'`);
  await run(sql`insert into customers (organization_id, id, kind, first_name, last_name, email, phone, user_id, created_at, updated_at)
    select organization_id, gen_random_uuid(), 'person', first_name, last_name, email, phone, users.id, ${monday}, ${monday}
    from memberships join users on users.id = user_id where email like '%@example.test'`);
  await run(sql`insert into customers (organization_id, id, kind, first_name, last_name, phone, created_at, updated_at)
    select organizations.id, gen_random_uuid(), 'person', 'Walk-in', n::text, '06' || (10000000 + n), ${monday}, ${monday}
    from organizations, generate_series(1, case when organizations.id = ${organizationId}::uuid then 3000 else 20 end) n`);
  await run(sql`
    with courts as (
      select organization_id, id, facility_id, row_number() over (order by organization_id, id) as number
      from fields where name = 'Court' or id = ${ids.fieldId}::uuid
    ), known as (
      select organization_id, array_agg(id order by id) as ids, array_agg(user_id order by id) as user_ids
      from customers group by organization_id
    )
    insert into events (organization_id, id, facility_id, field_id, kind, name, status, pending_reason, confidentiality, type,
      start_time, end_time, price, currency, payment_status, paid, customer_id, user_id, decided_at, created_at, updated_at)
    select courts.organization_id, gen_random_uuid(), courts.facility_id, courts.id,
      case when n % 30 = 0 then 'block' else 'event' end, 'Training of ' || n % 997,
      case when n % 11 = 0 then 'canceled' when at > ${monday}::timestamptz then
        case when n % 7 = 0 then 'pending' else 'approved' end else 'completed' end,
      case when n % 11 <> 0 and at > ${monday}::timestamptz and n % 7 = 0 then 'approval' end,
      case when n % 5 = 0 then 'private' else 'public' end, (array['training', 'game', 'free_play', 'other'])[1 + n % 4],
      at, at + interval '1 hour', 1800, 'EUR', case when n % 9 = 0 then 'due' when n % 13 = 0 then 'none' else 'paid' end,
      case when n % 9 = 0 or n % 13 = 0 then 0 else 1800 end,
      case when n % 3 < 2 then known.ids[1 + n % cardinality(known.ids)] end,
      case when n % 3 < 2 then known.user_ids[1 + n % cardinality(known.ids)] end,
      case when n % 17 = 0 then at - interval '1 day' end, ${monday}, ${monday}
    from generate_series(1, ${EVENT_COUNT}::int) n
    join courts on case when n % 4 = 0 then courts.id = ${ids.fieldId}::uuid else courts.number = 1 + n % (${ORGANIZATION_COUNT}::int + 1) end
    join known on known.organization_id = courts.organization_id,
      lateral (select ${monday}::timestamptz + (n * 977 % 100000 - 90000) * interval '12 minutes' as at) times`);
  await run(sql`insert into payments (organization_id, id, event_id, user_id, payer_name, method, status, amount, currency, recorded_by,
      paid_at, created_at, updated_at)
    select organization_id, gen_random_uuid(), id, user_id, 'Payer ' || substr(id::text, 1, 3),
      (array['cash', 'check', 'transfer', 'card_on_site'])[1 + abs(hashtext(id::text)) % 4], 'succeeded', paid, currency,
      ${ids.userId}::uuid, start_time, start_time, start_time from events where paid > 0 and kind = 'event' and name like 'Training%'`);
  await run(sql`insert into charges (organization_id, id, kind, customer_id, event_id, due_at, currency, amount, credited, settled,
      pending_reason, voided_at, created_at, updated_at)
    select organization_id, gen_random_uuid(), 'booking', customer_id, id, start_time, currency, price, 0, paid, pending_reason,
      case when status = 'canceled' and paid = 0 then start_time end, start_time, start_time
    from events where kind = 'event' and name like 'Training%'`);
  await run(sql`insert into invoices (organization_id, id, kind, number, payment_id, event_id, user_id, issued_on, supplied_on, language,
      currency, total_amount, tax_amount, buyer_name, content, created_at)
    select organization_id, gen_random_uuid(), 'invoice', 'F-' || row_number() over (order by id), id, event_id, user_id, paid_at::date,
      paid_at::date, 'fr', currency, amount, 0, payer_name, '{"seller": {"countryId": 250}, "rates": []}', paid_at
    from payments where payer_name like 'Payer%'`);
  await run(sql`insert into activity (organization_id, id, at, actor_id, act, subject_id, field_id, customer_id)
    select organization_id, gen_random_uuid(), start_time, coalesce(user_id, ${ids.userId}::uuid),
      (array['events.create', 'events.update', 'payments.record'])[1 + abs(hashtext(id::text)) % 3], id::text,
      field_id, customer_id from events`);
  await run(sql`delete from overview_stale`);
  await updatePlatformSums(testApp.appContext);
  await run(sql`analyze`);
}

beforeAll(async () => {
  testApp = await createTestApp();
  await fillTables();
  const { organizationId } = testApp;
  people.admin = testApp.as(await testApp.person({ platformAdmin: true }));
  people.owner = testApp.as(await testApp.member(organizationId, 1));
  people.member = testApp.as(await testApp.member(organizationId, 4));
}, 180_000);
afterAll(() => testApp.close());

/** Values of a filter, as they stand in a URL. */
function filterValues(key: string, schema: Schema): string[] {
  const definition = schema._zod.def as unknown as {
    type: string;
    innerType?: Schema;
    in?: Schema;
    entries?: Record<string, unknown>;
  };
  const inner = definition.innerType ?? definition.in;
  if (known[key] !== undefined) return [known[key]];
  if (definition.type === "pipe" && key !== "type") return ["true"];
  if (inner) return filterValues(key, inner);
  return definition.type === "enum" ? Object.values(definition.entries ?? {}).map(String) : [];
}

/** Sums of invoices read each of them. */
const sums = new Set(["invoices.sums", "accounting.vat"]);
const reads = endpoints.filter(({ name, method, raw }) => method === "GET" && !raw && !sums.has(name));

const queriesOf = (query: Schema | undefined): string[] => {
  const { shape = {} } = (query?._zod.def ?? {}) as { shape?: Record<string, z.core.$ZodType> };
  const filters = Object.entries(shape)
    .filter(([key]) => !leftOut.has(key))
    .flatMap(([key, schema]) => filterValues(key, schema as Schema).map((value) => `${key}=${value}`))
    .filter((filter) => !commonValues.has(filter));
  const pages = "page" in shape ? ["page=2", "page=20"] : [];
  const searches = "q" in shape ? ["q=Nothing%20has%20this", "q=Training", "q=Walk-in", "q=Name%20123"] : [];
  return ["", ...pages, ...searches, ...filters];
};

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}
interface ExplainRow {
  "QUERY PLAN": [{ Plan: PlanNode }];
}
const flatten = (node: PlanNode | undefined): PlanNode[] =>
  node ? [node, ...(node.Plans ?? []).flatMap(flatten)] : [];

/** Tables whose rows grow with the bookings of all organizations. */
const growing = new Set(["events", "payments", "invoices", "activity", "memberships", "users", "occupancies"]);

/** As a literal of SQL, for `execute`, which takes no parameters. */
function literal(value: unknown): string {
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString("hex")}`);
  if (typeof value === "string" || typeof value === "bigint") return pg.escapeLiteral(value.toString());
  if (!Array.isArray(value)) return pg.escapeLiteral(JSON.stringify(value));
  return pg.escapeLiteral(`{${value.map((one) => (typeof one === "string" ? JSON.stringify(one) : one)).join(",")}}`);
}

async function explain({ sql: text, parameters }: Statement) {
  const isPlannedOnce = !text.includes(UNPREPARED);
  // Without the mark, which would set the mode anew.
  const prepared = text.replaceAll(UNPREPARED, "");
  const values = parameters.length > 0 ? `(${parameters.map(literal).join(",")})` : "";
  const { rows } = await testApp.db.transaction().execute(async (db) => {
    const run = (statement: string) => db.executeQuery<ExplainRow>(CompiledQuery.raw(statement));
    // On a table of this size a scan is cheap. On a large one it is not, and the plan has to be found all the same.
    await run("set local enable_seqscan = off");
    await run("set local random_page_cost = 1.1");
    await run(`set local plan_cache_mode = ${isPlannedOnce ? "force_generic_plan" : "force_custom_plan"}`);
    await run(`prepare explained as ${prepared}`);
    const found = await run(`explain (analyze, format json) execute explained${values}`);
    await run("deallocate explained");
    return found;
  });
  return rows[0]?.["QUERY PLAN"][0].Plan;
}

async function findFaults(
  statement: Statement,
  { maxRead, maxSorted }: { maxRead: number; maxSorted: number },
): Promise<string[]> {
  const plan = await explain(statement);
  return flatten(plan).flatMap((node) => {
    const table = node["Relation Name"] ?? "";
    const read = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
    const sorted = node["Node Type"] === "Sort" ? (node.Plans?.[0]?.["Actual Rows"] ?? 0) * node["Actual Loops"] : 0;
    return [
      ...(growing.has(table) && read > maxRead ? [`${node["Node Type"]} reads ${read} rows of ${table}`] : []),
      ...(sorted > maxSorted ? [`sorts ${sorted} rows`] : []),
    ];
  });
}

interface Statement {
  sql: string;
  parameters: unknown[];
}

async function captureStatements(ask: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await ask();
    const calls = spy.mock.calls as unknown as [string | { text: string; values?: unknown[] }, unknown[]?][];
    return calls
      .map(([query, values = []]) =>
        typeof query === "string"
          ? { sql: query, parameters: values }
          : { sql: query.text, parameters: query.values ?? [] },
      )
      .filter((statement) => /^\s*(?:select|with)\b/i.test(statement.sql));
  } finally {
    spy.mockRestore();
  }
}

const calls = reads.flatMap((endpoint) => {
  const isOfOrganization = endpoint.path.includes("{organizationId}");
  const readers = isOfOrganization ? (["owner", "member", "admin"] as const) : (["admin"] as const);
  return readers.map((reader) => ({ name: endpoint.name, reader, endpoint }));
});

test.each(calls)("$name reads and sorts little more than it shows to the $reader", async ({ reader, endpoint }) => {
  const ask = people[reader];
  const scope = reader === "admin" ? "all" : known["organizationId"];
  const path = fillPath(endpoint, { secret: "unknown", ...known, organizationId: scope ?? "" });
  const faults: string[] = [];
  const bounds = summing.has(endpoint.name) ? summed : { maxRead: MAX_ROWS_READ, maxSorted: MAX_ROWS_SORTED };
  for (const query of queriesOf(endpoint.query)) {
    // The log searches titles of events, and looks at those found by their customers one by one.
    if (endpoint.name === "activity.list" && query === "q=Walk-in") continue;
    const answer = await ask?.("GET", `${path}?${query}`);
    if (answer?.status !== 200) continue;
    for (const statement of await captureStatements(async () => ask?.("GET", `${path}?${query}`)))
      for (const fault of await findFaults(statement, bounds))
        faults.push(`?${query}: ${fault}: ${statement.sql.replaceAll("\n", " ").slice(0, 2000)}`);
  }
  expect(faults).toEqual([]);
});

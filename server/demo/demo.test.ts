import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isWithinOpenTime, openRangesBetween } from "#contract/hours-rules.ts";
import { computeQuote } from "#contract/prices-quote-rules.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { DEMO_PASSWORD } from "#server/accounts/demo-accounts.ts";
import { demoEmails, seedDemo, isDemoDatabase } from "./seed-demo.ts";

let testApp: TestApp;
let wasDemo: boolean;
let hasFilled: boolean;
beforeAll(async () => {
  testApp = await createTestApp({ env: { DEMO: "1" } });
  // createTestApp seeded two organizations; seedDemo checks for user accounts only.
  wasDemo = await isDemoDatabase(testApp.db);
  const before = performance.now();
  hasFilled = await seedDemo(testApp.appContext);
  console.log(`The demo was filled in ${Math.round(performance.now() - before)} ms`);
});
afterAll(() => testApp.close());

const count = async (table: "organizations" | "facilities" | "fields" | "events" | "users") =>
  Number(
    (
      await testApp.db
        .selectFrom(table)
        .select((e) => e.fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

async function signIn(name: string): Promise<ApiCall> {
  const email = `${name}@demo.test`;
  expect(demoEmails).toContain(email);
  const { status, body } = await testApp.as(null)("POST", "/auth/login", { email, password: DEMO_PASSWORD });
  expect(status).toBe(200);
  return testApp.as(body.data.access_token as string);
}

const fingerprint = async ({ db }: TestApp) =>
  (
    await sql<{ sum: string }>`select md5(string_agg(t::text, ',' order by t::text)) as sum from (
    select id, field_id, start_time, end_time, status, name, user_id, price, payment_status from events
    union all select u.id, null, created_at, null, email, first_name || last_name, null, 0, phone from users u) t`.execute(
      db,
    )
  ).rows[0]?.sum;

test("three organizations of different types, a dozen facilities, sixty fields, four weeks of events", async () => {
  const { rows } = await sql<{
    type: string;
  }>`select distinct type from organizations where email like '%demo.test'`.execute(testApp.db);
  expect(rows.map((row) => row.type).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "city_hall",
    "club",
    "university",
  ]);
  expect(await count("facilities")).toBe(12);
  expect(await count("fields")).toBeGreaterThanOrEqual(55);
  expect(await count("fields")).toBeLessThanOrEqual(65);
  expect(await count("users")).toBeGreaterThanOrEqual(60);
  const span = await sql<{ first: Date; last: Date; days: number; total: number }>`
    select min(start_time) as first, max(start_time) as last, count(distinct start_time::date)::int as days, count(*)::int as total from events`.execute(
    testApp.db,
  );
  expect(span.rows[0]?.days).toBeGreaterThanOrEqual(28);
  expect(span.rows[0]?.total).toBeGreaterThan(2000);
});

test("it is the same everywhere, and filled once", async () => {
  expect([wasDemo, hasFilled]).toEqual([false, true]);
  expect([await isDemoDatabase(testApp.db), await seedDemo(testApp.appContext)]).toEqual([true, false]);
  const other = await createTestApp({ env: { DEMO: "1" } });
  try {
    await seedDemo(other.appContext);
    expect(await fingerprint(other)).toBe(await fingerprint(testApp));
  } finally {
    await other.close();
  }
});

test("no event is of the future and over, none occupies what it should not, and money is only owed for what stands", async () => {
  const wrong = await sql<{ what: string; times: number }>`select what, count(*)::int as times from (
    select 'completed ahead' as what from events where status = 'completed' and end_time > ${testApp.clock.now()}
    union all select 'pending behind' from events where status = 'pending' and start_time < ${testApp.clock.now()}
    union all select 'owed for nothing' from events where payment_status = 'due' and (price = 0 or status in ('canceled', 'rejected'))
    union all select 'paid without a payment' from events where paid <> (select coalesce(sum(amount), 0) from payments where event_id = events.id and status = 'succeeded')
    union all select 'given back without a refund' from events where refunded <> (select coalesce(sum(refunds.amount), 0) from refunds join payments on payments.id = refunds.payment_id where event_id = events.id)
    union all select 'invoice missing' from payments where status = 'succeeded' and not exists (select from invoices where payment_id = payments.id and kind = 'invoice')
    union all select 'credit note missing' from refunds where not exists (select from invoices where refund_id = refunds.id)
    union all select 'paid ahead of time' from payments where paid_at > ${testApp.clock.now()}
    union all select 'price unasked' from events where price > 0 and payment_status = 'none' and status not in ('canceled', 'rejected')
    union all select 'people' from events join fields on fields.id = events.field_id where people not between min_people_by_event and max_people_by_event
    union all select 'block with people' from events where kind = 'block' and (people is not null or price > 0 or customer_id is not null)
    union all select 'units' from events where (select count(*) from occupancies where event_id = events.id) <> (select count(*) from field_units where field_id = events.field_id)
    union all select 'active' from occupancies join events on events.id = event_id where active <> (status not in ('canceled', 'rejected'))
    union all select 'closed field' from events join fields on fields.id = events.field_id where fields.status = 'closed'
    union all select 'account is not the customer''s' from events left join customers
      on customers.organization_id = events.organization_id and customers.id = events.customer_id
      where events.user_id is distinct from customers.user_id
    ) as wrong group by what`.execute(testApp.db);
  expect(wrong.rows).toEqual([]);
  const seen = await sql<{ kinds: number; statuses: number; types: number }>`
    select count(distinct kind)::int as kinds, count(distinct status)::int as statuses, count(distinct type)::int as types from events`.execute(
    testApp.db,
  );
  expect(seen.rows[0]).toEqual({ kinds: 2, statuses: 5, types: 4 });
});

test("every event lies within the hours of its field, and costs what its prices say", async () => {
  const events = await testApp.db
    .selectFrom("events")
    .innerJoin("facilities", "facilities.id", "events.facility_id")
    .selectAll("events")
    .select("facilities.timezone")
    .execute();
  const ids = [...new Set(events.map((event) => event.field_id))];
  const [first, last] = [Temporal.PlainDate.from("2026-05-15"), Temporal.PlainDate.from("2026-06-18")];
  const dates = { from: first.toString(), to: last.toString() };
  const hours = await listFieldHours(testApp.db, "all", ids, dates);
  const prices = await listFieldPricePatterns(testApp.db, "all", ids);
  const open = new Map(
    ids.map((id) => {
      const { timezone = "" } = events.find((event) => event.field_id === id) ?? {};
      const bound = { hours: null, exceptions: [], ...hours.get(id), timezone };
      return [id, openRangesBetween(dates.from, dates.to, bound)];
    }),
  );
  const outside = events.filter(({ field_id, start_time, end_time }) => {
    const span = { start: start_time.getTime(), end: end_time.getTime() };
    return !isWithinOpenTime(open.get(field_id) ?? [], span);
  });
  expect(outside).toEqual([]);

  const priced = events.filter((event) => event.price > 0);
  expect(priced.length).toBeGreaterThan(500);
  expect(new Set(priced.map((event) => event.price_type))).toEqual(new Set(["field", "user"]));
  const sold = priced.map((event) => {
    const given = computeQuote({
      start: event.start_time.getTime(),
      duration: (event.end_time.getTime() - event.start_time.getTime()) / 60_000,
      people: event.people ?? 0,
      priceType: event.price_type as "field" | "user",
      patterns: prices.get(event.field_id) ?? [],
      timezone: event.timezone,
      roleIds: event.user_id ? [4] : [],
      startStep: 30,
      currency: event.currency,
    });
    return given.isSold && [given.total, given.lines, given.patternId, given.plan, given.timeslot];
  });
  expect(
    priced.map((event) => [
      event.price,
      event.price_lines,
      event.price_pattern_id,
      event.price_plan,
      event.price_timeslot,
    ]),
  ).toEqual(sold);
  // Free bookings on priced fields must have a reason.
  const silent = events.filter(
    (event) =>
      event.price === 0 && event.kind === "event" && prices.has(event.field_id) && event.price_customized_by === null,
  );
  expect(silent).toEqual([]);
});

test("every organization may take money: nothing is missing of who sells", async () => {
  const { body } = await (await signIn("admin"))("GET", "/organizations?per_page=100");
  const sellers: { name: string; sellerMissing: string[] }[] = body.data;
  expect(sellers.length).toBeGreaterThanOrEqual(3);
  expect(sellers.filter(({ sellerMissing }) => sellerMissing.length > 0)).toEqual([]);
});

test("all fields have hours, and there is a closure to come", async () => {
  const without = await testApp.db
    .selectFrom("fields")
    .leftJoin("field_opening_hours as linked", "linked.field_id", "fields.id")
    .select("fields.name")
    .where("fields.bookable", "=", true)
    .where("linked.field_id", "is", null)
    .execute();
  expect(without).toEqual([]);
  const admin = await signIn("admin");
  const closures = (await admin("GET", "/organizations/all/closures")).body.data;
  expect(
    closures.map(({ name, field }: { name: string; field: { name: string } | null }) => [name, field?.name]),
  ).toEqual([
    ["Réfection de la surface", "Court 3"],
    ["Vidange du bassin", undefined],
  ]);
  expect((await admin("GET", "/organizations/all/opening-hour-patterns")).body.meta.total).toBe(7);
  expect((await admin("GET", "/organizations/all/price-patterns")).body.meta.total).toBe(8);
});

test("the five accounts sign in, each to what it is for", async () => {
  const [admin, owner, manager, staff, member] = [
    await signIn("admin"),
    await signIn("owner"),
    await signIn("manager"),
    await signIn("staff"),
    await signIn("member"),
  ];
  expect((await admin("GET", "/organizations-min/all")).status).toBe(200);
  const first = (await staff("GET", "/organizations")).body.data[0].id as string;
  const roles = async (api: ApiCall) =>
    (await api("GET", `/organizations-min/${first}`)).body.data.roles.map((role: { id: number }) => role.id);
  expect([await roles(owner), await roles(manager), await roles(staff), await roles(member)]).toEqual([
    [1],
    [2],
    [3],
    [4],
  ]);
  expect((await member("GET", "/organizations")).body.meta.total).toBeGreaterThan(1);
  expect((await member("GET", "/invitations")).body.data).toHaveLength(1);
  expect((await member("GET", "/auth/user/events")).body.meta.total).toBeGreaterThan(0);
  const events = (await staff("GET", `/organizations/${first}/events`)).body;
  expect(events.meta.total).toBeGreaterThan(500);
  expect(new Date(events.data[0].endTime).getTime()).toBeGreaterThan(testApp.clock.now().getTime());
  const all = (await admin("GET", "/organizations/all/events?per_page=100")).body;
  expect(new Set(all.data.map((event: { organizationId: string }) => event.organizationId)).size).toBe(3);
});

test("members of the university read the names of those who agree, members of the others read none", async () => {
  const { rows } = await sql<{ name: string; isOpen: boolean; named: boolean; names: number }>`
    select o.name, o.booking_privacy = 'public' as "isOpen", e.confidentiality = 'public' as named, count(*)::int as names
    from events e join organizations o on o.id = e.organization_id
    join memberships m on m.organization_id = e.organization_id and m.user_id = e.user_id
    where m.listed <> 'no' or e.confidentiality = 'public'
    group by 1, 2, 3`.execute(testApp.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ isOpen: true, named: true });
  expect(rows[0]?.names).toBeGreaterThan(50);
});

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isWithinOpenTime, openRangesBetween } from "#contract/hours-rules.ts";
import { computeQuote } from "#contract/prices-quote-rules.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import { localTime } from "#messages/dates.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { listShareFaults } from "#tests/support/share-faults.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { DEMO_PASSWORD } from "#server/accounts/demo-accounts.ts";
import { generateDemoBookings } from "./bookings.ts";
import { generateDemoDeskCustomers } from "./customers.ts";
import { generateDemoHours } from "./hours.ts";
import { generateDemoOrganizations } from "./organizations.ts";
import { DEMO_JOIN_CODE } from "./joining.ts";
import { demoPeople } from "./people.ts";
import { generateDemoPrices } from "./prices.ts";
import { listDemoFields } from "./rows.ts";
import { demoId } from "./random.ts";
import { demoEmails, seedDemo, isDemoDatabase } from "./seed-demo.ts";

/** Allows for a machine that does much else. */
const FILL_TIMEOUT_MS = 90_000;

let testApp: TestApp;
let wasDemo: boolean;
let hasFilled: boolean;
beforeAll(async () => {
  testApp = await createTestApp({ env: { DEMO: "1", DEMO_LANGUAGE: "fr" } });
  // createTestApp seeded two organizations; seedDemo checks for user accounts only.
  wasDemo = await isDemoDatabase(testApp.db);
  const before = performance.now();
  hasFilled = await seedDemo(testApp.appContext);
  console.log(`The demo was filled in ${Math.round(performance.now() - before)} ms`);
}, FILL_TIMEOUT_MS);
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

test("three organizations of different types, a dozen facilities, sixty fields, a year of events", async () => {
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
  expect(span.rows[0]?.days).toBeGreaterThanOrEqual(365);
  expect(span.rows[0]?.total).toBeGreaterThan(8000);
});

test("it is the same everywhere, and filled once", { timeout: FILL_TIMEOUT_MS }, async () => {
  expect([wasDemo, hasFilled]).toEqual([false, true]);
  expect([await isDemoDatabase(testApp.db), await seedDemo(testApp.appContext)]).toEqual([true, false]);
  const other = await createTestApp({ env: { DEMO: "1", DEMO_LANGUAGE: "fr" } });
  try {
    await seedDemo(other.appContext);
    expect(await fingerprint(other)).toBe(await fingerprint(testApp));
  } finally {
    await other.close();
  }
});

test("each booking owes what it says, and its settlements add up", async () => {
  expect(await listChargeFaults(testApp.db)).toEqual([]);
});

test("a booking to come is shared: its organizer and one player have paid, one comes and has not, one has not answered", async () => {
  expect(await listShareFaults(testApp.db)).toEqual([]);
  const { rows } = await sql<{
    state: string;
    settled: number | null;
    amount: number | null;
    paid: number;
    own: number;
  }>`
    select player.state, charges.settled, charges.amount, events.paid, splits.own
    from event_splits as splits
    join events on events.organization_id = splits.organization_id and events.id = splits.event_id
    join event_participants as player on player.organization_id = events.organization_id and player.event_id = events.id
    left join charges on charges.organization_id = events.organization_id and charges.participant_id = player.id
    order by player.invited_at`.execute(testApp.db);
  expect(rows.map(({ state, settled }) => [state, settled === null ? null : settled > 0])).toEqual([
    ["accepted", true],
    ["accepted", false],
    ["invited", null],
  ]);
  expect(rows.every(({ paid, own, amount }) => paid === own && (amount === null || amount < own + 4))).toBe(true);
});

test("the member has a balance that has paid bookings, with a receipt for what was put on it", async () => {
  const { rows } = await sql<{ amount: number; sum: number; uses: number; receipts: number }>`
    select wallets.amount, sum(entries.amount)::int as sum, count(*) filter (where entries.kind = 'use')::int as uses,
      (select count(*)::int from invoices where invoices.organization_id = wallets.organization_id and kind = 'receipt')
        as receipts
    from wallets join wallet_entries as entries
      on entries.organization_id = wallets.organization_id and entries.customer_id = wallets.customer_id
    group by wallets.organization_id, wallets.amount`.execute(testApp.db);
  // One for the top-up, and one for each gift voucher.
  expect(rows).toMatchObject([{ amount: rows[0]?.sum, receipts: 3 }]);
  expect([rows[0]?.uses, (rows[0]?.amount ?? 0) > 0]).toEqual([3, true]);
  const [own] = (await (await signIn("member"))("GET", "/auth/user/wallets")).body.data;
  expect(own.amount).toBe(rows[0]?.amount);
});

test("the club has sold gift vouchers: one has paid bookings, which its uses add up to, and one waits", async () => {
  const { rows } = await sql<{ used: number; sum: number; settled: number }>`
    select vouchers.used, coalesce(sum(uses.amount), 0)::int as sum,
      coalesce(sum(payments.amount) filter (where payments.method = 'voucher'), 0)::int as settled
    from vouchers left join voucher_uses as uses
      on uses.organization_id = vouchers.organization_id and uses.voucher_id = vouchers.id
      left join payments on payments.organization_id = uses.organization_id and payments.id = uses.payment_id
    group by vouchers.organization_id, vouchers.id order by vouchers.used`.execute(testApp.db);
  expect(rows).toHaveLength(2);
  expect(rows.map(({ used }) => used > 0)).toEqual([false, true]);
  for (const { used, sum, settled } of rows) expect([sum, settled]).toEqual([used, used]);
});

test("the club has packs: one is used up, one ends soon, one is the member's, and each counts the bookings that it paid", async () => {
  expect(await listSaleFaults(testApp.db)).toEqual([]);
  const wrong = await sql<{ id: string }>`
    select packs.id from packs
    where units_used <> (select coalesce(sum(units - given_back), 0) from pack_uses
        where pack_uses.organization_id = packs.organization_id and pack_uses.pack_id = packs.id)
      or exists (select from pack_uses join events on events.organization_id = pack_uses.organization_id and events.id = pack_uses.event_id
        where pack_uses.organization_id = packs.organization_id and pack_uses.pack_id = packs.id
          and (events.customer_id <> packs.customer_id or events.covered <> events.price or events.created_at < packs.created_at))
      or not exists (select from invoice_lines where invoice_lines.organization_id = packs.organization_id
        and invoice_lines.charge_id = packs.charge_id and invoice_lines.amount > 0)`.execute(testApp.db);
  expect(wrong.rows).toEqual([]);
  const [owner, member] = [await signIn("owner"), await signIn("member")];
  const club = `/organizations/${demoId("club")}`;
  const soon = new Date(testApp.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  const total = async (query: string) => (await owner("GET", `${club}/packs?${query}`)).body.meta.total;
  expect([await total("state=used_up"), await total(`expiresBy=${soon}`), await total("state=running")]).toEqual([
    1, 1, 4,
  ]);
  expect((await owner("GET", `${club}/pack-types`)).body.data).toHaveLength(2);
  const [own] = (await member("GET", "/auth/user/packs")).body.data;
  expect(own).toMatchObject({ name: "10 heures de badminton", state: "running", isGranted: false });
  expect(own.unitsUsed).toBeGreaterThanOrEqual(2);
});

test("the club has memberships: one runs for each state, one is the member's, and each is paid but the one in grace", async () => {
  const [owner, member] = [await signIn("owner"), await signIn("member")];
  const club = `/organizations/${demoId("club")}`;
  const { data } = (await owner("GET", `${club}/subscriptions`)).body;
  expect(data.map(({ state }: { state: string }) => state).toSorted()).toEqual([
    ...["active", "active", "active", "frozen", "grace"],
  ]);
  const { data: due } = (await owner("GET", `${club}/charges?kind=subscription&state=open`)).body;
  expect(due).toMatchObject([{ due: 15_000, invoiced: 0 }]);
  const [own] = (await member("GET", "/auth/user/subscriptions")).body.data;
  expect(own).toMatchObject({ name: "Adulte, six mois", state: "active", renews: true });
});

test("the club lends rackets, sells balls and lights its courts; what it lends is there, and some of it waits to be paid", async () => {
  const [owner, member] = [await signIn("owner"), await signIn("member")];
  const club = `/organizations/${demoId("club")}`;
  const { data } = (await owner("GET", `${club}/extras`)).body;
  expect(data.map(({ name }: { name: string }) => name)).toEqual([
    ...["Éclairage", "Raquette de padel", "Raquette de tennis", "Tube de balles"],
  ]);
  const { rows } = await sql<{ name: string; paid: number; due: number; wrong: number }>`
    select name, count(*) filter (where settled = amount)::int as paid, count(*) filter (where settled = 0)::int as due,
      count(*) filter (where amount <> unit_price_agreed * charged or due_at <> start_time
        or line.customer_id is distinct from line.debtor_id or lent <> wanted)::int as wrong
    from (
      select event_extras.name, charges.settled, charges.amount, charges.due_at, charges.customer_id as debtor_id,
        event_extras.unit_price as unit_price_agreed, charged, events.start_time, events.customer_id,
        case when extra_stocks.on_hand is null then pieces else 0 end as wanted,
        (select count(*)::int from extra_uses where extra_uses.organization_id = event_extras.organization_id
          and event_extra_id = event_extras.id and unit <= coalesce(extra_stocks.quantity, unit)) as lent
      from event_extras
      join events on events.organization_id = event_extras.organization_id and events.id = event_extras.event_id
      join charges on charges.organization_id = event_extras.organization_id and charges.id = event_extras.charge_id
      join extra_stocks on extra_stocks.organization_id = event_extras.organization_id and extra_stocks.id = stock_id
    ) as line group by name order by name`.execute(testApp.db);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(data.map(({ name }: { name: string }) => name).toSorted());
  for (const { paid, wrong } of rows) expect([paid > 5, wrong]).toEqual([true, 0]);
  expect(rows.reduce((sum, { due }) => sum + due, 0)).toBeGreaterThanOrEqual(2);
  const ahead = await testApp.db
    .selectFrom("event_extras")
    .innerJoin("events", "events.id", "event_extras.event_id")
    .select(["events.facility_id", "events.start_time"])
    .where("events.start_time", ">", testApp.clock.now())
    .orderBy("events.start_time")
    .limit(1)
    .executeTakeFirstOrThrow();
  const date = localDateOf("Europe/Paris", ahead.start_time);
  const path = `${club}/extras-to-hand-out?facilityId=${ahead.facility_id}&date=${date}`;
  expect((await owner("GET", path)).body.data.length).toBeGreaterThan(0);
  expect((await member("GET", path)).status).toBe(403);
});

test("no event is of the future and over, none occupies what it should not, and money is only owed for what stands", async () => {
  const wrong = await sql<{ what: string; times: number }>`select what, count(*)::int as times from (
    select 'completed ahead' as what from events where status = 'completed' and end_time > ${testApp.clock.now()}
    union all select 'pending behind' from events where status = 'pending' and start_time < ${testApp.clock.now()}
    union all select 'owed for nothing' from events where payment_status = 'due' and (price = 0 or status in ('canceled', 'rejected'))
    union all select 'paid without a payment' from events where paid <> (select coalesce(sum(amount), 0) from payments where payments.organization_id = events.organization_id and event_id = events.id and status = 'succeeded')
    union all select 'given back without a refund' from events where refunded <> (select coalesce(sum(refunds.amount), 0) from refunds
        join payments on payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id
        where payments.organization_id = events.organization_id and event_id = events.id and refunds.status <> 'failed')
    union all select 'invoice missing' from payments where status = 'succeeded' and not exists (select from invoices where invoices.organization_id = payments.organization_id and payment_id = payments.id and kind in ('invoice', 'receipt'))
    union all select 'credit note missing' from refunds where (status = 'succeeded') <> exists (
      select from invoices where invoices.organization_id = refunds.organization_id and refund_id = refunds.id)
    union all select 'paid ahead of time' from payments where paid_at > ${testApp.clock.now()}
    union all select 'price unasked' from events where price > 0 and payment_status = 'none' and status not in ('canceled', 'rejected')
    union all select 'people' from events join fields on fields.id = events.field_id where people not between min_people_by_event and max_people_by_event
    union all select 'block with people' from events where kind = 'block' and (people is not null or price > 0 or customer_id is not null)
    union all select 'units' from events where (select count(*) from occupancies where occupancies.organization_id = events.organization_id and event_id = events.id)
      <> (select count(*) from field_units where field_units.organization_id = events.organization_id and field_id = events.field_id)
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
  const daysFromNow = (days: number) => new Date(testApp.clock.now().getTime() + days * 86_400_000);
  const dates = { from: daysFromNow(-435).toISOString().slice(0, 10), to: daysFromNow(25).toISOString().slice(0, 10) };
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
  // A request, for a day that was closed after it had been made.
  expect(outside.map(({ status, name }) => [status, name])).toEqual([["pending", "Finale interclubs"]]);

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
    ["Tournoi interne", "Court central"],
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

test("nobody plays in two places at once, and no two people have one phone", async () => {
  const { rows } = await sql<{ who: string; times: number }>`
    select who, count(*)::int as times from (
      select coalesce(events.user_id, customer_id) as who, start_time, lead(start_time) over (
        partition by coalesce(events.user_id, customer_id) order by start_time) as next, end_time
      from events join customers on customers.organization_id = events.organization_id and customers.id = events.customer_id
      where customers.kind = 'person' and events.status not in ('canceled', 'rejected')
    ) as played where next < end_time group by who`.execute(testApp.db);
  expect(rows).toEqual([]);
  const phones = await sql<{ phone: string }>`
    select phone from (
      select phone, coalesce(user_id, id) as who from customers where phone is not null
      union select phone, id from users where phone is not null
    ) as known group by phone having count(*) > 1`.execute(testApp.db);
  expect(phones.rows).toEqual([]);
});

test("evenings and weekends are busier than mornings, and summer fills the courts outdoors", async () => {
  const events = await testApp.db
    .selectFrom("events")
    .innerJoin("fields", "fields.id", "events.field_id")
    .innerJoin("organizations", "organizations.id", "events.organization_id")
    .select(["events.start_time", "fields.space"])
    .where("organizations.type", "=", "club")
    .where("events.status", "in", ["approved", "completed"])
    .execute();
  const started = events.map(({ start_time, space }) => {
    const local = Temporal.Instant.fromEpochMilliseconds(start_time.getTime()).toZonedDateTimeISO("Europe/Paris");
    return { hour: local.hour, weekday: local.dayOfWeek, month: local.month, space };
  });
  const count = (matches: (one: (typeof started)[number]) => boolean) => started.filter(matches).length;
  const evening = count(({ hour, weekday }) => weekday <= 5 && hour >= 17 && hour < 21);
  const morning = count(({ hour, weekday }) => weekday <= 5 && hour >= 8 && hour < 12);
  expect(evening).toBeGreaterThan(2 * morning);
  const perDay = (from: number, to: number) =>
    count(({ weekday }) => weekday >= from && weekday <= to) / (to - from + 1);
  expect(perDay(6, 7)).toBeGreaterThan(perDay(1, 5));
  const outdoorShare = (month: number) =>
    count((one) => one.month === month && one.space === "outdoor") / count((one) => one.month === month);
  expect(outdoorShare(5)).toBeGreaterThan(2 * outdoorShare(1));
});

test("the desk has work that can be done in a day: few debts, some requests, one of which cannot be approved", async () => {
  const owner = await signIn("owner");
  const { data } = (await owner("GET", "/organizations?per_page=100")).body;
  const club = data.find(({ type }: { type: string }) => type === "club").id as string;
  const debts = (await owner("GET", `/organizations/${club}/debt-sums`)).body.data;
  expect(debts).toHaveLength(1);
  expect(debts[0].overdue.count).toBeGreaterThanOrEqual(3);
  expect(debts[0].overdue.count).toBeLessThanOrEqual(6);
  expect(debts[0].later.count).toBeGreaterThanOrEqual(3);
  expect(debts[0].later.count).toBeLessThanOrEqual(20);
  const requests = (await owner("GET", `/organizations/${club}/approvals`)).body.data;
  expect(requests.length).toBeGreaterThanOrEqual(4);
  expect(requests.length).toBeLessThanOrEqual(8);
  expect(requests.filter(({ isClear }: { isClear: boolean }) => !isClear)).toHaveLength(1);
  const decided = (await owner("GET", `/organizations/${club}/approvals/decided?per_page=100`)).body.data;
  expect(new Set(decided.map(({ answer }: { answer: string }) => answer))).toEqual(new Set(["approve", "reject"]));
  expect(decided.every(({ decidedBy }: { decidedBy: unknown }) => decidedBy !== null)).toBe(true);
});

test("three series: two have dates to come, one is over, and each has a date that was called off", async () => {
  const { rows } = await sql<{ name: string; ahead: number; canceled: number }>`
    select series.name, count(*) filter (where start_time > ${testApp.clock.now()})::int as ahead,
      count(*) filter (where status = 'canceled')::int as canceled
    from series join events on events.organization_id = series.organization_id and series_id = series.id
    group by series.id, series.name order by 2 desc`.execute(testApp.db);
  expect(rows.map(({ ahead, canceled }) => [ahead > 0, canceled])).toEqual([
    [true, 1],
    [true, 1],
    [false, 1],
  ]);
  const owner = await signIn("owner");
  const { data } = (await owner("GET", "/organizations?per_page=100")).body;
  const club = data.find(({ type }: { type: string }) => type === "club").id as string;
  const event = await testApp.db
    .selectFrom("events")
    .select("series_id")
    .where("series_id", "is not", null)
    .executeTakeFirstOrThrow();
  const series = await owner("GET", `/organizations/${club}/event-series/${event.series_id}`);
  expect([series.status, series.body.data.occurrences.length > 10]).toEqual([200, true]);
});

test("invoices have every number, dates that never go back, and the amounts of their payments", async () => {
  const { rows } = await sql<{ gaps: number; back: number; wrong: number; total: number }>`
    select count(*)::int as total,
      count(*) filter (where place > 1 and nth <> before + 1 or place = 1 and nth <> 1)::int as gaps,
      count(*) filter (where issued_on < issued_before)::int as back,
      count(*) filter (where total_amount <> paid or tax_amount <> coalesce(vat, 0))::int as wrong
    from (
      select invoices.issued_on, total_amount, tax_amount, right(number, 6)::int as nth,
        row_number() over years as place,
        lag(right(number, 6)::int) over years as before,
        lag(invoices.issued_on) over years as issued_before,
        case invoices.kind when 'invoice' then payments.amount else -refunds.amount end as paid,
        (select sum((rate ->> 'vat')::int) from jsonb_array_elements(content -> 'rates') as rate) as vat
      from invoices
      join payments on payments.organization_id = invoices.organization_id and payments.id = payment_id
      left join refunds on refunds.organization_id = invoices.organization_id and refunds.id = refund_id
      window years as (partition by invoices.organization_id, left(number, -7) order by number)
    ) as listed`.execute(testApp.db);
  expect(rows[0]).toMatchObject({ gaps: 0, back: 0, wrong: 0 });
  expect(rows[0]?.total).toBeGreaterThan(2000);
  const counters = await sql<{ off: number }>`
    select count(*)::int as off from invoice_counters where last <> (
      select max(right(number, 6)::int) from invoices
      where invoices.organization_id = invoice_counters.organization_id
        and number like series || '-' || extract(year from last_issued_on) || '-%')`.execute(testApp.db);
  expect(counters.rows[0]?.off).toBe(0);
});

test("the activity tells who booked, canceled and decided in the last days, each once and as the bookings say", async () => {
  const { rows } = await sql<{ act: string; times: number }>`
    select act, count(*)::int as times from activity where act like 'events.%' group by act`.execute(testApp.db);
  const times = new Map(rows.map((row) => [row.act, row.times]));
  for (const act of ["events.create", "events.cancel", "events.approve"]) expect(times.get(act)).toBeGreaterThan(3);
  const wrong = await sql<{ act: string }>`
    select act from activity left join events on events.organization_id = activity.organization_id
      and events.id::text = activity.subject_id
    where act like 'events.%' and (events.id is null or actor_id is null or at > ${testApp.clock.now()}
      or at <> case act when 'events.create' then events.created_at
        when 'events.approve' then events.decided_at else events.ended_at end
      or activity.field_id <> events.field_id)`.execute(testApp.db);
  expect(wrong.rows).toEqual([]);
  const owner = await signIn("owner");
  const { data } = (await owner("GET", "/organizations/search?q=berges")).body;
  const { body } = await owner("GET", `/organizations/${data[0].id}/activity?subject=events&per_page=5`);
  expect(body.data).toHaveLength(5);
  for (const { event, actor } of body.data) expect([event.fieldName, actor.full_name]).not.toContain("");
});

test("requests are decided in desk hours, terms accepted once they were in force, and customers come all year", async () => {
  const decided = await testApp.db
    .selectFrom("events")
    .innerJoin("facilities", "facilities.id", "events.facility_id")
    .select(["decided_at", "facilities.timezone"])
    .where("decided_at", "is not", null)
    .execute();
  const times = decided.map(({ decided_at, timezone }) => localTime(decided_at ?? "", timezone ?? ""));
  expect(times.length).toBeGreaterThan(20);
  expect(times.filter((time) => time < "07:00" || time >= "22:10")).toEqual([]);
  const accepted = await testApp.db.selectFrom("accepted_terms").select(["terms", "accepted_at"]).execute();
  const now = testApp.clock.now().getTime();
  expect(accepted.filter(({ terms, accepted_at }) => accepted_at.getTime() < Math.min(now, Date.parse(terms)))).toEqual(
    [],
  );
  const { rows } = await sql<{ months: number }>`
    select count(distinct date_trunc('month', first))::int as months from (
      select min(start_time) as first from events where organization_id = ${demoId("club")} and customer_id is not null
      group by customer_id) as customers`.execute(testApp.db);
  expect(rows[0]?.months).toBeGreaterThanOrEqual(12);
  const early = await sql`select from events join customers on customers.organization_id = events.organization_id
    and customers.id = events.customer_id where events.created_at < customers.created_at`.execute(testApp.db);
  expect(early.rows).toHaveLength(0);
});

test("the teams are told of the requests that wait, unread, and of what customers canceled lately", async () => {
  const waiting = await testApp.db
    .selectFrom("events")
    .select("id")
    .where("status", "=", "pending")
    .where("pending_reason", "=", "approval")
    .where("organization_id", "=", demoId("club"))
    .execute();
  const told = await testApp.db
    .selectFrom("notifications")
    .select(["kind", "params", "read_at", "user_id"])
    .where("organization_id", "=", demoId("club"))
    .where("user_id", "=", demoId("user owner"))
    .execute();
  const unread = told.filter(({ kind, read_at: readAt }) => kind === "booking_requested" && readAt === null);
  expect(unread).toHaveLength(waiting.length);
  const ids = unread.map(({ params }) => (params as { eventId: string }).eventId);
  expect(ids.toSorted()).toEqual(waiting.map(({ id }) => id).toSorted());
  expect(told.some(({ kind }) => kind === "booking_canceled")).toBe(true);
  const members = await testApp.db
    .selectFrom("notifications")
    .select("id")
    .where("user_id", "=", demoId("user member"))
    .execute();
  expect(members).toEqual([]);
});

test("somebody waits to join the club, which its owner is told of, and the code at its entrance leads in", async () => {
  const owner = await signIn("owner");
  const requests = await owner("GET", `/organizations/${demoId("club")}/join-requests?status=open`);
  expect(requests.body.data).toMatchObject([{ status: "open", message: expect.stringContaining("padel") }]);
  const bell = await owner("GET", "/notifications?unread=true&per_page=100");
  expect(bell.body.data.filter(({ kind }: { kind: string }) => kind === "join_requested")).toHaveLength(1);
  const { status, body } = await owner("POST", "/join-codes/look", { code: DEMO_JOIN_CODE });
  expect([status, body.data]).toMatchObject([200, { organization: { id: demoId("club") } }]);
});

test("the overview adds up to the rows", async () => {
  const owner = await signIn("owner");
  const { data } = (await owner("GET", "/organizations?per_page=100")).body;
  const club = data.find(({ type }: { type: string }) => type === "club").id as string;
  const { data: seen } = (await owner("GET", `/organizations/${club}/overview`)).body;
  const zone = "Europe/Paris";
  const at = (date: string, days: number) =>
    new Date(Temporal.PlainDate.from(date).add({ days }).toZonedDateTime(zone).epochMilliseconds);
  const [from, to] = [at(seen.from, 0), at(seen.to, 1)];
  const { rows } = await sql<{ events: number; revenue: number }>`select
    (select count(*)::int from events where organization_id = ${club} and start_time >= ${from} and start_time < ${to}
      and kind = 'event' and status not in ('canceled', 'rejected')) as events,
    (select sum(amount)::int from payments where organization_id = ${club} and status = 'succeeded'
      and paid_at >= ${from} and paid_at < ${to})
    - (select coalesce(sum(refunds.amount), 0)::int from refunds where organization_id = ${club} and status = 'succeeded'
      and updated_at >= ${from} and updated_at < ${to}) as revenue`.execute(testApp.db);
  expect([seen.sum.events, seen.sum.revenue]).toEqual([rows[0]?.events, rows[0]?.revenue]);
  expect(seen.sumBefore.events).toBeGreaterThan(seen.sum.events / 3);
});

test("an English reader reads English, apart from names", () => {
  const organizations = generateDemoOrganizations("en");
  const now = testApp.clock.now();
  const hours = generateDemoHours(organizations, now);
  const prices = generateDemoPrices(organizations, now);
  const desk = generateDemoDeskCustomers(now);
  const fields = organizations.flatMap((plan) => plan.facilities.flatMap((place) => listDemoFields(plan, place)));
  const plan = generateDemoBookings(organizations, fields, { people: demoPeople, desk, now, hours, prices });
  const texts = [
    ...[...hours.patterns, ...hours.closures, ...prices.patterns, ...plan.series].map(({ name }) => name),
    ...plan.notes.map(({ text }) => text),
    ...plan.events.flatMap((event) => [
      ...(event.customer_id ? [] : [event.name]),
      ...[event.canceled_reason, event.rejected_reason, event.price_reason, event.notes, event.internal_notes],
    ]),
  ];
  const known = new Set(texts.flatMap((text) => text ?? []));
  for (const text of ["Resurfacing", "Indoor courts", "Rain", "Group lesson"]) expect(known).toContain(text);
  expect([...known].filter((text) => /[àâçêîùû]|\b(?:le|la|les|des|du|et)\b/i.test(text))).toEqual([]);
});

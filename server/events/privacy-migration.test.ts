/** Organizations from before bookings were private by default: bookings to come become private, and calendars get a maker. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUnmigratedDatabase, type UnmigratedDatabase } from "#tests/support/unmigrated-database.ts";

const id = (position: number) => `00000000-0000-7000-8000-0000000000${String(position).padStart(2, "0")}`;
const [busy, empty, owner, member, field, otherField] = [id(1), id(2), id(3), id(4), id(5), id(6)];
const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const timestamps = { created_at: days(-30), updated_at: days(-30) };

let before: UnmigratedDatabase;
beforeAll(async () => {
  before = await createUnmigratedDatabase("0035");
  const club = { type: "club", country_id: 250, timezone: "Europe/Paris", currency: "EUR", ...timestamps };
  await before.insert("organizations", { id: busy, name: "Busy", ...club });
  await before.insert("organizations", { id: empty, name: "Empty", ...club });
  for (const [position, person] of [owner, member].entries())
    await before.insert("users", {
      id: person,
      email: `person-${position}@example.org`,
      first_name: "Zoé",
      last_name: "Morel",
      password_hash: "-",
      ...timestamps,
    });

  const insertEvent = (position: number, name: string, row: Record<string, unknown>) =>
    before.insert("events", {
      organization_id: busy,
      id: id(position),
      facility_id: id(7),
      field_id: field,
      name,
      status: "approved",
      confidentiality: "public",
      type: "game",
      start_time: days(2),
      end_time: new Date(days(2).getTime() + 3_600_000),
      price: 0,
      currency: "EUR",
      payment_status: "none",
      ...timestamps,
      ...row,
    });
  await insertEvent(10, "Of a member", { customer_id: member });
  await insertEvent(11, "Of a walk-in", { customer_name: "Jean" });
  await insertEvent(12, "Of the club", {});
  await insertEvent(13, "Over", { customer_id: member, start_time: days(-2), end_time: days(-1) });

  const insertSeries = (position: number, name: string, template: object) =>
    before.insert("series", {
      organization_id: busy,
      id: id(position),
      field_id: field,
      name,
      rule: "{}",
      template: JSON.stringify({ confidentiality: "public", ...template }),
      ...timestamps,
    });
  await insertSeries(20, "Lessons of a member", { customer: { id: member } });
  await insertSeries(21, "Training of the club", { customer: null });

  const insertCalendar = (position: number, row: object) =>
    before.insert("calendars", {
      id: id(position),
      secret_hash: Buffer.from([position]),
      created_at: days(-9),
      ...row,
    });
  await insertCalendar(30, { user_id: member });
  await insertCalendar(31, { organization_id: busy, field_id: field });
  await insertCalendar(32, { organization_id: busy, field_id: otherField });
  for (const [position, [at, actor]] of (
    [
      [-9, member],
      [-8, owner],
    ] as const
  ).entries())
    await before.insert("activity", {
      organization_id: busy,
      id: id(40 + position),
      at: days(at),
      actor_id: actor,
      act: "calendars.renewField",
      subject_id: field,
    });
  await before.migrateOn();
});
afterAll(() => before.drop());

const rowsOf = async (sql: string) => (await before.database.pool.query(sql)).rows;

test("bookings to come that have a customer become private, others stay as they were", async () => {
  expect(await rowsOf("select name, confidentiality from events order by id")).toEqual([
    { name: "Of a member", confidentiality: "private" },
    { name: "Of a walk-in", confidentiality: "private" },
    { name: "Of the club", confidentiality: "public" },
    { name: "Over", confidentiality: "public" },
  ]);
});

test("only an organization whose bookings changed is told so", async () => {
  const columns = "name, booking_privacy, has_privacy_notice";
  expect(await rowsOf(`select ${columns} from organizations order by id`)).toEqual([
    { name: "Busy", booking_privacy: "private", has_privacy_notice: true },
    { name: "Empty", booking_privacy: "private", has_privacy_notice: false },
  ]);
});

test("later dates of a customer's series are private by default, those of the club's stay public", async () => {
  expect(await rowsOf("select name, template ->> 'confidentiality' as is from series order by id")).toEqual([
    { name: "Lessons of a member", is: null },
    { name: "Training of the club", is: "public" },
  ]);
});

test("a calendar belongs to its person, or to who renewed it last; one of nobody known ends", async () => {
  expect(await rowsOf("select id, created_by from calendars order by id")).toEqual([
    { id: id(30), created_by: member },
    { id: id(31), created_by: owner },
  ]);
});

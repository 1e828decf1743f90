/** Upgrades a demo from before the emulator had its own schema: it starts, and keeps its payments. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate, migrationsFolder } from "#server/kit/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { migrateEmulator } from "./tables.ts";

let database: TestDatabase;
let before: string;
beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  before = mkdtempSync(join(tmpdir(), "baseline-before-"));
  for (const name of readdirSync(migrationsFolder).filter((one) => one < "0027"))
    cpSync(join(migrationsFolder, name), join(before, name));
  await migrate(database.url, before);
  await database.pool.query(`
    insert into sandbox_objects values ('cs_test_1', '', 'session', null, '{"id": "cs_test_1"}', now());
    insert into sandbox_answers values ('', 'key', 'asked', 200, '{"id": "cs_test_1"}', now());
    insert into organizations (id, name, type, country_id, timezone, currency, created_at, updated_at)
      values ('00000000-0000-7000-8000-000000000001', 'Club', 'club', 250, 'Europe/Paris', 'EUR', now(), now());
    insert into payment_accounts (organization_id, provider_id, created_at, updated_at)
      values ('00000000-0000-7000-8000-000000000001', 'acct_1', now(), now());
    insert into provider_marks values ('acct_1', now());
    insert into provider_events (id, account, type, object, received_at) values
      ('evt_1', 'acct_1', 'checkout.session.completed',
        '{"id": "cs_test_1", "payment_intent": "pi_1", "metadata": {"organizationId": "o", "paymentId": "p"}}', now()),
      ('evt_2', null, 'charge.dispute.created', '{"id": "dp_1", "payment_intent": "pi_1", "metadata": {}}', now()),
      ('evt_3', null, 'refund.updated', '{"id": "re_1", "payment_intent": "pi_1"}', now()),
      ('evt_4', null, 'charge.refunded', '{"id": "ch_1", "payment_intent": "pi_1", "metadata": null}', now()),
      ('evt_5', 'acct_1', 'account.application.deauthorized', '{"id": "ca_1"}', now()),
      ('evt_6', null, 'payment_intent.succeeded', '{"id": "pi_1"}', now());
  `);
});
afterEach(async () => {
  await database.drop();
  rmSync(before, { recursive: true });
});

const objects = async () => (await database.pool.query("select id, data from stripe_emulator.objects")).rows;
const tables = async () =>
  (await database.pool.query("select to_regclass('sandbox_objects') as one, to_regclass('sandbox_answers') as two"))
    .rows;

test("started as a demo, what the emulator knew moves into its own tables", async () => {
  await migrateEmulator(database.url);
  await migrate(database.url);
  expect(await objects()).toEqual([{ id: "cs_test_1", data: { id: "cs_test_1" } }]);
  expect((await database.pool.query("select key from stripe_emulator.answers")).rows).toEqual([{ key: "key" }]);
  expect(await tables()).toEqual([{ one: null, two: null }]);
  // A second run changes nothing.
  expect([await migrateEmulator(database.url), await migrate(database.url)]).toEqual([[], []]);
  expect(await objects()).toHaveLength(1);
});

test("migrated without the demo first, it starts as a demo all the same", async () => {
  await migrate(database.url);
  expect(await tables()).toEqual([{ one: null, two: null }]);
  await migrateEmulator(database.url);
  expect(await objects()).toEqual([]);
});

test("any number of instances may begin at once", async () => {
  await Promise.all(Array.from({ length: 5 }, () => migrateEmulator(database.url).then(() => migrate(database.url))));
  expect(await objects()).toHaveLength(1);
});

test("what was kept of the provider stays: accounts, marks, and events that wait in our own words", async () => {
  await migrate(database.url);
  const { rows: accounts } = await database.pool.query("select provider, account_id from payment_accounts");
  expect(accounts).toEqual([{ provider: "stripe", account_id: "acct_1" }]);
  const { rows: marks } = await database.pool.query("select provider, account from provider_marks");
  expect(marks).toEqual([{ provider: "stripe", account: "acct_1" }]);
  const { rows: events } = await database.pool.query("select id, subject from provider_events order by id");
  expect(events.map(({ subject }) => subject as unknown)).toEqual([
    { kind: "payment", id: "cs_test_1", sessionId: "cs_test_1", intentId: "pi_1", organizationId: "o", paymentId: "p" },
    { kind: "dispute", id: "dp_1", intentId: "pi_1" },
    { kind: "refund", id: "re_1", intentId: "pi_1" },
    { kind: "refunds", id: "ch_1", intentId: "pi_1" },
    { kind: "account", id: "acct_1", isDisconnected: true },
    { kind: "payment", id: "pi_1", intentId: "pi_1" },
  ]);
});

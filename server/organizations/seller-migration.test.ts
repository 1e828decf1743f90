/** Organizations from before the seller was asked for: who has sold goes on for a month, and who has said nothing is asked. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUnmigratedDatabase, type UnmigratedDatabase } from "#tests/support/unmigrated-database.ts";

let before: UnmigratedDatabase;
beforeAll(async () => {
  before = await createUnmigratedDatabase("0038");
  const id = (position: number) => `00000000-0000-7000-8000-00000000000${position}`;
  const insert = (name: string, position: number, columns: Record<string, unknown> = {}) =>
    before.insert("organizations", {
      id: id(position),
      name,
      type: "club",
      country_id: 250,
      timezone: "Europe/Paris",
      currency: "EUR",
      created_at: new Date(),
      updated_at: new Date(),
      ...columns,
    });
  await insert("New", 1);
  await insert("American", 2, { country_id: 840, vat_profile: "exempt", vat_rate: 0 });
  await insert("Chosen", 3, { vat_profile: "franchise" });
  await insert("Known", 4, { vat_number: "FR44732829320" });
  await insert("Seller", 5);
  await insert("Chicago", 9, { country_id: 840, vat_profile: "exempt", postal_code: "IL 60610" });
  // The migration only asks whether there is one.
  await before.database.pool.query(`
    set session_replication_role = replica;
    insert into invoices (organization_id, id, kind, number, payment_id, event_id, issued_on, supplied_on, language,
      currency, total_amount, tax_amount, buyer_name, content, created_at)
    values ('${id(5)}', '${id(6)}', 'invoice', 'FA-2026-000001', '${id(7)}', '${id(8)}', '2026-06-01', '2026-06-01', 'fr',
      'EUR', 1800, 300, 'Zoé', '{}', now());
    set session_replication_role = origin`);
  await before.migrateOn();
});
afterAll(() => before.drop());

test("only who has neither sold nor said anything of itself has VAT unset", async () => {
  const { rows } = await before.database.pool.query("select name, vat_profile from organizations order by id");
  expect(rows).toEqual([
    { name: "New", vat_profile: "unset" },
    { name: "American", vat_profile: "unset" },
    { name: "Chosen", vat_profile: "franchise" },
    { name: "Known", vat_profile: "standard" },
    { name: "Seller", vat_profile: "standard" },
    { name: "Chicago", vat_profile: "exempt" },
  ]);
});

test("a state before a ZIP code gets its place", async () => {
  const { rows } = await before.database.pool.query(
    "select region, postal_code from organizations where name = 'Chicago'",
  );
  expect(rows).toEqual([{ region: "IL", postal_code: "60610" }]);
});

test("an organization with issued invoices keeps selling under the same name, and has thirty days to complete its seller", async () => {
  const { rows } = await before.database.pool.query(`
    select name, legal_name, seller_due_at::date - now()::date as days
    from organizations where seller_due_at is not null`);
  expect(rows).toEqual([{ name: "Seller", legal_name: "Seller", days: 30 }]);
});

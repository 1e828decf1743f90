/** Tables by organization: what a database that is distributed keeps together on one machine. */
import type pg from "pg";

type Queryable = Pick<pg.Client, "query">;

/** The tenants themselves, by `id`. */
export const TENANTS = "organizations";

/** Tables that name an organization and are looked up by something else, so that they stay on one server. */
export const tablesOfNoTenant: Record<string, string> = {
  access_links: "whoever has the secret of a link does not know the organization",
  calendars: "programs know the secret of a calendar, not its organization",
  changes: "their order rests on transaction numbers, which mean something on one server only",
  data_exports: "a person's copy is of no organization, and a worker looks all of them up by time",
  join_codes: "whoever types the code of a join link does not know the organization",
  notifications: "a person reads those of all their organizations",
  provider_accounts: "a payment provider names its account, not the organization",
  sms_messages: "a worker looks all of them up by time",
  sign_on_domains: "whoever signs in has an address, of which an organization is found",
  sign_on_providers: "whoever signs in is in no organization yet",
  single_sign_on_requests: "whoever signs in is in no organization yet",
  slugs: "a visitor knows the address of an organization's page, not the organization",
  second_factor_removals: "how somebody signs in is theirs, whichever organization asks to change it",
  second_factor_tickets: "how somebody signs in is theirs, whichever organization they join by it",
  provider_differences: "what a payment provider reports may belong to no organization",
};

/** @returns tenant tables with the column that says whose a row is, by name */
export async function listTenantTables(client: Queryable): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('id', 'organization_id') and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by c.relname collate "C"`,
  );
  return rows.filter(
    ({ table, column }) => column === (table === TENANTS ? "id" : "organization_id") && !(table in tablesOfNoTenant),
  );
}

/** Customers that the rows of one part may mean, those of earlier rows of it included. */
import { sql, type Selectable, type SqlBool } from "kysely";
import type { CustomerDraft } from "#contract/customers.ts";
import { pickSamePerson } from "#server/customers/booking-customer.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { CustomersTable } from "#server/kit/db/tables.ts";

type Row = Selectable<CustomersTable>;
export type KnownCustomer = Partial<Row> & Pick<Row, "id" | "kind" | "phone" | "email" | "external_id" | "user_id">;

export type NewCustomer = Partial<KnownCustomer> & Pick<KnownCustomer, "id" | "kind">;

export const nameOfCustomer = ({ kind, firstName, lastName, legalName }: CustomerDraft) =>
  kind === "company" ? (legalName ?? "") : [firstName, lastName].filter(Boolean).join(" ");

export const nameOfRow = ({ kind, first_name, last_name, legal_name }: KnownCustomer) =>
  kind === "company" ? (legal_name ?? "") : [first_name, last_name].filter(Boolean).join(" ");

/** Folded by the database, which compares names with the same function. */
async function foldNames(db: Database, names: readonly string[]): Promise<[string, string][]> {
  const { rows } = await sql<{ name: string; folded: string }>`
    select name, fold(name) as folded from unnest(${names}::text[]) as given (name)`.execute(db);
  return rows.map(({ name, folded }) => [name, folded]);
}

/** `union` instead of `or`, so that each search uses its index. */
const listKnown = (
  db: Database,
  organizationId: string,
  { names, numbers, isLocked }: Record<"names" | "numbers", string[]> & { isLocked: boolean },
) =>
  db
    .selectFrom("customers")
    .selectAll()
    .select(sql<string>`fold(name)`.as("folded_name"))
    .where("organization_id", "=", organizationId)
    .where("merged_into_id", "is", null)
    .where("archived_at", "is", null)
    .where(
      sql<SqlBool>`id = any(array(
        select id from customers where organization_id = ${organizationId} and fold(name) = any(${names}::text[])
        union
        select id from customers where organization_id = ${organizationId} and external_id = any(${numbers}::text[])
      ))`,
    )
    .orderBy("created_at")
    .orderBy("id")
    .$if(isLocked, (found) => found.forNoKeyUpdate())
    .execute();

export class KnownCustomers {
  private readonly db: Database;
  private readonly foldedNames: Map<string, string>;
  private readonly byName = new Map<string, KnownCustomer[]>();
  private readonly byNumber = new Map<string, KnownCustomer>();

  private constructor(db: Database, foldedNames: Map<string, string>) {
    this.db = db;
    this.foldedNames = foldedNames;
  }

  static async load(
    db: Database,
    organizationId: string,
    drafts: readonly CustomerDraft[],
    { isLocked = false } = {},
  ): Promise<KnownCustomers> {
    const known = new KnownCustomers(db, new Map(await foldNames(db, [...new Set(drafts.map(nameOfCustomer))])));
    const names = [...new Set(known.foldedNames.values())];
    const numbers = [...new Set(drafts.flatMap(({ externalId }) => externalId ?? []))];
    for (const { folded_name, ...row } of await listKnown(db, organizationId, { names, numbers, isLocked }))
      known.index(row, folded_name);
    return known;
  }

  /** The customer with the same number; else the same person, who has no other number. */
  find(draft: CustomerDraft): KnownCustomer | undefined {
    const own = draft.externalId ? this.byNumber.get(draft.externalId) : undefined;
    if (own) return own;
    const namesakes = this.byName.get(this.foldedNames.get(nameOfCustomer(draft)) ?? "") ?? [];
    return pickSamePerson(draft.externalId ? namesakes.filter((row) => row.external_id === null) : namesakes, draft);
  }

  async add(row: NewCustomer): Promise<KnownCustomer> {
    const customer = { phone: null, email: null, external_id: null, user_id: null, ...row };
    this.index(customer, await this.foldedNameOf(customer));
    return customer;
  }

  async change(customer: KnownCustomer, changes: Partial<KnownCustomer>): Promise<void> {
    const former = this.byName.get(await this.foldedNameOf(customer));
    former?.splice(former.indexOf(customer), 1);
    Object.assign(customer, changes);
    this.index(customer, await this.foldedNameOf(customer));
  }

  private index(customer: KnownCustomer, foldedName: string): void {
    const number = customer.external_id;
    if (number !== null && !this.byNumber.has(number)) this.byNumber.set(number, customer);
    this.byName.set(foldedName, [...(this.byName.get(foldedName) ?? []), customer]);
  }

  private async foldedNameOf(customer: KnownCustomer): Promise<string> {
    const name = nameOfRow(customer);
    const known = this.foldedNames.get(name);
    if (known !== undefined) return known;
    const [[, folded] = [name, name]] = await foldNames(this.db, [name]);
    this.foldedNames.set(name, folded);
    return folded;
  }
}

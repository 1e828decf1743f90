/** Decides what becomes of a customer of a file: new, known with something new, or known as it is. */
import type { CustomerDraft } from "#contract/customers.ts";
import { type KnownCustomer, type KnownCustomers, type NewCustomer } from "#server/imports/known-customers.ts";
import { toCustomerRow } from "./rows.ts";

/** Writes customers; a dry run only pretends to. */
export interface CustomerWriter {
  /** @returns the id */
  add(row: ReturnType<typeof toCustomerRow>): Promise<NewCustomer["id"]>;
  change(customer: KnownCustomer, changes: Partial<KnownCustomer>): Promise<void>;
}

/** Name and contact of an account are its owner's to change. */
const columnsOfAccount = new Set(["kind", "first_name", "last_name", "legal_name", "email", "phone"]);

/** A row does not say of which kind its customer is: a known one keeps theirs, and has the names of that kind alone. */
const columnsOfOtherKind: Record<string, ReadonlySet<string>> = {
  person: new Set(["kind", "legal_name"]),
  company: new Set(["kind", "first_name", "last_name"]),
};

function changesOf(known: KnownCustomer, row: object): Partial<KnownCustomer> {
  const isLeft = (column: string) =>
    columnsOfOtherKind[known.kind]?.has(column) === true || (known.user_id !== null && columnsOfAccount.has(column));
  return Object.fromEntries(
    Object.entries(row).filter(
      ([column, value]) =>
        value !== null && value !== undefined && value !== known[column as keyof KnownCustomer] && !isLeft(column),
    ),
  );
}

export async function applyCustomer(
  writer: CustomerWriter,
  known: KnownCustomers,
  draft: CustomerDraft,
): Promise<"created" | "updated" | "unchanged"> {
  const customer = known.find(draft);
  const row = toCustomerRow(draft);
  if (!customer) {
    await known.add({ ...row, id: await writer.add(row) });
    return "created";
  }
  const changes = changesOf(customer, row);
  if (Object.keys(changes).length === 0) return "unchanged";
  await writer.change(customer, changes);
  await known.change(customer, changes);
  return "updated";
}

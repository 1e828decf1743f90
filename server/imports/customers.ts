/** Imports customers from rows of a CSV file, which the caller has mapped: each row is created, updated, left as it is, or refused. */
import { CustomerDraft } from "#contract/customers.ts";
import type { Returns } from "#contract/kit.ts";
import type { CustomerImportTarget, CustomerRow, imports } from "#contract/imports.ts";
import { insertNewCustomer, splitName } from "#server/customers/booking-customer.ts";
import { customerColumnMap } from "#server/customers/column-map.ts";
import { updateCustomer } from "#server/customers/queries.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { parseInput } from "#server/kit/http/parse-input.ts";
import { HttpError, invalidFields, message, renderMessage } from "#server/kit/http/http-error.ts";
import { type Call, withoutTransaction, type RawCall } from "#server/kit/http/serve-module.ts";
import { limitParsing } from "./drafts.ts";
import { type KnownCustomer, KnownCustomers, nameOfCustomer } from "./known-customers.ts";
import { readTable } from "./read-csv.ts";
import { receiveFile } from "./upload.ts";

/** Without a transaction, because a slow upload must not hold a database connection. */
export const readCustomerTable = withoutTransaction(
  async ({ request }: RawCall<typeof imports.readCustomers>): Promise<Returns<typeof imports.readCustomers>> => {
    const { content } = await receiveFile(request);
    const { encoding, headers, rows } = await limitParsing(() => readTable(content));
    return { encoding, headers, rows };
  },
);

type ImportCall = Call<typeof imports.customers>;
type Values = Partial<Record<CustomerImportTarget, string>>;

/** `31/12/2001` and `31.12.2001`, day first; other texts stay as they are, and are refused as dates. */
const toIsoDate = (text: string): string =>
  text.replace(/^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/u, (_, day: string, month: string, year: string) =>
    [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-"),
  );

/** A row with a company's name and no person's is a company. */
export function toCustomerDraft({ fullName, ...values }: Values): CustomerDraft {
  const whole = fullName && !values.firstName && !values.lastName ? splitName(fullName) : undefined;
  const person = whole && { firstName: whole.first_name, lastName: whole.last_name };
  const isCompany = Boolean(values.legalName) && !values.firstName && !values.lastName && !person;
  const { birthDate } = values;
  const draft = {
    ...values,
    ...person,
    ...(birthDate && { birthDate: toIsoDate(birthDate) }),
    kind: isCompany ? "company" : "person",
  };
  const parsed = parseInput(CustomerDraft, draft) as CustomerDraft;
  if (nameOfCustomer(parsed) === "") throw invalidFields({ fullName: [message("customers.nameRequired")] });
  return parsed;
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

export function toCustomerRow({ guardianId: _guardian, roleIds: _roles, ...given }: CustomerDraft) {
  return customerColumnMap.toRow(given);
}

async function importRow(
  call: ImportCall,
  known: KnownCustomers,
  draft: CustomerDraft,
): Promise<"created" | "updated" | "unchanged"> {
  const { db, organizationId, now } = call;
  const customer = known.find(draft);
  const row = toCustomerRow(draft);
  if (!customer) {
    await known.add({ ...row, id: await insertNewCustomer(call, row) });
    return "created";
  }
  const changed = changesOf(customer, row);
  if (Object.keys(changed).length === 0) return "unchanged";
  await updateCustomer(db, organizationId, customer.id, { ...changed, updated_at: now });
  await publish(call, "customers.changed", { customerId: customer.id });
  await known.change(customer, changed);
  return "updated";
}

const valuesOf = ({ cells }: CustomerRow): Values =>
  Object.fromEntries(cells.map(({ target, value }) => [target, value.trim()]).filter(([, value]) => value !== ""));

type Report = Returns<typeof imports.customers>;

function toProblems({ t }: ImportCall, row: CustomerRow, error: unknown): Report["errors"] {
  if (!(error instanceof HttpError)) throw error;
  const fields = Object.entries(error.errors ?? { "": [message("kit.malformed")] });
  const values = valuesOf(row);
  return fields.map(([column, [first]]) => ({
    line: row.line,
    column: column || null,
    value: values[column as CustomerImportTarget] ?? null,
    message: first ? renderMessage(t, first) : error.message,
  }));
}

/** Rows that are refused are left out, and said with their reasons; all others are written together. */
export async function importCustomers(call: ImportCall): Promise<Report> {
  const report: Report = { created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] };
  const drafts: CustomerDraft[] = [];
  for (const row of call.body.rows) {
    try {
      drafts.push(toCustomerDraft(valuesOf(row)));
    } catch (error) {
      report.errors.push(...toProblems(call, row, error));
      report.failed += 1;
    }
  }
  const known = await KnownCustomers.load(call.db, call.organizationId, drafts);
  for (const draft of drafts) report[await importRow(call, known, draft)] += 1;
  const { created, updated, failed } = report;
  call.record({ after: { created, updated, failed }, skipsEntry: created + updated === 0 });
  return report;
}

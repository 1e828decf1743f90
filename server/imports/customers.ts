/** Imports customers from rows of a CSV file, which the caller has mapped: each row is created, updated, left as it is, or refused. */
import { sql } from "kysely";
import { CustomerDraft } from "#contract/customers.ts";
import type { Returns } from "#contract/kit.ts";
import type { CustomerImportTarget, CustomerRow, imports } from "#contract/imports.ts";
import { insertNewCustomer, splitName } from "#server/customers/booking-customer.ts";
import { customerColumnMap } from "#server/customers/column-map.ts";
import { updateCustomer } from "#server/customers/queries.ts";
import { parseInput } from "#server/kit/http/parse-input.ts";
import { HttpError, message, renderMessage } from "#server/kit/http/http-error.ts";
import { type Call, withoutTransaction, type RawCall } from "#server/kit/http/serve-module.ts";
import { limitParsing } from "./drafts.ts";
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
function toDraft({ fullName, ...values }: Values): CustomerDraft {
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
  return parseInput(CustomerDraft, draft) as CustomerDraft;
}

const nameOf = ({ kind, firstName, lastName, legalName }: CustomerDraft) =>
  kind === "company" ? (legalName ?? "") : [firstName, lastName].filter(Boolean).join(" ");

/** The customer with the same number; else with the same name and the same email, telephone number, or no contact at all. */
async function findKnown({ db, organizationId }: ImportCall, draft: CustomerDraft) {
  const { externalId, email, phone } = draft;
  const digits = phone?.replace(/\D/gu, "") ?? "";
  const rows = await db
    .selectFrom("customers")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("merged_into_id", "is", null)
    .where("archived_at", "is", null)
    .where((row) =>
      row.or([
        sql<boolean>`fold(name) = fold(${nameOf(draft)})`,
        ...(externalId ? [row("external_id", "=", externalId)] : []),
      ]),
    )
    .orderBy("created_at")
    .execute();
  const others = externalId ? rows.filter(({ external_id }) => external_id === null) : rows;
  return (
    rows.find(({ external_id }) => externalId && external_id === externalId) ??
    others.find((row) => email && row.email === email) ??
    others.find((row) => digits !== "" && row.phone?.replace(/\D/gu, "") === digits) ??
    others.find((row) => !email && digits === "" && row.email === null && row.phone === null)
  );
}

/** Name and contact of an account are its owner's to change. */
const columnsOfAccount = new Set(["kind", "first_name", "last_name", "legal_name", "email", "phone"]);

async function importRow(call: ImportCall, draft: CustomerDraft): Promise<"created" | "updated" | "unchanged"> {
  const { db, organizationId, now } = call;
  const known = await findKnown(call, draft);
  const { guardianId: _guardian, roleIds: _roles, ...given } = draft;
  const row = customerColumnMap.toRow(given);
  if (!known) {
    await insertNewCustomer(call, row);
    return "created";
  }
  const changed = Object.fromEntries(
    Object.entries(row).filter(
      ([column, value]) =>
        value !== null &&
        value !== undefined &&
        value !== known[column as keyof typeof known] &&
        !(known.user_id && columnsOfAccount.has(column)),
    ),
  );
  if (Object.keys(changed).length === 0) return "unchanged";
  await updateCustomer(db, organizationId, known.id, { ...changed, updated_at: now });
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
  for (const row of call.body.rows) {
    try {
      const draft = toDraft(valuesOf(row));
      if (nameOf(draft) === "")
        throw new HttpError(422, message("kit.required"), {
          errors: { fullName: [message("customers.nameRequired")] },
        });
      report[await importRow(call, draft)] += 1;
    } catch (error) {
      report.errors.push(...toProblems(call, row, error));
      report.failed += 1;
    }
  }
  const { created, updated, failed } = report;
  call.record({ after: { created, updated, failed }, skipsEntry: created + updated === 0 });
  return report;
}

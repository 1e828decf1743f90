/** The former way to import customers: rows of a file that the caller has read and mapped, part by part. */
import type { CustomerDraft } from "#contract/customers.ts";
import type { CustomerImportTarget, CustomerRow, CustomersImport, imports } from "#contract/imports.ts";
import type { Returns } from "#contract/kit.ts";
import { limitParsing } from "#server/imports/drafts.ts";
import { KnownCustomers } from "#server/imports/known-customers.ts";
import { readTable } from "#server/imports/read-csv.ts";
import { receiveFile } from "#server/imports/upload.ts";
import { HttpError, message, renderMessage } from "#server/kit/http/http-error.ts";
import { type Call, withoutTransaction, type RawCall } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { applyCustomer } from "./apply.ts";
import { createCustomerWriter } from "./kind.ts";
import { type CustomerValues, toCustomerDraft } from "./rows.ts";

/** Without a transaction, because a slow upload must not hold a database connection. */
export const readCustomerTable = withoutTransaction(
  async ({
    request,
  }: RawCall<typeof imports.readCustomerTable>): Promise<Returns<typeof imports.readCustomerTable>> => {
    const { content } = await receiveFile(request);
    const { encoding, headers, rows } = await limitParsing(() => readTable(content));
    return { encoding, headers, rows };
  },
);

type ImportCall = Call<typeof imports.customers>;

const valuesOf = ({ cells }: CustomerRow): CustomerValues =>
  Object.fromEntries(cells.map(({ target, value }) => [target, value.trim()]).filter(([, value]) => value !== ""));

function toProblems({ t }: ImportCall, row: CustomerRow, error: unknown): CustomersImport["errors"] {
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
export async function importCustomers(call: ImportCall): Promise<CustomersImport> {
  const report: CustomersImport = { created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] };
  const drafts: CustomerDraft[] = [];
  const { countryId } = await findSettings(call);
  const reading = { dateOrder: "day_first", today: localDateOf("UTC", call.now), countryId } as const;
  for (const row of call.body.rows) {
    try {
      drafts.push(toCustomerDraft(valuesOf(row), reading));
    } catch (error) {
      report.errors.push(...toProblems(call, row, error));
      report.failed += 1;
    }
  }
  const known = await KnownCustomers.load(call.db, call.organizationId, drafts);
  const writer = createCustomerWriter(call, []);
  for (const draft of drafts) report[await applyCustomer(writer, known, draft)] += 1;
  const { created, updated, failed } = report;
  call.record({ after: { created, updated, failed }, skipsEntry: created + updated === 0 });
  return report;
}

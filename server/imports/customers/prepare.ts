/** Steps before customers are imported: upload, another encoding, dry run with a mapping, start. */
import type { CustomerImport, CustomerImportReport, FileEncoding, imports } from "#contract/imports.ts";
import { customerHeaders, guessByHeaders } from "#contract/imports-headers-rules.ts";
import type { Body } from "#contract/kit.ts";
import { findDraftContent, findDraftImport, limitParsing } from "#server/imports/drafts.ts";
import { findMappingErrors, queueImport } from "#server/imports/prepare.ts";
import {
  deleteSurplusDrafts,
  headersOf,
  type ImportColumn,
  type ImportRecord,
  insertImport,
  updateImport,
} from "#server/imports/queries.ts";
import { readTable } from "#server/imports/read-csv.ts";
import { guessDateOrder } from "#server/imports/time-values.ts";
import { cleanFileName, describeColumns, receiveFile, rethrowOnEncoding } from "#server/imports/upload.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { type Call, type RawCall, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { type CustomerOptions, dryRunCustomers, optionsOf, readCustomerRows } from "./kind.ts";
import type { CustomerMapping } from "./rows.ts";
import { serializeCustomerImport, serializeCustomerReport } from "./serialize.ts";

async function describeFile(content: Buffer, encoding?: FileEncoding) {
  const table = await readTable(content, encoding);
  const mapping = guessByHeaders(table.headers, customerHeaders);
  const birthDates = mapping.flatMap((target, at) => (target === "birthDate" ? [at] : []));
  const options: CustomerOptions = { dateOrder: guessDateOrder(table.rows, birthDates) };
  return { encoding: table.encoding, columns: describeColumns(table), rows: table.rows.length, mapping, options };
}

/** Without a transaction, because a slow upload must not hold a database connection. */
export const uploadCustomers = withoutTransaction(
  async (call: RawCall<typeof imports.uploadCustomers>): Promise<CustomerImport> => {
    const { db, organizationId, user, now, request } = call;
    const { name, content } = await receiveFile(request);
    const described = await limitParsing(() => describeFile(content));
    const id = uuidv7(now);
    await insertImport(db, {
      ...{ organization_id: organizationId, id, kind: "customers", file_name: cleanFileName(name), content },
      ...{ ...described, created_by: user.id, created_at: now, updated_at: now },
    });
    await deleteSurplusDrafts(db, organizationId, id);
    return serializeCustomerImport(call, id);
  },
);

/** Without a transaction, because a large file takes long. */
export const readCustomersAgain = withoutTransaction(
  async (call: Call<typeof imports.readCustomersAgain>): Promise<CustomerImport> => {
    const { db, organizationId, params, body, now } = call;
    const { customerImportId: importId } = params;
    const content = await findDraftContent(db, organizationId, importId, "customers");
    const described = await rethrowOnEncoding(() => limitParsing(() => describeFile(content, body.encoding)));
    await db.transaction().execute(async (trx) => {
      await findDraftImport(trx, organizationId, importId, "customers");
      await updateImport(trx, organizationId, importId, { ...described, updated_at: now });
    });
    return serializeCustomerImport(call, importId);
  },
);

interface CustomerSettings {
  mapping: CustomerMapping;
  options: CustomerOptions;
}

/** @throws HttpError 422 for a wrong mapping */
function checkSettings(
  row: ImportRecord,
  { mapping, dateOrder }: Body<typeof imports.checkCustomers>,
): CustomerSettings {
  const wrong = [
    ...findMappingErrors(row.columns as ImportColumn[], mapping),
    ...(mapping.some((target) => target?.endsWith("Name")) ? [] : [message("imports.nameMissing")]),
  ];
  if (wrong.length > 0) throw invalidFields({ mapping: wrong });
  const kept = optionsOf(row);
  return { mapping, options: { ...kept, dateOrder: dateOrder ?? kept.dateOrder } };
}

/** Without a transaction, because a large file takes long. */
export const checkCustomers = withoutTransaction(
  async (call: Call<typeof imports.checkCustomers>): Promise<CustomerImportReport> => {
    const { db, organizationId, params, body, now, t } = call;
    const { customerImportId: importId } = params;
    const row = await db.transaction().execute(async (trx) => {
      const found = await findDraftImport(trx, organizationId, importId, "customers");
      const settings = checkSettings(found, body);
      await updateImport(trx, organizationId, importId, { ...settings, updated_at: now });
      return { ...found, ...settings };
    });
    const content = await findDraftContent(db, organizationId, importId, "customers");
    const report = await limitParsing(async () =>
      dryRunCustomers(db, await readCustomerRows(content, row), { organizationId, now }),
    );
    return serializeCustomerReport(report, headersOf(row, t), t);
  },
);

export async function startCustomers(call: Call<typeof imports.startCustomers>): Promise<CustomerImport> {
  const { db, appContext, organizationId, params, body, user, now } = call;
  const { customerImportId: importId } = params;
  const draft = await findDraftImport(db, organizationId, importId, "customers");
  await queueImport(db, organizationId, importId, { ...checkSettings(draft, body), userId: user.id, now });
  await appContext.jobs.send(db, "imports.run", { organizationId, importId });
  call.record({ after: { name: draft.file_name, rows: draft.rows } });
  return serializeCustomerImport(call, importId);
}

/** Downloads the invoices of a month as ZIP, with a CSV of what they say. */
import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { invoices, InvoiceListItem } from "#contract/invoices.ts";
import type { ColumnContext } from "#server/kit/documents/csv-cells.ts";
import { byteOrderMark, formatCsv, contentDisposition } from "#server/kit/documents/csv.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { invoiceColumns } from "./export-columns.ts";
import { findOrRenderPdf } from "./stored-files.ts";
import { listInvoicesBetween } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** All of a month, as a file. */
    "invoices.downloaded": { month: string };
  }
}

/** Removes characters that some file systems refuse. */
export const folderName = ({ id, name }: InvoiceListItem["organization"]) =>
  `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, " ").replace(/^[. ]+|[. ]+$/g, "")} ${id.slice(-6)}/`;

function createInvoiceZip(appContext: AppContext, rows: InvoiceListItem[], isEverywhere: boolean): ZipFile {
  const zip = new ZipFile();
  for (const row of rows) {
    const name = `${isEverywhere ? folderName(row.organization) : ""}${row.name}.pdf`;
    // PDFs are packed already. Each file is loaded only when the reader has the former ones.
    zip.addReadStreamLazy(name, { compress: false, mtime: new Date(row.created_at) }, (done) => {
      findOrRenderPdf(appContext, row.organizationId, row.id).then(
        (bytes) => done(null, Readable.from([bytes])),
        (error: unknown) => done(error, Readable.from([])),
      );
    });
  }
  return zip;
}

export async function downloadMonth(call: RawCall<typeof invoices.month>): Promise<void> {
  const { db, appContext, organizationId, params, language, t, now, access, reply, request } = call;
  const first = Temporal.PlainYearMonth.from(params.month).toPlainDate({ day: 1 });
  const last = first.add({ months: 1 }).subtract({ days: 1 });
  const isEverywhere = organizationId === ALL_ORGANIZATIONS;
  const title = `${t("invoices.title")} ${params.month}`;
  reply.type("application/zip").header("content-disposition", contentDisposition(`${title}.zip`));
  if (request.method === "HEAD") return void (await reply.send(""));
  if (!isEverywhere)
    await appContext.db
      .transaction()
      .execute((inner) => publish({ db: inner, appContext, now, organizationId }, "invoices.downloaded", params));
  const rows = await listInvoicesBetween(db, organizationId, first.toString(), last.toString());
  const reader: ColumnContext = { t, language, timezone: "UTC", isPlatformScope: isEverywhere, isTeam: access.isTeam };
  const columns = invoiceColumns.filter((column) => column.isVisible?.(reader) ?? true);
  const cells = [
    columns.map((column) => column.header(reader)),
    ...rows.map((row) => columns.map((column) => column.cell(row, reader))),
  ];
  const zip = createInvoiceZip(appContext, rows, isEverywhere);
  zip.addBuffer(Buffer.from(byteOrderMark + formatCsv(cells, language)), `${title}.csv`, { mtime: now });
  zip.end();
  const stream = new PassThrough();
  // An error aborts the download, so that nobody takes a part for the whole.
  zip.on("error", (error: Error) => stream.destroy(error));
  zip.outputStream.pipe(stream);
  await reply.send(stream);
}

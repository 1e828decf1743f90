/** Invoices as files: one as its PDF, and a month of them for the accountant. */
import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { invoices, ListedInvoice } from "#contract/invoices.ts";
import type { Reader } from "#server/kit/cells.ts";
import { byteOrderMark, csvText, dispositionOf } from "#server/kit/csv.ts";
import { everyOrganization } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";
import { notFound } from "#server/kit/problem.ts";
import type { RawCall } from "#server/kit/serve.ts";
import { findStanding } from "#server/members/standing.ts";
import { invoiceColumns } from "./columns.ts";
import { fileOf } from "./jobs.ts";
import { findInvoice, listInvoicesBetween } from "./queries.ts";

/**
 * For the team with `invoices.show`, and for whom it was issued to, member or not any more.
 * @throws Problem 404 for everybody else
 */
export async function download(call: RawCall<typeof invoices.read>): Promise<void> {
  const { db, house, params, user, reply } = call;
  const { organizationId, invoiceId } = params;
  const invoice = await findInvoice(db, organizationId, invoiceId);
  const isBuyers = invoice.user_id === user.id && organizationId !== everyOrganization;
  const standing = isBuyers ? undefined : await findStanding(house, user, organizationId);
  if (!isBuyers && !standing?.permissions.has("invoices.show")) throw notFound();
  const bytes = await fileOf(house, invoice.organization_id, invoiceId);
  await reply
    .type("application/pdf")
    .header("content-disposition", dispositionOf(`${invoice.number}.pdf`))
    .send(bytes);
}

/** Names of folders, as every system takes them. */
const folderOf = ({ organization: { id, name } }: ListedInvoice) =>
  `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, " ").replace(/^[. ]+|[. ]+$/g, "")} ${id.slice(-6)}/`;

function zipOf(house: House, rows: ListedInvoice[], isEverywhere: boolean): ZipFile {
  const zip = new ZipFile();
  for (const row of rows) {
    const name = `${isEverywhere ? folderOf(row) : ""}${row.name}.pdf`;
    // They are packed already. Each is fetched when those before it are with the reader.
    zip.addReadStreamLazy(name, { compress: false, mtime: new Date(row.created_at) }, (done) => {
      fileOf(house, row.organizationId, row.id).then(
        (bytes) => done(null, Readable.from([bytes])),
        (error: unknown) => done(error, Readable.from([])),
      );
    });
  }
  return zip;
}

export async function month(call: RawCall<typeof invoices.month>): Promise<void> {
  const { db, house, organizationId, params, language, t, now, standing, reply, request } = call;
  const first = Temporal.PlainYearMonth.from(params.month).toPlainDate({ day: 1 });
  const last = first.add({ months: 1 }).subtract({ days: 1 });
  const isEverywhere = organizationId === everyOrganization;
  const title = `${t("invoices.title")} ${params.month}`;
  reply.type("application/zip").header("content-disposition", dispositionOf(`${title}.zip`));
  // Nobody reads what a HEAD would be answered with.
  if (request.method === "HEAD") return void (await reply.send(""));
  const rows = await listInvoicesBetween(db, organizationId, first.toString(), last.toString());
  const reader: Reader = { t, language, timezone: "UTC", isEverywhere, isTeam: standing.isTeam };
  const columns = invoiceColumns.filter((column) => column.shows?.(reader) ?? true);
  const cells = [
    columns.map((column) => column.head(reader)),
    ...rows.map((row) => columns.map((column) => column.cell(row, reader))),
  ];
  const zip = zipOf(house, rows, isEverywhere);
  zip.addBuffer(Buffer.from(byteOrderMark + csvText(cells, language)), `${title}.csv`, { mtime: now });
  zip.end();
  const stream = new PassThrough();
  // What goes wrong in the middle breaks the download off: nobody takes a part for the whole.
  zip.on("error", (error: Error) => stream.destroy(error));
  zip.outputStream.pipe(stream);
  await reply.send(stream);
}

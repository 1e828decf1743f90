/** Stores the PDF of an invoice once, and serves that same file ever after. */
import { createHash } from "node:crypto";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Language } from "#messages/translator.ts";
import type { InvoiceContent } from "./content.ts";
import type { PrintableInvoice } from "./pdf-page.ts";

export async function findPrintableInvoice(
  db: Database,
  organizationId: string,
  id: string,
): Promise<PrintableInvoice> {
  const row = await db
    .selectFrom("invoices")
    .select(["number", "kind", "issued_on", "supplied_on", "language", "currency", "created_at", "content"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  return {
    number: row.number,
    kind: row.kind as PrintableInvoice["kind"],
    issuedOn: row.issued_on,
    suppliedOn: row.supplied_on,
    language: row.language as Language,
    currency: row.currency,
    createdAt: row.created_at,
    content: row.content as InvoiceContent,
  };
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

async function findFile(db: Database, organizationId: string, invoiceId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("invoice_files")
    .select(["content", "sha256"])
    .where("organization_id", "=", organizationId)
    .where("invoice_id", "=", invoiceId)
    .executeTakeFirst();
  if (row && !sha256(row.content).equals(row.sha256)) throw new Error(`The file of invoice ${invoiceId} is damaged`);
  return row?.content;
}

/** @returns whether it was the first one */
async function insertFile(
  db: Database,
  organizationId: string,
  invoiceId: string,
  content: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await db
    .insertInto("invoice_files")
    .values({
      organization_id: organizationId,
      invoice_id: invoiceId,
      content,
      sha256: sha256(content),
      created_at: now,
    })
    .onConflict((there) => there.doNothing())
    .returning("invoice_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Renderings in progress by invoice id: concurrent requests wait for the same one. */
const printsInProgress = new WeakMap<AppContext, Map<string, Promise<Buffer>>>();

async function printAndStore(appContext: AppContext, organizationId: string, invoiceId: string): Promise<Buffer> {
  const invoice = await findPrintableInvoice(appContext.db, organizationId, invoiceId);
  // Import on first use, so that the server starts without the PDF library.
  const { renderInvoicePdf: printInvoice } = await import("./render-pdf.ts");
  const bytes = await printInvoice({ ...invoice, isDemo: appContext.config.demo });
  if (await insertFile(appContext.db, organizationId, invoiceId, bytes, appContext.clock.now())) return bytes;
  // Another server has stored its file first: return that one.
  return (await findFile(appContext.db, organizationId, invoiceId)) ?? bytes;
}

/** @throws HttpError 404 */
export async function findOrRenderPdf(
  appContext: AppContext,
  organizationId: string,
  invoiceId: string,
): Promise<Buffer> {
  const kept = await findFile(appContext.db, organizationId, invoiceId);
  if (kept) return kept;
  const now = printsInProgress.get(appContext) ?? new Map<string, Promise<Buffer>>();
  printsInProgress.set(appContext, now);
  const known = now.get(invoiceId);
  if (known) return known;
  const made = printAndStore(appContext, organizationId, invoiceId).finally(() => now.delete(invoiceId));
  now.set(invoiceId, made);
  return made;
}

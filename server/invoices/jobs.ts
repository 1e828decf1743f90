/** Prints what was issued, in the background or when it is first asked for; what is printed is kept, and never printed again. */
import { createHash } from "node:crypto";
import { sql, type SqlBool } from "kysely";
import type { Database } from "#server/kit/database.ts";
import { onEach } from "#server/kit/each.ts";
import type { House } from "#server/kit/house.ts";
import type { Job } from "#server/kit/jobs.ts";
import { notFound } from "#server/kit/problem.ts";
import type { Language } from "#words/words.ts";
import type { Content } from "./content.ts";
import type { Printable } from "./print-page.ts";

export async function findPrintable(db: Database, organizationId: string, id: string): Promise<Printable> {
  const row = await db
    .selectFrom("invoices")
    .select(["number", "kind", "issued_on", "supplied_on", "language", "currency", "created_at", "content"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  return {
    number: row.number,
    kind: row.kind as Printable["kind"],
    issuedOn: row.issued_on,
    suppliedOn: row.supplied_on,
    language: row.language as Language,
    currency: row.currency,
    createdAt: row.created_at,
    content: row.content as Content,
  };
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

/** The PDF as it was kept; undefined where it is not made yet. */
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

/** Keeps a PDF, unless there is one already. */
async function insertFile(
  db: Database,
  organizationId: string,
  invoiceId: string,
  content: Buffer,
  now: Date,
): Promise<void> {
  await db
    .insertInto("invoice_files")
    .values({
      organization_id: organizationId,
      invoice_id: invoiceId,
      content,
      sha256: sha256(content),
      created_at: now,
    })
    .onConflict((there) => there.doNothing())
    .execute();
}

/** Those issued since a day that nobody printed yet. */
const listUnprinted = (db: Database, since: string, most: number) =>
  db
    .selectFrom("invoices")
    .select(["organization_id", "id"])
    .where("issued_on", ">=", since)
    .where(
      sql<SqlBool>`not exists (
        select from invoice_files
        where invoice_files.organization_id = invoices.organization_id and invoice_files.invoice_id = invoices.id
      )`,
    )
    .orderBy("issued_on")
    .orderBy("id")
    .limit(most)
    .execute();

/** What is being printed at the moment, by its invoice: whoever else asks meanwhile waits for the same. */
const underWay = new WeakMap<House, Map<string, Promise<Buffer>>>();

async function print(house: House, organizationId: string, invoiceId: string): Promise<Buffer> {
  const invoice = await findPrintable(house.db, organizationId, invoiceId);
  // All that prints comes with the first one: a server starts without.
  const { printInvoice } = await import("./print.ts");
  const bytes = await printInvoice(invoice);
  await insertFile(house.db, organizationId, invoiceId, bytes, house.clock.now());
  // Another server may have been quicker: there is one file, and everybody gets that.
  return (await findFile(house.db, organizationId, invoiceId)) ?? bytes;
}

/** The PDF of an invoice. @throws Problem 404 where there is no such invoice */
export async function fileOf(house: House, organizationId: string, invoiceId: string): Promise<Buffer> {
  const kept = await findFile(house.db, organizationId, invoiceId);
  if (kept) return kept;
  const now = underWay.get(house) ?? new Map<string, Promise<Buffer>>();
  underWay.set(house, now);
  const known = now.get(invoiceId);
  if (known) return known;
  const made = print(house, organizationId, invoiceId).finally(() => now.delete(invoiceId));
  now.set(invoiceId, made);
  return made;
}

const atOnce = 500;
const lookBackMs = 3 * 86_400_000;

const printing: Job = {
  name: "invoices.print",
  sweep: "*/10 * * * *",
  async run(house, { organizationId, invoiceId }) {
    if (typeof organizationId === "string" && typeof invoiceId === "string") {
      await fileOf(house, organizationId, invoiceId);
      return;
    }
    const since = new Date(house.clock.now().getTime() - lookBackMs).toISOString().slice(0, 10);
    const printOne = (row: { organization_id: string; id: string }) => fileOf(house, row.organization_id, row.id);
    await onEach(await listUnprinted(house.db, since, atOnce), printOne, "invoices could not be printed");
  },
};

export default [printing];

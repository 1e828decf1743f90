/** Benchmark of issuing, printing and storing 1,000 invoices: `node bench/invoices.ts`. Exits with 1 above the limit. */
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { issueInvoice } from "#server/invoices/follow-payments.ts";
import { findOrRenderPdf, findPrintableInvoice } from "#server/invoices/stored-files.ts";
import { renderInvoicePdf } from "#server/invoices/render-pdf.ts";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import openTemplate from "#tests/support/test-database.ts";
import { createTestApp } from "#tests/support/test-app.ts";
import { insertPayment } from "#tests/fixtures/payment-rows.ts";

const INVOICE_COUNT = 1000;
const MAX_MS = 12.6;

const findMedian = (times: number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
async function measure(times: number[], work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await work();
  times.push(performance.now() - begun);
}

const dataDir = temporaryFolder("bench");
const embedded = await startEmbeddedDatabase({ dataDir, isForTests: true });
process.env.DATABASE_SERVER = embedded.url;
const close = await openTemplate();
const testApp = await createTestApp();
try {
  const { organizationId, db } = testApp;
  const { eventId } = await testApp.seedOneOfEach(organizationId);
  const lines = [
    { label: "Evening · 1 h", quantity: 4, unitPrice: 900, total: 3600 },
    { label: "Lights", quantity: 1, unitPrice: 600, total: 600 },
  ];
  const change = { price: 4200, price_lines: JSON.stringify(lines), vat_rate: 2000 };
  await db.updateTable("events").set(change).where("id", "=", eventId).execute();

  const issuing: number[] = [];
  for (let index = 0; index < INVOICE_COUNT; index++) {
    const now = testApp.clock.now();
    await measure(issuing, () =>
      db.transaction().execute(async (within) => {
        const payerName = `Élise Chevallier ${index}`;
        const paymentId = await insertPayment(within, { organizationId, eventId, now, amount: 4200, payerName });
        await issueInvoice({ db: within, appContext: testApp.appContext, now, organizationId }, { paymentId });
      }),
    );
  }
  const rows = await db
    .selectFrom("invoices")
    .select(["id", "number"])
    .where("organization_id", "=", organizationId)
    .where("number", "like", "FA-2026-%")
    .orderBy("number")
    .execute();
  const isWhole =
    rows.length === INVOICE_COUNT && rows.every(({ number }, index) => Number(number.slice(-6)) === index + 1);

  const [printing, keeping]: [number[], number[]] = [[], []];
  for (const { id } of rows) {
    const invoice = await findPrintableInvoice(db, organizationId, id);
    await measure(printing, () => renderInvoicePdf(invoice));
  }
  for (const { id } of rows) await measure(keeping, () => findOrRenderPdf(testApp.appContext, organizationId, id));
  const { rows: sizes } = await sql<{ size: number }>`
    select (avg(length(content)) / 1024)::float as size from invoice_files`.execute(db);

  const median = findMedian(printing);
  const total = (of: number[]) => (of.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(1);
  console.log(
    `${(median / MAX_MS).toFixed(2).padStart(6)} ${median > MAX_MS ? "ABOVE" : "     "} a PDF: ${median.toFixed(1)} of ${MAX_MS} ms ` +
      `(${Math.max(...printing).toFixed(1)} at most, ${(sizes[0]?.size ?? 0).toFixed(0)} kB), ${INVOICE_COUNT} in ${total(printing)} s`,
  );
  console.log(
    `       issued with its payment: ${findMedian(issuing).toFixed(1)} ms, ${INVOICE_COUNT} in ${total(issuing)} s`,
  );
  console.log(`       printed and kept: ${findMedian(keeping).toFixed(1)} ms, ${INVOICE_COUNT} in ${total(keeping)} s`);
  if (!isWhole) console.log("       ABOVE numbers are missing");
  if (median > MAX_MS || !isWhole) process.exitCode = 1;
} finally {
  await testApp.close();
  await close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}

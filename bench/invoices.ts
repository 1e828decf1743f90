/**
 * Issues 1,000 invoices of one organization, each in the transaction of its payment, prints them and keeps them, on a real
 * database: `node bench/invoices.ts`. Ends with 1 where a PDF takes longer than its limit, by the median, or a number is missing.
 */
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { issueInvoice } from "#server/invoices/issue.ts";
import { fileOf, findPrintable } from "#server/invoices/jobs.ts";
import { printInvoice } from "#server/invoices/print.ts";
import { throwAwayFolder } from "#server/kit/embedded-native.ts";
import { startEmbedded } from "#server/kit/embedded.ts";
import openTemplate from "#tests/database.ts";
import { openHouse } from "#tests/house.ts";
import { insertPayment } from "#tests/money.ts";

const count = 1000;
/** Milliseconds for a PDF. */
const limit = 12.6;

const medianOf = (times: number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
async function time(times: number[], work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await work();
  times.push(performance.now() - begun);
}

const dataDir = throwAwayFolder("bench");
const embedded = await startEmbedded({ dataDir });
process.env.DATABASE_SERVER = embedded.url;
const close = await openTemplate();
const house = await openHouse();
try {
  const { here: organizationId, db } = house;
  const { eventId } = await house.furnish(organizationId);
  const lines = [
    { label: "Evening · 1 h", quantity: 4, unitPrice: 900, total: 3600 },
    { label: "Lights", quantity: 1, unitPrice: 600, total: 600 },
  ];
  const change = { price: 4200, price_lines: JSON.stringify(lines), vat_rate: 2000 };
  await db.updateTable("events").set(change).where("id", "=", eventId).execute();

  const issuing: number[] = [];
  for (let index = 0; index < count; index++) {
    const now = house.clock.now();
    await time(issuing, () =>
      db.transaction().execute(async (within) => {
        const payerName = `Élise Chevallier ${index}`;
        const paymentId = await insertPayment(within, { organizationId, eventId, now, amount: 4200, payerName });
        await issueInvoice({ db: within, house: house.house, now, organizationId }, { paymentId });
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
  const isWhole = rows.length === count && rows.every(({ number }, index) => Number(number.slice(-6)) === index + 1);

  const [printing, keeping]: [number[], number[]] = [[], []];
  for (const { id } of rows) {
    const invoice = await findPrintable(db, organizationId, id);
    await time(printing, () => printInvoice(invoice));
  }
  for (const { id } of rows) await time(keeping, () => fileOf(house.house, organizationId, id));
  const { rows: sizes } = await sql<{ size: number }>`
    select (avg(length(content)) / 1024)::float as size from invoice_files`.execute(db);

  const median = medianOf(printing);
  const total = (of: number[]) => (of.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(1);
  console.log(
    `${(median / limit).toFixed(2).padStart(6)} ${median > limit ? "ABOVE" : "     "} a PDF: ${median.toFixed(1)} of ${limit} ms ` +
      `(${Math.max(...printing).toFixed(1)} at most, ${(sizes[0]?.size ?? 0).toFixed(0)} kB), ${count} in ${total(printing)} s`,
  );
  console.log(`       issued with its payment: ${medianOf(issuing).toFixed(1)} ms, ${count} in ${total(issuing)} s`);
  console.log(`       printed and kept: ${medianOf(keeping).toFixed(1)} ms, ${count} in ${total(keeping)} s`);
  if (!isWhole) console.log("       ABOVE numbers are missing");
  if (median > limit || !isWhole) process.exitCode = 1;
} finally {
  await house.close();
  await close();
  await embedded.stop();
  // It may lie in memory, which others want.
  await rm(dataDir, { recursive: true, force: true });
}

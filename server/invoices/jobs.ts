/** Job that renders and stores the PDF of each invoice. */
import { sql, type SqlBool } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { issueMonthly } from "./monthly-jobs.ts";
import { findOrRenderPdf } from "./stored-files.ts";

const listUnrendered = (db: Database, since: string, most: number) =>
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

const MAX_PDFS_PER_RUN = 500;
const LOOKBACK_MS = 3 * 86_400_000;

/** Without parameters, on schedule, renders the PDFs that were missed. */
const renderPdfJob: Job = {
  name: "invoices.print",
  concurrency: 2,
  cron: "*/10 * * * *",
  async run(appContext, { organizationId, invoiceId }) {
    if (typeof organizationId === "string" && typeof invoiceId === "string") {
      await findOrRenderPdf(appContext, organizationId, invoiceId);
      return;
    }
    const since = new Date(appContext.clock.now().getTime() - LOOKBACK_MS).toISOString().slice(0, 10);
    const printOne = (row: { organization_id: string; id: string }) =>
      findOrRenderPdf(appContext, row.organization_id, row.id);
    await runEach(
      await listUnrendered(appContext.db, since, MAX_PDFS_PER_RUN),
      printOne,
      "invoices could not be printed",
    );
  },
};

export default [renderPdfJob, issueMonthly] satisfies Job[];

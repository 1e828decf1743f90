/** Downloads the report of a closed session as PDF. */
import type { tills } from "#contract/tills.ts";
import { contentDisposition } from "#server/kit/documents/csv.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { findClosingToPrint } from "./closings.ts";
import { listSessionMovements } from "./movements.ts";

/** @throws HttpError 404 */
export async function downloadClosing(call: RawCall<typeof tills.closingPdf>): Promise<void> {
  const { db, appContext, params, language, t, reply, request } = call;
  const { closing, timezone } = await findClosingToPrint(call, params.tillClosingId);
  const title = `${t("tills.reportTitle", { number: closing.number })} ${closing.till.name}`;
  reply.type("application/pdf").header("content-disposition", contentDisposition(`${title}.pdf`));
  if (request.method === "HEAD") return void (await reply.send(""));
  const movements = await listSessionMovements(db, closing.organization.id, closing.sessionId);
  // Import on first use, so that the server starts without the PDF library.
  const { renderClosingPdf } = await import("./render-pdf.ts");
  await reply.send(await renderClosingPdf({ closing, movements, timezone, language, isDemo: appContext.config.demo }));
}

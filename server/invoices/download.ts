/** Downloads an invoice as PDF. */
import type { invoices } from "#contract/invoices.ts";
import { contentDisposition } from "#server/kit/documents/csv.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { findMemberPermissions } from "#server/members/permissions.ts";
import { findOrRenderPdf } from "./stored-files.ts";
import { findInvoice } from "./queries.ts";

/** For the team and the buyer, also after they left the organization. @throws HttpError 404 for others */
export async function downloadInvoice(call: RawCall<typeof invoices.read>): Promise<void> {
  const { db, appContext, params, user, reply, request } = call;
  const { organizationId, invoiceId } = params;
  const invoice = await findInvoice(db, organizationId, invoiceId);
  const isBuyers = invoice.user_id === user.id && organizationId !== ALL_ORGANIZATIONS;
  const access = isBuyers ? undefined : await findMemberPermissions(appContext, user, organizationId);
  if (!isBuyers && !access?.permissions.has("invoices.show")) throw notFound();
  reply.type("application/pdf").header("content-disposition", contentDisposition(`${invoice.number}.pdf`));
  if (request.method === "HEAD") return void (await reply.send(""));
  await reply.send(await findOrRenderPdf(appContext, invoice.organization_id, invoiceId));
}

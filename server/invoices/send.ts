/** Mails an invoice or credit note as PDF. */
import type { Returns } from "#contract/kit.ts";
import type { invoices } from "#contract/invoices.ts";
import { enforceRateLimit, rateLimit } from "#server/accounts/rate-limits.ts";
import { type CustomerRecipient, findCustomerRecipient } from "#server/customers/mail.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { formatMoney } from "#messages/format-money.ts";
import { formatInvoiceDate } from "./content.ts";
import { listOpenAmounts } from "./lines.ts";
import { findMailedInvoice } from "./queries.ts";
import { findOrRenderPdf } from "./stored-files.ts";

interface InvoiceMailParams {
  organizationId: string;
  invoiceId: string;
  number: string;
  isCreditNote: boolean;
  organization: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** The amount that is still to be paid, and until when. */
  toPay?: { amount: number; dueOn: string } | undefined;
}

const invoiceMail = defineMailTemplate<InvoiceMailParams>(
  "invoices.sent",
  ({ number, isCreditNote, organization, amount, currency, toPay }, { t, language }) => {
    const text = t(isCreditNote ? "invoices.mailTextCreditNote" : "invoices.mailText", {
      organization,
      number,
      amount: formatMoney(Math.abs(amount), currency, language),
    });
    return {
      subject: t(isCreditNote ? "invoices.mailSubjectCreditNote" : "invoices.mailSubject", { organization, number }),
      preview: text,
      paragraphs: [
        text,
        ...(toPay
          ? [
              t("invoices.mailToPay", {
                amount: formatMoney(toPay.amount, currency, language),
                date: formatInvoiceDate(toPay.dueOn, language),
              }),
            ]
          : []),
      ],
    };
  },
  {
    example: ({ organizationId, organization, price: amount, currency }) => ({
      ...{ organizationId, organization, amount, currency },
      ...{ invoiceId: "", number: "FA-2026-000123", isCreditNote: false },
    }),
    readFiles: async (appContext, { organizationId, invoiceId, number }) => [
      {
        filename: `${number}.pdf`,
        type: "application/pdf",
        content: await findOrRenderPdf(appContext, organizationId, invoiceId),
      },
    ],
  },
);

type MailedInvoice = Awaited<ReturnType<typeof findMailedInvoice>>;

async function mailInvoice(context: TenantContext, invoice: MailedInvoice, to: CustomerRecipient): Promise<void> {
  const { db, organizationId } = context;
  const isOpen = invoice.kind === "invoice" && invoice.due_on !== null;
  const amount = isOpen ? (await listOpenAmounts(db, [invoice])).get(invoice.id) : undefined;
  await enqueueMail(context, {
    to: to.email,
    language: to.language,
    template: invoiceMail,
    params: {
      ...{ organizationId, invoiceId: invoice.id, number: invoice.number },
      isCreditNote: invoice.kind === "credit_note",
      organization: invoice.organization_name,
      amount: invoice.total_amount,
      currency: invoice.currency,
      ...(amount && invoice.due_on && { toPay: { amount, dueOn: invoice.due_on } }),
    },
  });
}

/** A customer without an address gets none. */
export async function mailInvoiceToCustomer(context: TenantContext, invoiceId: string): Promise<void> {
  const invoice = await findMailedInvoice(context.db, context.organizationId, invoiceId);
  const to = await findCustomerRecipient(context.db, context.organizationId, invoice);
  if (to) await mailInvoice(context, invoice, to);
}

/** @throws HttpError 404, 422 without an address, 429 after many mails of the same invoice */
export async function sendInvoice(call: Call<typeof invoices.send>): Promise<Returns<typeof invoices.send>> {
  const { db, organizationId, params, body, language } = call;
  const invoice = await findMailedInvoice(db, organizationId, params.invoiceId);
  const known = await findCustomerRecipient(db, organizationId, invoice);
  const email = body.email ?? known?.email;
  if (!email) throw invalidFields({ email: [message("payments.noEmail")] });
  await enforceRateLimit(call, [rateLimit("invoice.send", organizationId, params.invoiceId)]);
  await mailInvoice(call, invoice, { email, language: known?.language ?? language });
  const links = { fieldId: invoice.field_id, customerId: invoice.customer_id };
  call.record({ subjectId: params.invoiceId, after: { number: invoice.number, email }, ...links });
  return { email };
}

/** Invoices open charges of a customer before they are paid ("Invoice now"). */
import { hasBuyerAddress } from "#contract/customers-buyer-rules.ts";
import type { InvoiceOfCharges, invoices } from "#contract/invoices.ts";
import { amountToInvoice, LATEST_DUE_DAYS } from "#contract/invoices-unpaid-rules.ts";
import { lockSaleCharge } from "#server/charges/sale-charges.ts";
import { saveDueDate } from "#server/charges/terms.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import { findEventToChange } from "#server/events/queries.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { buildContentOfSeveral, formatInvoiceDate, type InvoiceContent } from "./content.ts";
import { listEarlierTotals } from "./follow-payments.ts";
import { buildItem, buildTerms, describeSeveral, findBuyerLanguage, insertInvoice } from "./issue.ts";
import { insertMissingLines, listInvoicesLeft, type ChargeLine } from "./lines.ts";
import { findBuyerCompany, findListedInvoice, listInvoicedCharges, type InvoicedCharge } from "./queries.ts";

type CreateCall = Call<typeof invoices.create>;

/** Locks the bookings of the charges first, as payments do, then those that are for no booking. */
async function lockCharges(call: CreateCall): Promise<InvoicedCharge[]> {
  const { db, organizationId, body } = call;
  const chargeIds = [...new Set(body.chargeIds.map((id) => id.toLowerCase()))];
  const found = await db
    .selectFrom("charges")
    .select(["id", "event_id"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", chargeIds))
    .orderBy("event_id")
    .orderBy("id")
    .execute();
  if (found.length < chargeIds.length) throw notFound();
  for (const { id, event_id } of found)
    if (event_id === null) await lockSaleCharge(db, organizationId, id);
    else await findEventToChange(db, call, event_id);
  await insertMissingLines(call, chargeIds);
  return listInvoicedCharges(db, organizationId, chargeIds);
}

export const amountLeft = (charge: InvoicedCharge): number => amountToInvoice({ ...charge, amount: charge.charged });

/** @throws HttpError 409 if it was paid, is no longer owed or is invoiced already */
async function assertOpen(call: CreateCall, charge: InvoicedCharge): Promise<void> {
  const { charged, credited, settled, voided_at, pending_reason, sold_name: name } = charge;
  const isOpen = voided_at === null && pending_reason === null && settled < charged - credited;
  if (!isOpen) throw new HttpError(409, message("invoices.chargeNotOpen", { name }));
  if (amountLeft(charge) > 0) return;
  const [invoice] = await listInvoicesLeft(call, charge.charge_id);
  throw new HttpError(409, message("invoices.chargeInvoiced", { name, number: invoice?.number ?? "" }));
}

function assertDueDate({ body, now, language }: CreateCall, timezone: string): void {
  const today = localDateOf(timezone, now);
  const latest = addDays(today, LATEST_DUE_DAYS);
  if (body.dueOn < today) throw invalidFields({ dueOn: [message("invoices.dueInPast")] });
  if (body.dueOn > latest)
    throw invalidFields({ dueOn: [message("invoices.dueTooLate", { date: formatInvoiceDate(latest, language) })] });
}

/** A company has an address before its first invoice. @throws HttpError 409 */
async function assertBuyerComplete({ db, organizationId, body }: CreateCall): Promise<void> {
  const company = await findBuyerCompany(db, organizationId, body.customerId);
  if (!company) return;
  const { address_line: addressLine, postal_code: postalCode, city } = company;
  if (!hasBuyerAddress({ addressLine, postalCode, city })) throw new HttpError(409, message("invoices.monthlyBuyer"));
}

/** @throws HttpError 404, 409 if the company has no address, a charge is settled, invoiced or in another currency, 422 on the date or a charge of others */
export async function invoiceCharges(call: CreateCall): Promise<InvoiceOfCharges> {
  const { db, organizationId, body } = call;
  const customer = await findPresentCustomer(db, organizationId, body.customerId);
  if (!customer) throw notFound();
  await assertBuyerComplete(call);
  const charges = await lockCharges(call);
  const [first] = charges;
  if (!first) throw notFound();
  if (charges.some(({ customer_id }) => customer_id !== customer.id))
    throw invalidFields({ chargeIds: [message("invoices.otherCustomers")] });
  for (const charge of charges) await assertOpen(call, charge);
  if (charges.some(({ currency }) => currency !== first.currency))
    throw new HttpError(409, message("payments.severalCurrencies"));
  assertDueDate(call, first.timezone);
  await assertSellerComplete(call, true);
  const { id, content } = await insertInvoiceOfCharges(call, charges, {
    buyerName: customer.name,
    dueOn: body.dueOn,
    leavesEntry: false,
  });
  const invoice = await findListedInvoice(db, organizationId, id);
  const { name: number, totalAmount, currency } = invoice;
  call.record({
    subjectId: id,
    after: { number, totalAmount, currency, dueOn: body.dueOn },
    customerId: customer.id,
  });
  return { invoice, lines: content.lines };
}

interface InvoiceTerms {
  buyerName: string;
  /** Local date. */
  dueOn: string;
  /** False where the act of a person leaves the entry of the activity. */
  leavesEntry: boolean;
}

/** Over what is left of each charge. The caller has locked them. */
export async function insertInvoiceOfCharges(
  call: TenantContext,
  charges: readonly InvoicedCharge[],
  { buyerName, dueOn, leavesEntry }: InvoiceTerms,
): Promise<{ id: string; content: InvoiceContent }> {
  const [first] = charges;
  if (!first) throw notFound();
  const isOverSeveral = charges.length > 1;
  const lines: ChargeLine[] = charges.map((charge) => ({ chargeId: charge.charge_id, amount: amountLeft(charge) }));
  const language = findBuyerLanguage(first);
  const { period, buyer } = describeSeveral(charges);
  const earlier = await listEarlierTotals(
    call,
    lines.map(({ chargeId }) => chargeId),
  );
  const content = buildContentOfSeveral(
    {
      ...buildTerms(first, buyerName, language),
      items: charges.map((charge) => ({
        ...buildItem(charge, amountLeft(charge), language),
        ...(isOverSeveral && { chargeId: charge.charge_id }),
      })),
      ...period,
      payment: { dueOn },
    },
    earlier.flatMap(({ rates }) => rates),
  );
  const ids = { paymentId: null, refundId: null, correctsId: null };
  const draft = { kind: "invoice" as const, ...ids, ...buyer, language, content };
  const id = await insertInvoice(call, draft, lines, { leavesEntry });
  await saveDueDate(
    call,
    lines.map(({ chargeId }) => chargeId),
    dueOn,
  );
  return { id, content };
}

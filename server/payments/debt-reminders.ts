/** Reminds customers of what they owe (dunning): one mail a customer for all chosen debts, at most one a day for each debt. */
import type { Returns } from "#contract/kit.ts";
import { type MailPreview, MAX_REMINDERS_AT_ONCE, type payments } from "#contract/payments.ts";
import { eventStateOf } from "#contract/events-states-rules.ts";
import { enforceRateLimit, rateLimit } from "#server/accounts/rate-limits.ts";
import { type CustomerRecipient, findCustomerRecipient } from "#server/customers/mail.ts";
import { findEventToChange, updateEvent, type EventRow } from "#server/events/queries.ts";
import { HttpError, message, renderMessage, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { createLimiter } from "#server/kit/process/limiter.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { dateFormats } from "#messages/dates.ts";
import { listWrittenOff } from "#server/charges/write-off.ts";
import { findAmountRefusal, listReadyProviders } from "./accounts.ts";
import { findCheckoutEnd, openCheckout, toTenantContext } from "./checkout.ts";
import { isRemindedToday } from "./debts.ts";
import { amountPayable } from "./ledger.ts";
import { previewDebtReminder, sendDebtReminder, type RemindedDebt } from "./mail.ts";
import type { PaymentProvider } from "./provider.ts";

type RemindCall = Call<typeof payments.remind>;

/** Pages are opened at the provider, which may be slow, before anything is answered. */
const limitLinks = createLimiter(4 * MAX_REMINDERS_AT_ONCE, 8);

interface Reminder {
  to: CustomerRecipient;
  debts: RemindedDebt[];
}
interface Refusal {
  eventId: string;
  reason: LocalizedMessage;
}
export interface PreparedReminders {
  reminders: Reminder[];
  refused: Refusal[];
}

function findRefusal({ now, language }: RemindCall, event: EventRow, timezone: string): LocalizedMessage | undefined {
  if (eventStateOf(event) === "pendingPayment") return message("payments.beingPaid");
  if (eventStateOf(event) === "pendingApproval") return message("payments.notApproved", { name: event.name });
  if (amountPayable(event) === 0) return message("payments.nothingDue");
  if (!event.debt_reminded_at || !isRemindedToday(event.debt_reminded_at, timezone, now)) return undefined;
  const time = dateFormats(language, timezone).time(event.debt_reminded_at);
  return message("payments.remindedToday", { name: event.name, time });
}

interface ChosenDebt {
  event: EventRow;
  to: CustomerRecipient;
}

/** An account pays on the page of its booking, others on the provider's, which is open for a limited time. */
async function findLink(
  call: RemindCall,
  { event, to: { email, language } }: ChosenDebt,
  providers: readonly PaymentProvider[],
): Promise<RemindedDebt["link"]> {
  const { appContext, organizationId, query } = call;
  if (event.user_id) {
    const url = `${appContext.config.appUrl}/organizations/${organizationId}/events/${event.id}`;
    return { url, isPayable: providers.length > 0, expiresAt: null };
  }
  if (!providers.some(({ settledBy }) => settledBy === "provider")) return undefined;
  const params = { eventId: event.id, language, isLink: true, email };
  if (query.dryRun) {
    const end = await findCheckoutEnd(call, event, params);
    return { url: appContext.config.appUrl, isPayable: true, expiresAt: end.toISOString() };
  }
  await enforceRateLimit(call, [rateLimit("paymentLink", event.id)]);
  const page = await openCheckout(toTenantContext(call), params);
  return { url: page.url, isPayable: true, expiresAt: page.expiresAt.toISOString() };
}

/** A debt without a page is still owed: it is paid at the desk. */
async function listLinks(call: RemindCall, debts: readonly ChosenDebt[]): Promise<RemindedDebt["link"][]> {
  const ready = await listReadyProviders(call, call.organizationId);
  let isDown = false;
  const findOrNone = async (debt: ChosenDebt) => {
    const request = { amount: amountPayable(debt.event), currency: debt.event.currency };
    const providers = ready.filter((one) => findAmountRefusal(call.language, one, request) === null);
    try {
      return isDown ? undefined : await findLink(call, debt, providers);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      // One outage answers for all: each further call would wait as long.
      isDown ||= error.status === 503;
      return undefined;
    }
  };
  return Promise.all(debts.map((debt) => limitLinks(() => findOrNone(debt))));
}

/** @throws HttpError 404, 409 as long as the seller is not complete, 503 while many pages are being opened */
export async function prepareReminders(call: RemindCall): Promise<PreparedReminders> {
  const { db, organizationId, body } = call;
  await assertSellerComplete(call, true);
  const { timezone } = await findSettings(call);
  const chosen: ChosenDebt[] = [];
  const refused: Refusal[] = [];
  const writtenOff = await listWrittenOff(db, organizationId, body.eventIds);
  for (const eventId of new Set(body.eventIds)) {
    const event = await findEventToChange(db, call, eventId, { hold: false });
    const to = await findCustomerRecipient(db, organizationId, event);
    const reason = writtenOff.has(event.id)
      ? message("charges.isWrittenOff", { name: event.name })
      : findRefusal(call, event, timezone);
    if (reason) refused.push({ eventId: event.id, reason });
    else if (!to) refused.push({ eventId: event.id, reason: message("payments.noAddress", { name: event.name }) });
    else chosen.push({ event, to });
  }
  const links = await listLinks(call, chosen);
  const owed = chosen.map(({ event, to }, index) => {
    const link = links[index];
    return { to, currency: event.currency, eventId: event.id, amount: amountPayable(event), ...(link && { link }) };
  });
  const byAddress = Map.groupBy(owed, ({ to, currency }) => `${to.email} ${currency}`);
  const reminders = [...byAddress.values()].flatMap((debts) => (debts[0] ? [{ to: debts[0].to, debts }] : []));
  return { reminders, refused };
}

/** @throws HttpError 409 if no reminder can be sent, with the reason of the first debt */
export async function sendReminders(
  call: RemindCall,
  { reminders, refused: known }: PreparedReminders,
): Promise<Returns<typeof payments.remind>> {
  const { db, now, organizationId, t, query } = call;
  const { timezone } = await findSettings(call);
  const mails: MailPreview[] = [];
  const sent: { eventId: string; email: string }[] = [];
  const refused = [...known];
  const payable = new Map<string, number>();
  const customerIds = new Map<string, string | null>();
  const eventIds = reminders.flatMap(({ debts }) => debts.map(({ eventId }) => eventId));
  // In one order, as all that lock several events: two desks wait for each other at most.
  for (const eventId of eventIds.toSorted()) {
    const event = await findEventToChange(db, call, eventId);
    const reason = findRefusal(call, event, timezone);
    if (reason) refused.push({ eventId, reason });
    else payable.set(eventId, amountPayable(event));
    customerIds.set(eventId, event.customer_id);
  }
  for (const { to, debts } of reminders) {
    const owed = debts.flatMap((debt) => {
      const due = payable.get(debt.eventId);
      return due === undefined ? [] : [{ ...debt, amount: due }];
    });
    if (owed.length === 0) continue;
    for (const { eventId } of owed) await updateEvent(db, organizationId, eventId, { debt_reminded_at: now });
    if (query.dryRun) mails.push(await previewDebtReminder(call, to, owed));
    else await sendDebtReminder(call, to, owed);
    sent.push(...owed.map(({ eventId }) => ({ eventId, email: to.email })));
  }
  const [first] = refused;
  if (sent.length === 0 && first) throw new HttpError(409, first.reason);
  const sentIds = sent.map(({ eventId }) => eventId);
  const customers = new Set(sentIds.map((eventId) => customerIds.get(eventId))).size;
  call.record({ subjectId: sentIds[0] ?? "", after: { eventIds: sentIds, customers } });
  return {
    mails,
    sent,
    refused: refused.map(({ eventId, reason }) => ({ eventId, reason: renderMessage(t, reason) })),
  };
}

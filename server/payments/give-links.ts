/** Mails a payment link, or hands it to the team, and notes that the payment's link was given. */
import type { Returns } from "#contract/kit.ts";
import type { payments } from "#contract/payments.ts";
import { activityLinks } from "#server/events/activity-entries.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { noteLink } from "./ledger.ts";
import type { DebtSubject } from "./lock-debts.ts";
import { sendPaymentLink } from "./mail.ts";
import type { LinkPage, PaymentLink } from "./record-payment.ts";

export const aboutDebt = ({ event_id: eventId, name }: DebtSubject) =>
  eventId === null ? { sold: [name] } : { eventId };
export function aboutDebts(debts: readonly DebtSubject[]) {
  const eventIds = debts.flatMap(({ event_id }) => event_id ?? []);
  const sold = debts.filter(({ event_id }) => event_id === null).map(({ name }) => name);
  return { ...(eventIds.length > 0 && { eventIds }), ...(sold.length > 0 && { sold }) };
}
export const linksOf = ({ event, customer_id: customerId }: DebtSubject) =>
  event ? activityLinks(event) : { customerId };

export async function mailLink(
  call: Call<typeof payments.link> | Call<typeof payments.chargeLink>,
  link: PaymentLink,
): Promise<Returns<typeof payments.link>> {
  const { paymentId, email, debt } = link;
  await sendPaymentLink(call, link);
  await noteLink(call, paymentId, { link_sent_at: call.now });
  call.record({ subjectId: paymentId, after: { ...aboutDebt(debt), email }, ...linksOf(debt) });
  return { email };
}

export async function giveLink(
  call: Call<typeof payments.copyLink> | Call<typeof payments.copyChargeLink>,
  { url, expiresAt, paymentId, amount, currency, debt }: LinkPage,
): Promise<Returns<typeof payments.copyLink>> {
  await noteLink(call, paymentId, { link_copied_at: call.now });
  call.record({ subjectId: paymentId, after: { ...aboutDebt(debt), amount, currency }, ...linksOf(debt) });
  return { url, expiresAt: expiresAt.toISOString() };
}

/** Reminds customers of what they owe (dunning): one mail a customer for all chosen debts, at most one a day for each debt. */
import type { Returns } from "#contract/kit.ts";
import type { payments } from "#contract/payments.ts";
import { eventStateOf } from "#contract/events-states-rules.ts";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { findCustomer } from "#server/customers/queries.ts";
import { findEventToChange, updateEvent, type EventRow } from "#server/events/queries.ts";
import { HttpError, message, renderMessage, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findRecipient, type Recipient } from "#server/members/mail.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { dateFormats } from "#messages/dates.ts";
import { listOpenProviders } from "./accounts.ts";
import { openCheckout, toTenantContext } from "./checkout.ts";
import { isRemindedToday } from "./debts.ts";
import { amountPayable } from "./ledger.ts";
import { sendDebtReminder, type RemindedDebt } from "./mail.ts";

type RemindCall = Call<typeof payments.remind>;
type Address = Pick<Recipient, "email" | "language">;

interface Reminder {
  to: Address;
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

interface Place {
  timezone: string;
  country_id: number;
}
const findPlace = ({ db, organizationId }: RemindCall): Promise<Place> =>
  db
    .selectFrom("organizations")
    .select(["timezone", "country_id"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();

function findRefusal(
  { now, language }: RemindCall,
  event: EventRow,
  { timezone }: Place,
): LocalizedMessage | undefined {
  if (eventStateOf(event) === "pendingPayment") return message("payments.beingPaid");
  if (amountPayable(event) === 0) return message("payments.nothingDue");
  if (!event.debt_reminded_at || !isRemindedToday(event.debt_reminded_at, timezone, now)) return undefined;
  const time = dateFormats(language, timezone).time(event.debt_reminded_at);
  return message("payments.remindedToday", { name: event.name, time });
}

/** The account's, else the one that the team has noted, else the guardian's. */
async function findAddress(
  { db, organizationId }: Pick<RemindCall, "db" | "organizationId">,
  { user_id, customer_id }: Pick<EventRow, "user_id" | "customer_id">,
  { country_id }: Pick<Place, "country_id">,
): Promise<Address | undefined> {
  const account = user_id ? await findRecipient(db, organizationId, user_id) : undefined;
  if (account || !customer_id) return account;
  const customer = await findCustomer(db, organizationId, customer_id);
  if (customer.email) return { email: customer.email, language: languageOfCountry(country_id) };
  return customer.guardian
    ? findAddress({ db, organizationId }, { user_id: null, customer_id: customer.guardian.id }, { country_id })
    : undefined;
}

/** An account pays on the page of its booking, others on the provider's, which is open for a limited time. */
async function findLink(
  call: RemindCall,
  event: EventRow,
  { email, language }: Address,
): Promise<RemindedDebt["link"]> {
  const { appContext, organizationId } = call;
  const providers = await listOpenProviders(call, {
    organizationId,
    amount: amountPayable(event),
    currency: event.currency,
    startTime: event.start_time,
    isHeld: false,
  });
  if (event.user_id) {
    const url = `${appContext.config.appUrl}/organizations/${organizationId}/events/${event.id}`;
    return { url, isPayable: providers.length > 0, expiresAt: null };
  }
  if (!providers.some(({ settledBy }) => settledBy === "provider")) return undefined;
  try {
    const page = await openCheckout(toTenantContext(call), { eventId: event.id, language, isLink: true, email });
    return { url: page.url, isPayable: true, expiresAt: page.expiresAt.toISOString() };
  } catch (error) {
    // Without a page the debt is still owed: it is paid at the desk.
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

/** @throws HttpError 404, 409 as long as the seller is not complete */
export async function prepareReminders(call: RemindCall): Promise<PreparedReminders> {
  const { db, body } = call;
  await assertSellerComplete(call, true);
  const place = await findPlace(call);
  const byAddress = new Map<string, Reminder>();
  const refused: Refusal[] = [];
  for (const eventId of new Set(body.eventIds)) {
    const event = await findEventToChange(db, call, eventId, { hold: false });
    const to = await findAddress(call, event, place);
    const reason =
      findRefusal(call, event, place) ?? (to ? undefined : message("payments.noAddress", { name: event.name }));
    if (reason || !to) {
      refused.push({ eventId: event.id, reason: reason ?? message("payments.noEmail") });
      continue;
    }
    const key = `${to.email} ${event.currency}`;
    const reminder = byAddress.get(key) ?? { to, debts: [] };
    const link = await findLink(call, event, to);
    reminder.debts.push({ eventId: event.id, amount: amountPayable(event), ...(link && { link }) });
    byAddress.set(key, reminder);
  }
  return { reminders: [...byAddress.values()], refused };
}

/** @throws HttpError 409 if no reminder can be sent, with the reason of the first debt */
export async function sendReminders(
  call: RemindCall,
  { reminders, refused: known }: PreparedReminders,
): Promise<Returns<typeof payments.remind>> {
  const { db, now, organizationId, t } = call;
  const place = await findPlace(call);
  const sent: { eventId: string; email: string }[] = [];
  const refused = [...known];
  const payable = new Map<string, number>();
  const eventIds = reminders.flatMap(({ debts }) => debts.map(({ eventId }) => eventId));
  // In one order, as all that lock several events: two desks wait for each other at most.
  for (const eventId of eventIds.toSorted()) {
    const event = await findEventToChange(db, call, eventId);
    const reason = findRefusal(call, event, place);
    if (reason) refused.push({ eventId, reason });
    else payable.set(eventId, amountPayable(event));
  }
  for (const { to, debts } of reminders) {
    const owed = debts.flatMap((debt) => {
      const due = payable.get(debt.eventId);
      return due === undefined ? [] : [{ ...debt, amount: due }];
    });
    if (owed.length === 0) continue;
    for (const { eventId } of owed) await updateEvent(db, organizationId, eventId, { debt_reminded_at: now });
    await sendDebtReminder(call, to, owed);
    sent.push(...owed.map(({ eventId }) => ({ eventId, email: to.email })));
  }
  const [first] = refused;
  if (sent.length === 0 && first) throw new HttpError(409, first.reason);
  call.record({ subjectId: sent[0]?.eventId ?? "", after: { eventIds: sent.map(({ eventId }) => eventId) } });
  return { sent, refused: refused.map(({ eventId, reason }) => ({ eventId, reason: renderMessage(t, reason) })) };
}

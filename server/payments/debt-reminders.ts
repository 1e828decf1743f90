/** Reminds customers of what they owe (dunning): one mail a customer for all chosen debts, at most one a day for each debt. */
import type { Returns } from "#contract/kit.ts";
import { type MailPreview, MAX_REMINDERS_AT_ONCE, type payments } from "#contract/payments.ts";
import { eventStateOf } from "#contract/events-states-rules.ts";
import { enforceRateLimit, rateLimit } from "#server/accounts/rate-limits.ts";
import { type CustomerRecipient, findCustomerRecipient, findPayerRecipient } from "#server/customers/mail.ts";
import { listPayers } from "#server/customers/relation-queries.ts";
import { updateEvent } from "#server/events/queries.ts";
import { HttpError, message, renderMessage, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { createLimiter } from "#server/kit/process/limiter.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { saveReminder } from "#server/charges/sale-charges.ts";
import { findAmountRefusal, listReadyProviders } from "./accounts.ts";
import { findCheckoutEnd, openCheckout, toTenantContext } from "./checkout.ts";
import { isRemindedToday } from "./debts.ts";
import { createDebtsLink, findLinkEnd, isPaidByOneLink } from "./debts-link.ts";
import { keyOfSubject } from "./ledger.ts";
import { findDebt, lockDebts, type DebtSubject } from "./lock-debts.ts";
import { previewDebtReminder, sendDebtReminder, type RemindedDebt } from "./mail.ts";
import type { PaymentProvider } from "./provider.ts";

type RemindCall = Call<typeof payments.remind>;

/** Pages are opened at the provider, which may be slow, before anything is answered. */
const limitLinks = createLimiter(4 * MAX_REMINDERS_AT_ONCE, 8);

interface Reminder {
  to: CustomerRecipient;
  debts: RemindedDebt[];
  /** The customer who has one link for all of them. */
  payerId?: string | undefined;
}
interface Refusal {
  debt: DebtSubject;
  reason: LocalizedMessage;
}
export interface PreparedReminders {
  reminders: Reminder[];
  refused: Refusal[];
}

/** Debts are named by their bookings, or by their charges. */
const namesOf = ({ body: { eventIds = [], chargeIds = [] } }: RemindCall) => ({ eventIds, chargeIds });

/** As the caller has named it. */
const nameDebt = ({ body }: RemindCall, { event_id: eventId, chargeId }: DebtSubject) => {
  const isByCharge = (body.chargeIds ?? []).some((id) => id.toLowerCase() === chargeId);
  return { eventId, chargeId: isByCharge ? chargeId : null };
};

function findRefusal(
  { now, language }: RemindCall,
  { event, name, asked, isWrittenOff, remindedAt }: DebtSubject,
  timezone: string,
): LocalizedMessage | undefined {
  if (isWrittenOff) return message("charges.isWrittenOff", { name });
  if (event && eventStateOf(event) === "pendingPayment") return message("payments.beingPaid");
  if (event && eventStateOf(event) === "pendingApproval") return message("payments.notApproved", { name });
  if (asked === 0) return message("payments.nothingDue");
  if (!remindedAt || !isRemindedToday(remindedAt, timezone, now)) return undefined;
  const time = dateFormats(language, timezone).time(remindedAt);
  return message("payments.remindedToday", { name, time });
}

export interface ChosenDebt {
  debt: DebtSubject;
  to: CustomerRecipient;
  /** Account of who reads the mail, null for none. Default: the account of the booking. */
  account?: string | null;
}

export interface LinkContext {
  context: TenantContext;
  /** Providers that the organization has set up. */
  ready: readonly PaymentProvider[];
  /** The language of refusals. */
  language: Language;
  isDryRun?: boolean;
  /** Bounds how often pages are opened. */
  beforeOpening?: (debt: DebtSubject) => Promise<void>;
}

/** An account pays on the page of its own booking, others on the provider's, which is open for a limited time. */
async function findLink(
  { context, isDryRun, beforeOpening }: LinkContext,
  { debt, to: { email, language }, account = debt.event?.user_id ?? null }: ChosenDebt,
  providers: readonly PaymentProvider[],
): Promise<RemindedDebt["link"]> {
  const { appContext, organizationId } = context;
  const { event } = debt;
  if (event?.user_id && event.user_id === account) {
    const url = `${appContext.config.appUrl}/organizations/${organizationId}/events/${event.id}`;
    return { url, isPayable: providers.length > 0, expiresAt: null };
  }
  if (!providers.some(({ settledBy }) => settledBy === "provider")) return undefined;
  const params = { key: keyOfSubject(debt), language, isLink: true, email, ...(event?.user_id && { isGuest: true }) };
  if (isDryRun) {
    const end = await findCheckoutEnd(context, debt, params);
    return { url: appContext.config.appUrl, isPayable: true, expiresAt: end.toISOString() };
  }
  await beforeOpening?.(debt);
  const page = await openCheckout(context, params);
  return { url: page.url, isPayable: true, expiresAt: page.expiresAt.toISOString() };
}

/** A debt without a page is still owed: it is paid at the desk. */
export async function listLinks(links: LinkContext, debts: readonly ChosenDebt[]): Promise<RemindedDebt["link"][]> {
  const { language, ready } = links;
  let isDown = false;
  const findOrNone = async (chosen: ChosenDebt) => {
    const request = { amount: chosen.debt.asked, currency: chosen.debt.currency };
    const providers = ready.filter((one) => findAmountRefusal(language, one, request) === null);
    try {
      return isDown ? undefined : await findLink(links, chosen, providers);
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
  const { db, organizationId } = call;
  await assertSellerComplete(call, true);
  const { timezone } = await findSettings(call);
  const chosen: ChosenDebt[] = [];
  const refused: Refusal[] = [];
  const names = namesOf(call);
  const found = await lockDebts(call, names, { hold: false });
  const asked = [
    ...names.eventIds.map((eventId) => findDebt(found, { eventId })),
    ...names.chargeIds.map((chargeId) => findDebt(found, { chargeId })),
  ];
  const customerIds = asked.flatMap(({ customer_id }) => customer_id ?? []);
  const payers = await listPayers(db, organizationId, [...new Set(customerIds)]);
  for (const debt of new Set(asked)) {
    const payerId = payers.get(debt.customer_id ?? "");
    const isOwn = payerId === undefined || payerId === debt.customer_id;
    const payer = isOwn ? undefined : await findPayerRecipient(db, organizationId, payerId);
    const to = payer?.to ?? (await findCustomerRecipient(db, organizationId, debt));
    const reason = findRefusal(call, debt, timezone);
    if (reason) refused.push({ debt, reason });
    else if (!to) refused.push({ debt, reason: message("payments.noAddress", { name: debt.name }) });
    else chosen.push({ ...payer, debt, to });
  }
  const ready = await listReadyProviders(call, organizationId);
  const linked = new Map<string, string>();
  for (const debts of groupByMail(chosen)) {
    const payerId =
      isPaidByOneLink(
        ready,
        debts.map(({ debt }) => debt),
      ) && findPayerOfLink(debts, payers);
    if (payerId) for (const { debt } of debts) linked.set(keyOf(debt), payerId);
  }
  const single = chosen.filter(({ debt }) => !linked.has(keyOf(debt)));
  const opened = await listLinks(
    {
      ...{ context: toTenantContext(call), ready },
      language: call.language,
      isDryRun: call.query.dryRun === true,
      beforeOpening: (debt) => enforceRateLimit(call, [rateLimit("paymentLink", keyOf(debt))]),
    },
    single,
  );
  const links = new Map(single.map(({ debt }, index) => [keyOf(debt), opened[index]]));
  const owed = chosen.map(({ debt, to }) => {
    const link = links.get(keyOf(debt));
    return { to, debt, amount: debt.asked, ...(link && { link }) };
  });
  const reminders = groupByMail(owed).flatMap((debts) => {
    const [first] = debts;
    return first ? [{ to: first.to, debts, payerId: linked.get(keyOf(first.debt)) }] : [];
  });
  return { reminders, refused };
}

const groupByMail = <T extends { debt: DebtSubject; to: CustomerRecipient }>(chosen: readonly T[]): T[][] => [
  ...Map.groupBy(chosen, ({ to, debt }) => `${to.email} ${debt.currency}`).values(),
];

/**
 * Finds the customer whose page has all debts of a mail: who pays them, or who owes them all where the payer has no address.
 * @returns undefined where each has a link of its own, as for people who share an address
 */
function findPayerOfLink(debts: readonly ChosenDebt[], payers: ReadonlyMap<string, string>): string | undefined {
  const readers = new Set(
    debts.map(({ debt: { customer_id: id }, account }) => id && (account === undefined ? id : payers.get(id))),
  );
  const [only] = readers;
  return readers.size === 1 ? (only ?? undefined) : undefined;
}

export const keyOf = ({ event_id, charge_id }: DebtSubject): string => event_id ?? charge_id ?? "";

/** @throws HttpError 409 if no reminder can be sent, with the reason of the first debt */
export async function sendReminders(
  call: RemindCall,
  { reminders, refused: known }: PreparedReminders,
): Promise<Returns<typeof payments.remind>> {
  const { db, organizationId, now, t, query } = call;
  const { timezone } = await findSettings(call);
  const mails: MailPreview[] = [];
  const sent: { debt: DebtSubject; email: string }[] = [];
  const refused = [...known];
  const prepared = reminders.flatMap(({ debts }) => debts.map(({ debt }) => debt));
  const locked = await lockDebts(call, {
    eventIds: prepared.flatMap(({ event_id }) => event_id ?? []),
    chargeIds: prepared.flatMap(({ charge_id }) => charge_id ?? []),
  });
  const present = new Map<string, DebtSubject>();
  for (const debt of locked) {
    const reason = findRefusal(call, debt, timezone);
    if (reason) refused.push({ debt, reason });
    else present.set(keyOf(debt), debt);
  }
  for (const { to, debts, payerId } of reminders) {
    const owed = debts.flatMap((one) => {
      const debt = present.get(keyOf(one.debt));
      return debt ? [{ ...one, debt, amount: debt.asked }] : [];
    });
    if (owed.length === 0) continue;
    for (const { debt } of owed)
      if (debt.event_id === null) await saveReminder(call, keyOf(debt));
      else await updateEvent(db, organizationId, debt.event_id, { debt_reminded_at: now });
    if (query.dryRun) {
      const link = { url: call.appContext.config.appUrl, expiresAt: findLinkEnd(now).toISOString() };
      mails.push(await previewDebtReminder(call, to, owed, payerId === undefined ? undefined : link));
    } else {
      const link = payerId === undefined ? undefined : await createDebtsLink(call, payerId);
      await sendDebtReminder(call, to, owed, { link });
    }
    sent.push(...owed.map(({ debt }) => ({ debt, email: to.email })));
  }
  const [first] = refused;
  if (sent.length === 0 && first) throw new HttpError(409, first.reason);
  const eventIds = sent.flatMap(({ debt }) => debt.event_id ?? []);
  const sold = sent.filter(({ debt }) => debt.event_id === null).map(({ debt }) => debt.name);
  const customers = new Set(sent.map(({ debt }) => debt.customer_id)).size;
  call.record({
    subjectId: sent[0] ? keyOf(sent[0].debt) : "",
    after: { ...(eventIds.length > 0 && { eventIds }), ...(sold.length > 0 && { sold }), customers },
  });
  return {
    mails,
    sent: sent.map(({ debt, email }) => ({ ...nameDebt(call, debt), email })),
    refused: refused.map(({ debt, reason }) => ({ ...nameDebt(call, debt), reason: renderMessage(t, reason) })),
  };
}

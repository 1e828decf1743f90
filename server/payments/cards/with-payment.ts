/** Cards that are saved with a payment on its page: the agreement is kept before, the card is taken over once it is paid. */
import type { Card, CardPurpose } from "#contract/card-shape.ts";
import type { EventPayments } from "#contract/payments.ts";
import { isBooker } from "#contract/events-states-rules.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import type { EventRow } from "#server/events/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { PaymentRow } from "#server/payments/ledger.ts";
import type { DebtSubject } from "#server/payments/lock-debts.ts";
import type { PaymentProvider, ProviderContext, SessionParams } from "#server/payments/provider.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { COMPLETE_CARDS, completeCard, writeConsent } from "./save.ts";
import { filterCards, findCardOfEvent, findCardProvider, serializeCard } from "./queries.ts";

export interface CardAgreement {
  purposes: readonly CardPurpose[];
  text: string;
  /** The booking whose missing shares it pays, and the most that may be taken, in minor units. */
  ofEvent: { eventId: string; maxAmount: number } | null;
}

interface SharedRest {
  /** Minor units. */
  total: number;
  settlesAt: Date;
}

/** The price is shared, and players may still leave shares unpaid: what is missing then can be taken from a card. */
async function findRest(
  db: Database,
  { organization_id, id, price, shared }: Pick<EventRow, "organization_id" | "id" | "price" | "shared">,
): Promise<SharedRest | undefined> {
  if (shared === 0) return undefined;
  const split = await db
    .selectFrom("event_splits")
    .select("settles_at")
    .where("organization_id", "=", organization_id)
    .where("event_id", "=", id)
    .where("settled_at", "is", null)
    .executeTakeFirst();
  return split && { total: price, settlesAt: split.settles_at };
}

export async function readRest(
  { db, appContext, now, user }: ProviderContext & { user: { id: string } },
  event: EventRow,
): Promise<EventPayments["rest"]> {
  if (!isBooker(event, { userId: user.id })) return null;
  const rest = await findRest(db, event);
  if (!rest) return null;
  const card = await findCardOfEvent(db, event.organization_id, event.id);
  if (!card && !(await findCardProvider({ db, appContext, now }, event.organization_id))) return null;
  return { total: rest.total, settlesAt: rest.settlesAt.toISOString(), card: card ? serializeCard(card) : null };
}

interface AgreedOn {
  purposes: readonly CardPurpose[];
  provider: PaymentProvider;
  language: Language;
}

/** The sentences as the page shows them. @throws HttpError 409 where nothing can be missing later, or no card is kept */
export async function agree(context: TenantContext, debt: DebtSubject, agreed: AgreedOn): Promise<CardAgreement> {
  const { provider, language } = agreed;
  if (!provider.cards || debt.customer_id === null) throw new HttpError(409, message("payments.cardsOff"));
  const purposes = agreed.purposes.filter((purpose) => purpose !== "shares");
  if (purposes.length === 0) return agreeToRest(context, debt, language);
  const { name } = await findOrganization(context.db, context.organizationId);
  return { purposes, text: writeConsent(language, purposes, name), ofEvent: null };
}

/** The sentence above the button. @throws HttpError 409 where nothing can be missing later */
async function agreeToRest(
  { db, organizationId }: TenantContext,
  { event }: DebtSubject,
  language: Language,
): Promise<CardAgreement> {
  const rest = event && (await findRest(db, event));
  if (!event || !rest) throw new HttpError(409, message("payments.restGone"));
  const { timezone } = await db
    .selectFrom("facilities")
    .select("timezone")
    .where("organization_id", "=", organizationId)
    .where("id", "=", event.facility_id)
    .executeTakeFirstOrThrow();
  const text = translators[language]("payments.cardForRest", {
    total: formatMoney(rest.total, event.currency, language),
    when: dateFormats(language, timezone).weekdayDateTime(rest.settlesAt),
  });
  return { purposes: ["shares"], text, ofEvent: { eventId: event.id, maxAmount: rest.total } };
}

/** The customer at the provider, where it knows them already. */
export async function findKnownCustomer(
  db: Database,
  organizationId: string,
  { customerId, provider, account }: { customerId: string; provider: string; account: string | null },
): Promise<string | null> {
  const known = await filterCards(db, organizationId)
    .where("customer_id", "=", customerId)
    .where("provider", "=", provider)
    .where("provider_account", account === null ? "is" : "=", account)
    .where("provider_customer_id", "is not", null)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return known?.provider_customer_id ?? null;
}

const savedCardOf = ({ request }: Pick<PaymentRow, "request">): SessionParams["savedCard"] =>
  (request as unknown as SessionParams | null)?.savedCard;

/** Whether a page saves a card for the same. */
export const savesFor = (payment: PaymentRow, purposes: readonly CardPurpose[] | undefined): boolean =>
  (savedCardOf(payment)?.purposes ?? []).join() === (purposes ?? []).join();

export async function insertCardOfPayment(
  { db, now, organizationId }: TenantContext,
  payment: PaymentRow,
  { id, customerId, agreement }: { id: string; customerId: string; agreement: CardAgreement },
): Promise<void> {
  await db
    .insertInto("cards")
    .values({
      ...{ organization_id: organizationId, id, customer_id: customerId, state: "pending" },
      ...{ provider: payment.provider ?? "", provider_account: payment.provider_account, payment_id: payment.id },
      provider_customer_id: savedCardOf(payment)?.customerId ?? null,
      ...{ purposes: [...agreement.purposes], consent_text: agreement.text, consented_at: now },
      ...{ event_id: agreement.ofEvent?.eventId ?? null, max_amount: agreement.ofEvent?.maxAmount ?? null },
      ...{ created_at: now, updated_at: now },
    })
    .execute();
}

/** The page is there: its card is asked for by it. */
export async function keepPageOfCard(
  { db, organizationId }: TenantContext,
  payment: PaymentRow,
  sessionId: string,
): Promise<void> {
  if (!savedCardOf(payment)) return;
  await db
    .updateTable("cards")
    .set({ provider_setup_id: sessionId })
    .where("organization_id", "=", organizationId)
    .where("payment_id", "=", payment.id)
    .where("state", "=", "pending")
    .execute();
}

export const hasSavedCard = (payment: PaymentRow): boolean => savedCardOf(payment) !== undefined;

/** Soon after, because the provider is asked. */
export async function completeCardOfPayment(
  { db, appContext, organizationId }: TenantContext,
  { paymentId }: JobEvents["payments.savedCard"],
): Promise<void> {
  await appContext.jobs.send(db, COMPLETE_CARDS, { organizationId, paymentId });
}

/** The card that was saved with a payment, taken over now if that was not done yet; null where none was, or it is not known yet. */
export async function checkCardOfPayment(
  appContext: AppContext,
  { organizationId, paymentId }: { organizationId: string; paymentId: string },
): Promise<Card | null> {
  const find = () =>
    filterCards(appContext.db, organizationId)
      .where("payment_id", "=", paymentId)
      .where("state", "in", ["pending", "active"])
      .executeTakeFirst();
  const found = await find();
  if (found?.state !== "pending") return found ? serializeCard(found) : null;
  try {
    await completeCard(appContext, found);
  } catch (error) {
    // The payment is known, and its card will be once the provider answers again.
    if (error instanceof HttpError && error.status === 503) return null;
    throw error;
  }
  const card = await find();
  return card?.state === "active" ? serializeCard(card) : null;
}

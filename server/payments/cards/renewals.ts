/**
 * Renewals of memberships by card: told three days before, tried on the first day of the new term and three and seven days
 * later, as long as the grace lasts. What was not paid by then is paid by hand.
 */
import { sql, type Selectable } from "kysely";
import { amountOwed, findSaleCharge } from "#server/charges/sale-charges.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { CardRenewalsTable } from "#server/kit/db/tables.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { isMorning } from "#server/subscriptions/is-morning.ts";
import { findNextPrice, findRenewalObstacle } from "#server/subscriptions/renew.ts";
import {
  findSubscriptionWithTerms,
  findUnpaidTerm,
  type SubscriptionWithTerms,
  lastTerm,
  lockFreeSubscription,
  todayOf,
} from "#server/subscriptions/rows.ts";
import type { CardDebt } from "./charge.ts";
import { failCard } from "./fail.ts";
import { notifyCardRefused, notifyCardRenewal } from "./mail.ts";
import { isChargeable } from "./chargeable.ts";
import { noteFeeTry } from "./fees.ts";
import { type CardRow, filterCards, hasExpired } from "./queries.ts";
import { findStep, planNextTry, tellOfCharge, TOLD_DAYS, tryCharge } from "./retries.ts";

const later = (one: string, other: string): string => (one > other ? one : other);

type RenewalRow = Selectable<CardRenewalsTable>;

const renewalsOf = (db: Database, organizationId: string, subscriptionId: string) =>
  db
    .selectFrom("card_renewals")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("subscription_id", "=", subscriptionId);

async function updateRenewal(
  { db, now }: TenantContext,
  {
    organization_id,
    subscription_id,
    renews_on,
  }: Pick<RenewalRow, "organization_id" | "subscription_id" | "renews_on">,
  row: Partial<Pick<RenewalRow, "tries" | "next_on">>,
): Promise<void> {
  await db
    .updateTable("card_renewals")
    .set({ ...row, updated_at: now })
    .where("organization_id", "=", organization_id)
    .where("subscription_id", "=", subscription_id)
    .where("renews_on", "=", renews_on)
    .execute();
}

/** Whether a renewal is taken from a card, now or on a day that its holder was told. */
export const isPaidByCard = async (
  context: TenantContext,
  { subscriptionId, renewsOn }: { subscriptionId: string; renewsOn: string },
): Promise<boolean> => {
  const told = await renewalsOf(context.db, context.organizationId, subscriptionId)
    .where("renews_on", "=", renewsOn)
    .executeTakeFirst();
  if (!told || told.next_on === null) return false;
  const card = await filterCards(context.db, context.organizationId).where("id", "=", told.card_id).executeTakeFirst();
  return card !== undefined && isChargeable(context, card);
};

interface Candidate {
  organization_id: string;
  id: string;
  timezone: string;
  ends_on: string;
}

const BATCH_SIZE = 200;

/** Memberships of people with a card for renewals that end within days, or have ended. */
const listCandidates = ({ db, clock }: AppContext, last: Candidate | undefined): Promise<Candidate[]> =>
  db
    .selectFrom("subscriptions")
    .innerJoin("organizations", "organizations.id", "subscriptions.organization_id")
    .innerJoin("cards", (join) =>
      join
        .onRef("cards.organization_id", "=", "subscriptions.organization_id")
        .onRef("cards.customer_id", "=", "subscriptions.customer_id"),
    )
    .select(["subscriptions.organization_id", "subscriptions.id", "organizations.timezone", "subscriptions.ends_on"])
    .where("organizations.archived_at", "is", null)
    .where("organizations.enabled", "=", true)
    .where("cards.state", "=", "active")
    .where(sql<boolean>`'renewals' = any(cards.purposes)`)
    .where("subscriptions.renews", "=", true)
    .where("subscriptions.canceled_on", "is", null)
    // A day more, for organizations whose clock is ahead.
    .where("subscriptions.ends_on", "<=", addDays(localDateOf("UTC", clock.now()), TOLD_DAYS + 1))
    .where(
      last
        ? sql<boolean>`(subscriptions.ends_on, subscriptions.id) > (${last.ends_on}, ${last.id})`
        : sql<boolean>`true`,
    )
    .orderBy("subscriptions.ends_on")
    .orderBy("subscriptions.id")
    .limit(BATCH_SIZE)
    .execute();

interface DueRenewal {
  held: SubscriptionWithTerms;
  card: CardRow;
  today: string;
  renewsOn: string;
  /** Minor units. */
  amount: number;
  /** Null until the new term is charged. */
  chargeId: string | null;
}

/** @returns nothing where the renewal is not due for a card */
async function findDue(
  context: TenantContext,
  held: SubscriptionWithTerms,
  card: CardRow,
): Promise<DueRenewal | undefined> {
  const { db, organizationId, now } = context;
  const { row } = held;
  const today = todayOf(held, now);
  const unpaid = findUnpaidTerm(held);
  const renewsOn = unpaid?.from_on ?? addDays(row.ends_on, 1);
  if (today < addDays(renewsOn, -TOLD_DAYS) || row.billing === "monthly") return undefined;
  const due = { held, card, today, renewsOn };
  if (unpaid) {
    const charge = unpaid.charge_id === null ? undefined : await findSaleCharge(db, organizationId, unpaid.charge_id);
    if (charge?.written_off_at) return undefined;
    return charge && { ...due, amount: amountOwed(charge), chargeId: charge.id };
  }
  if (await findRenewalObstacle(context, held, "en")) return undefined;
  return { ...due, amount: await findNextPrice(context, held), chargeId: null };
}

/** The last day on which a try may still be made. */
const lastTryDay = ({ held: { row }, renewsOn }: Pick<DueRenewal, "held" | "renewsOn">): string =>
  later(row.holds_until, renewsOn);

/** Tells of a renewal, in time for its first try; not at all where the grace ends before. */
async function tell(context: TenantContext, due: DueRenewal): Promise<void> {
  const { db, now, organizationId } = context;
  const { held, card, today, renewsOn, amount } = due;
  const firstOn = later(renewsOn, addDays(today, TOLD_DAYS));
  if (amount === 0 || firstOn > lastTryDay(due)) return;
  const { currency } = held.row;
  const { name } = lastTerm(held).terms;
  const told = await tellOfCharge(context, card, { name, amount, currency, on: firstOn }, notifyCardRenewal);
  if (!told) return;
  await db
    .insertInto("card_renewals")
    .values({
      ...{ organization_id: organizationId, subscription_id: held.row.id, renews_on: renewsOn, created_at: now },
      ...told,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "subscription_id", "renews_on"]).doUpdateSet(told))
    .execute();
}

/** Tells, or finds what is to be taken today. */
async function act(context: TenantContext, due: DueRenewal): Promise<CardDebt | undefined> {
  const { card, chargeId, held } = due;
  const { organizationId } = context;
  const told = await renewalsOf(context.db, organizationId, held.row.id)
    .where("renews_on", "=", due.renewsOn)
    .executeTakeFirst();
  const step = findStep(told, due);
  if (step === "tell") await tell(context, due);
  // The new term is charged by the job of memberships.
  return step === "take" && chargeId !== null ? { organizationId, key: { chargeId }, cardId: card.id } : undefined;
}

const look = (appContext: AppContext, { organization_id: organizationId, id }: Candidate) =>
  appContext.db.transaction().execute(async (db): Promise<CardDebt | undefined> => {
    const context = { db, appContext, now: appContext.clock.now(), organizationId };
    const { row } = await findSubscriptionWithTerms(db, organizationId, id);
    await lockCustomer(db, organizationId, row.customer_id);
    const held = await lockFreeSubscription(db, organizationId, id);
    if (!held?.row.renews || held.row.canceled_on !== null) return undefined;
    const card = await filterCards(db, organizationId)
      .where("customer_id", "=", row.customer_id)
      .where("event_id", "is", null)
      .where("state", "=", "active")
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!card) return undefined;
    const due = await findDue(context, held, card);
    return due && act(context, due);
  });

async function renewByCard(appContext: AppContext, candidate: Candidate): Promise<void> {
  const debt = await look(appContext, candidate);
  if (debt) await tryCharge(appContext, debt, (context) => noteTry(context, candidate.id, "declined"));
}

export async function renewAllByCard(appContext: AppContext): Promise<AggregateError | undefined> {
  const failures: unknown[] = [];
  let last: Candidate | undefined;
  do {
    const found = await listCandidates(appContext, last);
    for (const one of found.filter(({ timezone }) => isMorning(timezone, appContext.clock.now())))
      await renewByCard(appContext, one).catch((error: unknown) => failures.push(error));
    last = found.length === BATCH_SIZE ? found.at(-1) : undefined;
  } while (last);
  return failures.length > 0 ? new AggregateError(failures, "renewals could not be taken from cards") : undefined;
}

/** @param refusal the bank's, or the organization's own */
async function noteTry(
  context: TenantContext,
  subscriptionId: string,
  refusal: "declined" | "authentication",
): Promise<void> {
  const { db, organizationId } = context;
  const held = await findSubscriptionWithTerms(db, organizationId, subscriptionId);
  const unpaid = findUnpaidTerm(held);
  if (!unpaid) return;
  const told = await renewalsOf(db, organizationId, subscriptionId)
    .where("renews_on", "=", unpaid.from_on)
    .executeTakeFirst();
  if (!told || told.next_on === null) return;
  const card = await filterCards(db, organizationId).where("id", "=", told.card_id).executeTakeFirstOrThrow();
  const lastDay = lastTryDay({ held, renewsOn: unpaid.from_on });
  const { tries, nextOn, why } = planNextTry(told, refusal, lastDay);
  await updateRenewal(context, told, { tries, next_on: nextOn });
  const { currency } = held.row;
  const { name } = unpaid.terms;
  await notifyCardRefused(context, card, { name, amount: told.amount, currency, on: nextOn ?? lastDay, why });
}

/** The publisher has locked the customer, the debt and the card. */
export async function followRefusal(
  context: TenantContext,
  { paymentId, cardId, refusal }: JobEvents["payments.cardRefused"],
): Promise<void> {
  const { db, organizationId, now } = context;
  const card = await filterCards(db, organizationId).where("id", "=", cardId).executeTakeFirstOrThrow();
  // That of a booking is tried once, and told of with the booking.
  if (card.event_id !== null) return;
  if (refusal === "unusable")
    return failCard(context, card, hasExpired(card, localDateOf("UTC", now)) ? "expired" : "failing");
  const tried = await db
    .selectFrom("payments")
    .leftJoin("subscription_terms as terms", (join) =>
      join
        .onRef("terms.organization_id", "=", "payments.organization_id")
        .onRef("terms.charge_id", "=", "payments.charge_id"),
    )
    .select(["terms.subscription_id", "payments.charge_id"])
    .where("payments.organization_id", "=", organizationId)
    .where("payments.id", "=", paymentId)
    .executeTakeFirst();
  if (tried && tried.subscription_id !== null) await noteTry(context, tried.subscription_id, refusal);
  else if (tried && tried.charge_id !== null) await noteFeeTry(context, tried.charge_id, refusal);
}

/** A renewal that is paid, by card or otherwise, is taken from no card. */
export async function endRenewalOfTerm(
  context: TenantContext,
  { subscriptionId, termId }: JobEvents["subscriptions.termPaid"],
): Promise<void> {
  const { db, organizationId } = context;
  const { from_on: renewsOn } = await db
    .selectFrom("subscription_terms")
    .select("from_on")
    .where("organization_id", "=", organizationId)
    .where("id", "=", termId)
    .executeTakeFirstOrThrow();
  const key = { organization_id: organizationId, subscription_id: subscriptionId, renews_on: renewsOn };
  await updateRenewal(context, key, { next_on: null });
}

/** Removes cards: at once here, so that nothing is taken from them any more, and by a job at their provider. */
import { SavedCardPurpose } from "#contract/card-shape.ts";
import type { payments } from "#contract/payments.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { ProviderRefusal } from "#server/payments/provider.ts";
import { findAutomatic } from "#server/payments/providers/registry.ts";
import { type CardRow, filterCards, findCards, findKeptCard, findOwnCard, keptStates } from "./queries.ts";

/** No try is left of what was to be taken from a card. */
export async function endTriesOf(
  { db, now, organizationId }: TenantContext,
  cardIds: readonly string[],
  purposes: readonly SavedCardPurpose[] = SavedCardPurpose.options,
): Promise<void> {
  if (purposes.includes("renewals"))
    await db
      .updateTable("card_renewals")
      .set({ next_on: null, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where(isAnyOf("card_id", cardIds))
      .where("next_on", "is not", null)
      .execute();
  if (purposes.includes("fees"))
    await db
      .updateTable("card_fees")
      .set({ next_on: null, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where(isAnyOf("card_id", cardIds))
      .where("next_on", "is not", null)
      .execute();
}

/** The caller has locked the customer. */
export async function removeCard(context: TenantContext, { id, customer_id: customerId }: CardRow): Promise<void> {
  const { db, appContext, now, organizationId } = context;
  await lockCustomer(db, organizationId, customerId);
  await db
    .updateTable("cards")
    .set({ state: "removed", setup_url: null, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  await endTriesOf(context, [id]);
  await insertLiveChange(db, { organizationId, module: "payments", subjectId: id, at: now });
  await appContext.jobs.send(db, forgetCards.name, { organizationId, id });
}

/** @throws HttpError 404 */
export async function removeCustomersCard(call: Call<typeof payments.removeCard>): Promise<null> {
  const { db, organizationId, params, record } = call;
  const card = await filterCards(db, organizationId)
    .where("id", "=", params.cardId)
    .where("state", "in", keptStates)
    .executeTakeFirstOrThrow(notFound);
  await removeCard(call, card);
  record({ subjectId: card.id, after: { last4: card.last4 }, customerId: card.customer_id });
  return null;
}

/** One's own, also of an organization that one has left. @throws HttpError 404 */
export async function removeOwnCard(call: Call<typeof payments.removeOwnCard>): Promise<null> {
  const { db, now, user, params, address, record } = call;
  const card = await findOwnCard(db, user.id, params.cardId);
  if (card.state === "pending") throw notFound();
  const { organization_id: organizationId, customer_id: customerId } = card;
  await removeCard({ ...call, organizationId }, card);
  record({ skipsEntry: true });
  await insertActivityEntry(db, {
    ...{ organizationId, at: now, actorId: user.id, act: "payments.cardRevoke", subjectId: card.id },
    ...{ before: undefined, after: { last4: card.last4 }, ipAddress: address, customerId },
  });
  return null;
}

/** Cards of people who are forgotten: nothing of what they look like stays, and the provider forgets its customer. */
export async function forgetCardsOf(
  context: TenantContext,
  { customerIds }: Pick<JobEvents["customers.forgotten"], "customerIds">,
): Promise<void> {
  const { db, appContext, now, organizationId } = context;
  const gone = await db
    .updateTable("cards")
    .set({
      ...{ state: "removed", setup_url: null, brand: null, last4: null, exp_month: null, exp_year: null },
      ...{ consent_text: "", updated_at: now },
    })
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("customer_id", customerIds))
    .returning("id")
    .execute();
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  await endTriesOf(context, ids);
  for (const id of ids) await appContext.jobs.send(db, forgetCards.name, { organizationId, id });
}

/**
 * Cards that are another customer's now, as after a merge: one is kept, that of the customer who stays.
 * @param ids default: all of the former customer
 * @returns the ids of those that moved
 */
export async function moveCards(
  context: TenantContext,
  from: string,
  to: string,
  ids?: readonly string[],
): Promise<string[]> {
  const { db, organizationId } = context;
  const [former, kept] = [await findKeptCard(db, organizationId, from), await findKeptCard(db, organizationId, to)];
  if (former && kept && (!ids || ids.includes(former.id))) await removeCard(context, former);
  let moving = db
    .updateTable("cards")
    .set({ customer_id: to })
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", from);
  if (ids) moving = moving.where(isAnyOf("id", ids));
  return (await moving.returning("id").execute()).map(({ id }) => id);
}

const BATCH_SIZE = 100;

/** Cards that the provider has to forget still; people who are forgotten have agreed to nothing. */
const removedCards = (db: Database) =>
  db
    .selectFrom("cards")
    .selectAll()
    .where("state", "=", "removed")
    .where("provider_customer_id", "is not", null)
    .where((card) => card.or([card("provider_method_id", "is not", null), card("consent_text", "=", "")]));

/** @param isWhole the provider forgets its customer with all their cards */
async function forgetAtProvider(appContext: AppContext, card: CardRow, isWhole: boolean): Promise<void> {
  const { organization_id: organizationId, provider_method_id: methodId, provider_customer_id: customerId } = card;
  const { db, clock } = appContext;
  const context = { db, appContext, now: clock.now() };
  const cards = findCards(card.provider);
  try {
    if (isWhole && customerId !== null) await cards.forgetCustomer(context, customerId, card.provider_account);
    else if (methodId !== null) await cards.forgetCard(context, methodId, card.provider_account);
  } catch (error) {
    // An account that the organization has disconnected answers no calls: the card is its alone now.
    if (!(error instanceof ProviderRefusal)) throw error;
    appContext.log.warn({ card: card.id, code: error.code }, "the payment provider does not forget a card");
  }
  await db
    .updateTable("cards")
    .set({ provider_method_id: null, ...(isWhole && { provider_customer_id: null, provider_setup_id: null }) })
    .where("organization_id", "=", organizationId)
    .where("id", "=", card.id)
    .where("state", "=", "removed")
    .execute();
}

/** Without a provider they wait until it is on again. */
export const forgetCards: Job = {
  name: "payments.forgetCards",
  cron: "47 * * * *",
  async run(appContext, { organizationId, id }) {
    let found = removedCards(appContext.db);
    if (typeof id === "string")
      found = found.where("organization_id", "=", String(organizationId)).where("id", "=", id);
    const cards = await found.orderBy("updated_at", "desc").limit(BATCH_SIZE).execute();
    await runEach(
      cards.filter(({ provider }) => findAutomatic(provider).isOn({ appContext })),
      (card) => forgetAtProvider(appContext, card, card.consent_text === ""),
      "cards could not be forgotten",
    );
  },
};

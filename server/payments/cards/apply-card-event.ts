/** Follows what the provider says of cards: renewed by their bank, detached, or saved on a page. */
import type { ProviderName } from "#contract/payments.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { isUuid } from "#server/kit/process/uuid.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { EventSubject } from "#server/payments/provider.ts";
import { failCard } from "./fail.ts";
import { type CardRow, filterCards, findCards, hasExpired, keptStates, toColumns } from "./queries.ts";
import { completeCard } from "./save.ts";

type CardSubject = Extract<EventSubject, { kind: "card" | "cardSetup" }>;

interface CardEvent {
  provider: ProviderName;
  account: string | null;
  subject: CardSubject;
}

/** Searches on the account that sent the event, so that organizations are never mixed. */
async function findCard({ db }: AppContext, { provider, account, subject }: CardEvent): Promise<CardRow | undefined> {
  const ofProvider = db
    .selectFrom("cards")
    .selectAll()
    .where("provider", "=", provider)
    .where("provider_account", account === null ? "is" : "=", account);
  if (subject.kind === "card")
    return ofProvider
      .where("provider_method_id", "=", subject.methodId)
      .where("state", "in", keptStates)
      .executeTakeFirst();
  const { organizationId, cardId } = subject;
  if (!isUuid(organizationId) || !isUuid(cardId)) return undefined;
  return ofProvider.where("organization_id", "=", organizationId).where("id", "=", cardId).executeTakeFirst();
}

/** Asks for the present state, because events arrive late and in any order. */
async function refreshCard(appContext: AppContext, card: CardRow): Promise<void> {
  const { organization_id: organizationId, provider_method_id: methodId } = card;
  if (methodId === null) return;
  const now = appContext.clock.now();
  const face = await findCards(card.provider).retrieveCard(
    { db: appContext.db, appContext, now },
    methodId,
    card.provider_account,
  );
  await appContext.db.transaction().execute(async (db) => {
    await lockCustomer(db, organizationId, card.customer_id);
    const kept = await filterCards(db, organizationId)
      .where("id", "=", card.id)
      .where("state", "in", keptStates)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!kept) return;
    const context = { db, appContext, now, organizationId };
    if (face === null) return failCard(context, kept, "failing");
    const renewed = { ...kept, ...toColumns(face) };
    const isBack = kept.state === "expired" && !hasExpired(renewed, localDateOf("UTC", now));
    await db
      .updateTable("cards")
      .set({ ...toColumns(face), ...(isBack && { state: "active" }), updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("id", "=", card.id)
      .execute();
    await insertLiveChange(db, { organizationId, module: "payments", subjectId: card.id, at: now });
  });
}

export async function applyCardEvent(appContext: AppContext, event: CardEvent): Promise<void> {
  const card = await findCard(appContext, event);
  // Other applications may use the account too.
  if (!card) return;
  if (event.subject.kind === "cardSetup") return completeCard(appContext, card);
  return refreshCard(appContext, card);
}

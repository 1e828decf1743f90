/** Saves cards on the provider's page: the agreement is kept before, the card is taken over once it is there. */
import type { Returns } from "#contract/kit.ts";
import type { SavedCardPurpose } from "#contract/card-shape.ts";
import type { payments } from "#contract/payments.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Language } from "#messages/translator.ts";
import { findOwnCustomerId, lockCustomer } from "#server/customers/queries.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { translators } from "#server/kit/process/translators.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { type CardFace, ProviderRefusal } from "#server/payments/provider.ts";
import type { Database } from "#server/kit/db/database.ts";
import { notifyCardSaved } from "./mail.ts";
import {
  type CardRow,
  filterCards,
  findCardProvider,
  findCardOfEvent,
  findCards,
  findKeptCard,
  toColumns,
} from "./queries.ts";
import { removeCard } from "./remove.ts";

const MINUTE_MS = 60_000;
/** The shortest life of a page at the provider, and a minute for the call. */
const PAGE_MS = 31 * MINUTE_MS;
/** A second press leads to the same page for this long. */
const REUSE_MS = 15 * MINUTE_MS;

export const COMPLETE_CARDS = "payments.completeCards";

const consentTexts = { renewals: "payments.cardForRenewals", fees: "payments.cardForFees" } as const satisfies Record<
  SavedCardPurpose,
  MessageKey
>;

/** The sentences beside the boxes, as the page shows them. */
export const writeConsent = (language: Language, purposes: readonly SavedCardPurpose[], organization: string): string =>
  purposes.map((purpose) => translators[language](consentTexts[purpose], { organization })).join("\n");

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((purpose) => other.includes(purpose));

type SaveCall = Call<typeof payments.saveCard>;

/** @throws HttpError 404 for people who are no customer, 409 if no provider keeps cards here */
const choosePendingCard = (call: SaveCall): Promise<CardRow> =>
  call.appContext.db.transaction().execute(async (db) => {
    const { now, organizationId, user, body, language } = call;
    const customerId = await findOwnCustomerId(db, organizationId, user.id);
    await lockCustomer(db, organizationId, customerId);
    const found = await findCardProvider({ ...call, db }, organizationId);
    if (!found) throw new HttpError(409, message("payments.cardsOff"));
    const ofCustomer = await filterCards(db, organizationId)
      .where("customer_id", "=", customerId)
      .where("provider", "=", found.provider.name)
      .orderBy("created_at", "desc")
      .execute();
    const sameAccount = ofCustomer.filter(({ provider_account }) => provider_account === found.account);
    const open = sameAccount.find(
      ({ state, purposes, payment_id, created_at }) =>
        state === "pending" &&
        payment_id === null &&
        isSame(purposes, body.purposes) &&
        now.getTime() - created_at.getTime() < REUSE_MS,
    );
    if (open) return open;
    const known = sameAccount.find(({ provider_customer_id }) => provider_customer_id !== null);
    const { name } = await findOrganization(db, organizationId);
    return db
      .insertInto("cards")
      .values({
        ...{ organization_id: organizationId, id: uuidv7(now), customer_id: customerId, state: "pending" },
        ...{ provider: found.provider.name, provider_account: found.account },
        provider_customer_id: known?.provider_customer_id ?? null,
        ...{ purposes: body.purposes, consent_text: writeConsent(language, body.purposes, name), consented_at: now },
        ...{ created_at: now, updated_at: now },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });

/** Runs before the transaction. @throws HttpError 404, 409 if the provider refuses, 503 during its outage */
export async function prepareCard(call: SaveCall): Promise<Returns<typeof payments.saveCard>> {
  const { appContext, now, organizationId, user, language } = call;
  const card = await choosePendingCard(call);
  if (card.setup_url !== null) return { cardId: card.id, url: card.setup_url };
  const place = `${appContext.config.appUrl}/my-payments`;
  const params = {
    ...{ organizationId, cardId: card.id, customerId: card.provider_customer_id, email: user.email, language },
    expiresAt: new Date(card.created_at.getTime() + PAGE_MS),
    ...{ successUrl: `${place}?card=${card.id}`, cancelUrl: place },
  };
  try {
    const made = await findCards(card.provider).createSetup(call, params, card.provider_account);
    await appContext.db
      .updateTable("cards")
      .set({ provider_setup_id: made.id, setup_url: made.url, provider_customer_id: made.customerId, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("id", "=", card.id)
      .where("state", "=", "pending")
      .execute();
    return { cardId: card.id, url: made.url };
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    appContext.log.warn({ card: card.id, code: error.code, param: error.param }, "the payment provider refused a page");
    await deletePending(appContext, card);
    throw new HttpError(409, message("payments.cardRefused"));
  }
}

const deletePending = ({ db }: Pick<AppContext, "db">, { organization_id, id }: CardRow) =>
  db
    .deleteFrom("cards")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .where("state", "=", "pending")
    .execute();

/** The card of a booking pays what is missing at its settling time, unless its price is shared no more. */
async function isWanted(
  { db, organizationId }: TenantContext,
  { event_id: eventId, customer_id: customerId }: CardRow,
): Promise<boolean> {
  if (eventId === null) return true;
  const split = await db
    .selectFrom("event_splits")
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "event_splits.organization_id")
        .onRef("events.id", "=", "event_splits.event_id"),
    )
    .select("event_splits.event_id")
    .where("event_splits.organization_id", "=", organizationId)
    .where("event_splits.event_id", "=", eventId)
    // The booking may have been given to another customer meanwhile.
    .where("events.customer_id", "=", customerId)
    .where("event_splits.settled_at", "is", null)
    .where("events.status", "in", ["pending", "approved"])
    .executeTakeFirst();
  return split !== undefined;
}

const findFormerCard = (db: Database, { organization_id, customer_id, event_id }: CardRow) =>
  event_id === null ? findKeptCard(db, organization_id, customer_id) : findCardOfEvent(db, organization_id, event_id);

interface FoundCard {
  face: CardFace;
  customerId: string;
}

async function takeOver(context: TenantContext, card: CardRow, { face, customerId }: FoundCard): Promise<void> {
  const { db, now, organizationId } = context;
  const customer = await lockCustomer(db, organizationId, card.customer_id);
  const pending = await filterCards(db, organizationId)
    .where("id", "=", card.id)
    .where("state", "=", "pending")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!pending) return;
  const former = await findFormerCard(db, pending);
  if (former) await removeCard(context, former);
  const saved = await db
    .updateTable("cards")
    .set({
      ...toColumns(face),
      ...{ provider_customer_id: customerId, state: "active", setup_url: null, updated_at: now },
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", card.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!(await isWanted(context, saved))) return removeCard(context, saved);
  await insertActivityEntry(db, {
    ...{ organizationId, at: now, actorId: customer.user_id, act: "payments.cardSave", subjectId: card.id },
    ...{ before: undefined, after: { last4: face.last4 }, ipAddress: null, customerId: card.customer_id },
  });
  await insertLiveChange(db, { organizationId, module: "payments", subjectId: card.id, at: now });
  await notifyCardSaved(context, saved);
}

/** Takes a card over that was saved on its page. Idempotent: webhooks, the page that its holder comes back to and the job call it. */
export async function completeCard(appContext: AppContext, card: CardRow): Promise<void> {
  const { organization_id: organizationId, provider_setup_id: sessionId, provider_account: account } = card;
  if (card.state !== "pending") return;
  const now = appContext.clock.now();
  const isOver = now.getTime() - card.created_at.getTime() > PAGE_MS;
  if (sessionId === null) return void (isOver && (await deletePending(appContext, card)));
  const ref = { organizationId, sessionId, account };
  try {
    const setup = await findCards(card.provider).retrieveSetup({ db: appContext.db, appContext, now }, ref);
    if (setup.state === "expired") await deletePending(appContext, card);
    if (setup.state === "saved")
      await appContext.db.transaction().execute((db) => takeOver({ db, appContext, now, organizationId }, card, setup));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    // Such as of a disconnected account: nobody can save a card there any more.
    appContext.log.warn({ card: card.id, code: error.code }, "the payment provider shows no page of a card");
    await deletePending(appContext, card);
  }
}

const BATCH_SIZE = 200;

/** Pages whose webhook was lost, or that nobody used. */
export const listPendingCards = ({ db, clock }: AppContext): Promise<CardRow[]> =>
  db
    .selectFrom("cards")
    .selectAll()
    .where("state", "=", "pending")
    .where("created_at", "<", new Date(clock.now().getTime() - PAGE_MS))
    .orderBy("created_at")
    .limit(BATCH_SIZE)
    .execute();

export const listCardsOfPayment = (
  { db }: AppContext,
  { organizationId, paymentId }: { organizationId: string; paymentId: string },
): Promise<CardRow[]> =>
  filterCards(db, organizationId).where("payment_id", "=", paymentId).where("state", "=", "pending").execute();

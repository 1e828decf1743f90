/**
 * Shares that are unpaid at the settling time are taken from the card that the organizer agreed to, in one payment for each
 * booking. Its row is written with the settling, so that a run that ends in the middle is repeated, and takes nothing twice.
 */
import { UNPAID_CANCEL_MS } from "#contract/participants-shares-rules.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError } from "#server/kit/http/http-error.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { chargeCard } from "#server/payments/cards/charge.ts";
import { findCardOfEvent } from "#server/payments/cards/queries.ts";
import { removeCard } from "#server/payments/cards/remove.ts";
import { amountDue, type PaymentRow } from "#server/payments/ledger.ts";
import { cancelUnpaid } from "./cancel-unpaid.ts";
import { notifyUnpaidShares } from "./notify.ts";
import { lockGame } from "./queries.ts";
import { findSharedEvent, type SharedEvent } from "./shares.ts";

/** @returns the part of what is missing that a card pays */
export async function planCollection(context: TenantContext, event: SharedEvent, missing: number): Promise<number> {
  const { db, now, organizationId } = context;
  const card = await findCardOfEvent(db, organizationId, event.id);
  if (card?.state !== "active" || card.max_amount === null) return 0;
  const amount = Math.min(missing, card.max_amount);
  const planned = await db
    .insertInto("share_collections")
    .values({
      ...{ organization_id: organizationId, event_id: event.id, card_id: card.id, payment_id: uuidv7(now) },
      ...{ amount, created_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return planned.numInsertedOrUpdatedRows === 1n ? amount : 0;
}

const BATCH_SIZE = 100;

const openCollections = ({ db }: Pick<AppContext, "db">) =>
  db.selectFrom("share_collections").selectAll().where("ended_at", "is", null);

type Collection = Awaited<ReturnType<typeof listOpen>>[number];
const listOpen = (appContext: AppContext) =>
  openCollections(appContext).orderBy("created_at").limit(BATCH_SIZE).execute();

/** @returns undefined where nothing can be taken, as when the booking has ended or the card was removed */
async function charge(appContext: AppContext, collection: Collection): Promise<PaymentRow | undefined> {
  const { organization_id: organizationId, event_id: eventId, card_id: cardId, amount, payment_id } = collection;
  try {
    return await chargeCard(appContext, {
      ...{ organizationId, key: { eventId }, cardId },
      only: { paymentId: payment_id, amount },
    });
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 409) throw error;
    appContext.log.warn({ event: eventId, reason: error.message }, "missing shares cannot be taken from a card");
    return undefined;
  }
}

/** The booking stays with a debt, or is canceled while there is time. */
async function followRefusal(context: TenantContext, event: SharedEvent, amount: number): Promise<void> {
  const missing = Math.min(amount, amountDue(event));
  if (missing === 0) return;
  const { unpaidShares } = await findSettings(context);
  const isInTime = event.start_time.getTime() - context.now.getTime() >= UNPAID_CANCEL_MS;
  if (unpaidShares === "cancel" && event.status === "approved" && isInTime) await cancelUnpaid(context, event);
  else await notifyUnpaidShares(context, event, { missing, isRefused: true });
}

/** @returns whether one was on its way */
export async function updateCollectionsToEnded(
  { db, now, organizationId }: TenantContext,
  eventId: string,
): Promise<boolean> {
  const ended = await db
    .updateTable("share_collections")
    .set({ ended_at: now })
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

async function endCollection(context: TenantContext, collection: Collection, isPaid: boolean): Promise<void> {
  const { db, organizationId } = context;
  const { event_id: eventId, card_id: cardId, amount } = collection;
  await lockGame(db, organizationId, eventId);
  if (!(await updateCollectionsToEnded(context, eventId))) return;
  const card = await findCardOfEvent(db, organizationId, eventId);
  if (!isPaid) await followRefusal(context, await findSharedEvent(db, organizationId, eventId), amount);
  if (card?.id === cardId) await removeCard(context, card);
}

async function collectOne(appContext: AppContext, collection: Collection): Promise<void> {
  const payment = await charge(appContext, collection);
  // Its bank has not decided yet.
  if (payment?.status === "created" || payment?.status === "processing") return;
  const { organization_id: organizationId } = collection;
  await appContext.db.transaction().execute((db) => {
    const context = { db, appContext, now: appContext.clock.now(), organizationId };
    return endCollection(context, collection, payment?.status === "succeeded");
  });
}

export const collect: Job = {
  name: "participants.collect",
  cron: "* * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    await runEach(
      await listOpen(appContext),
      (collection) => collectOne(appContext, collection),
      "missing shares could not be taken from cards",
    );
  },
};

/** Cards of bookings whose price is shared no more: taken back, or the booking ended too long ago to be restored. */
const listNeedless = ({ db, clock }: AppContext) =>
  db
    .selectFrom("cards")
    .innerJoin("events", (join) =>
      join.onRef("events.organization_id", "=", "cards.organization_id").onRef("events.id", "=", "cards.event_id"),
    )
    .leftJoin("event_splits", (join) =>
      join
        .onRef("event_splits.organization_id", "=", "cards.organization_id")
        .onRef("event_splits.event_id", "=", "cards.event_id"),
    )
    .leftJoin("share_collections", (join) =>
      join
        .onRef("share_collections.organization_id", "=", "cards.organization_id")
        .onRef("share_collections.event_id", "=", "cards.event_id")
        .on("share_collections.ended_at", "is", null),
    )
    .selectAll("cards")
    .where("cards.event_id", "is not", null)
    .where("cards.state", "in", ["active", "expired", "failing"])
    .where("share_collections.event_id", "is", null)
    .where((row) =>
      row.or([
        row("event_splits.event_id", "is", null),
        row("event_splits.settled_at", "is not", null),
        row("events.ended_at", "<", new Date(clock.now().getTime() - RESTORE_MS)),
      ]),
    )
    .orderBy("cards.updated_at")
    .limit(BATCH_SIZE)
    .execute();

/** A canceled booking can be restored within a day at most. */
const RESTORE_MS = 24 * 3_600_000;

export const endCards: Job = {
  name: "participants.endCards",
  cron: "51 * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    await runEach(
      await listNeedless(appContext),
      (card) =>
        appContext.db.transaction().execute((db) => {
          const context = { db, appContext, now: appContext.clock.now(), organizationId: card.organization_id };
          return removeCard(context, card);
        }),
      "cards of bookings could not be removed",
    );
  },
};

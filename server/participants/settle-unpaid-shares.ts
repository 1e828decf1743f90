/** At the settling time what players have not paid of their booking becomes the organizer's, or the booking is canceled. */
import { UNPAID_CANCEL_MS } from "#contract/participants-shares-rules.ts";
import { amountOwed, listSharesOfEvent } from "#server/charges/sale-charges.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { amountDue } from "#server/payments/ledger.ts";
import { closeOpenSession } from "#server/payments/open-checkouts.ts";
import { findCardOfEvent } from "#server/payments/cards/queries.ts";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { cancelUnpaid } from "./cancel-unpaid.ts";
import { planCollection } from "./collect.ts";
import { notifyUnpaidShares } from "./notify.ts";
import { refundShares } from "./follow-bookings.ts";
import { lockGame } from "./queries.ts";
import {
  findSharedEvent,
  findSplit,
  noteShares,
  saveOwn,
  takeBackUnpaid,
  updateSplit,
  type SharedEvent,
  type SplitRow,
} from "./shares.ts";
import { isStanding } from "./share-units.ts";

const BATCH_SIZE = 200;

const listDue = ({ db, clock }: AppContext) =>
  db
    .selectFrom("event_splits")
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "event_splits.organization_id")
        .onRef("events.id", "=", "event_splits.event_id"),
    )
    .select(["event_splits.organization_id", "event_splits.event_id"])
    .where("event_splits.settled_at", "is", null)
    .where("event_splits.settles_at", "<=", clock.now())
    .where("events.status", "in", ["approved", "completed"])
    .orderBy("event_splits.settles_at")
    .limit(BATCH_SIZE)
    .execute();

/** Closes the pages of unpaid shares: who pays at this moment has paid, or cannot any more. On the pool, as the provider is asked. */
async function closePages(context: TenantContext, eventId: string): Promise<void> {
  const shares = await listSharesOfEvent(context.db, context.organizationId, eventId);
  for (const share of shares)
    if (isStanding(share) && amountOwed(share) > 0) await closeOpenSession(context, { chargeId: share.id });
}

/** The rest is owed for the booking from now on: the organizer's card pays it, or they are told. */
async function chargeOrganizer(
  context: TenantContext,
  event: SharedEvent,
  { own, missing }: { own: number; missing: number },
): Promise<void> {
  await saveOwn(context, event, own);
  if (missing === 0) return;
  const left = missing - (await planCollection(context, event, missing));
  if (left > 0) await notifyUnpaidShares(context, event, { missing: left, isRefused: false });
}

/** Shares of others that the organizer has taken on and not paid. */
const findUnpaidForOthers = (event: SharedEvent, { own_parts, each }: SplitRow): number =>
  event.paid > 0 ? Math.min(amountDue(event), (own_parts - 1) * each) : 0;

async function collectShares(context: TenantContext, eventId: string): Promise<void> {
  const { db, organizationId, now } = context;
  await lockGame(db, organizationId, eventId);
  const split = await findSplit(db, organizationId, eventId);
  const event = await findSharedEvent(db, organizationId, eventId);
  const stands = event.status === "approved" || event.status === "completed";
  if (!split || split.settled_at !== null || split.settles_at > now || !stands) return;
  const shares = (await listSharesOfEvent(db, organizationId, eventId)).filter(isStanding);
  const paid = shares.reduce((sum, share) => sum + share.amount - amountOwed(share), 0);
  const unpaid = findUnpaidForOthers(event, split);
  const { unpaidShares } = await findSettings(context);
  const card = await findCardOfEvent(db, organizationId, eventId);
  const isCanceled =
    card?.state !== "active" &&
    unpaidShares === "cancel" &&
    event.status === "approved" &&
    event.shared + unpaid > paid &&
    event.start_time.getTime() - now.getTime() >= UNPAID_CANCEL_MS;
  if (isCanceled) {
    await updateSplit(context, eventId, { settled_at: now });
    await cancelUnpaid(context, event);
    return;
  }
  const taken = await takeBackUnpaid(context, event);
  await updateSplit(context, eventId, { settled_at: now, own: taken.own });
  await chargeOrganizer(context, event, { own: taken.own, missing: taken.missing + unpaid });
  await noteShares(context, eventId);
}

async function settleOne(
  appContext: AppContext,
  { organization_id: organizationId, event_id: eventId }: Awaited<ReturnType<typeof listDue>>[number],
): Promise<void> {
  const context = { db: appContext.db, appContext, now: appContext.clock.now(), organizationId };
  await closePages(context, eventId);
  await appContext.db.transaction().execute((db) => collectShares({ ...context, db }, eventId));
}

export const settleUnpaidShares: Job = {
  name: "participants.settle",
  cron: "* * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    await runEach(await listDue(appContext), (due) => settleOne(appContext, due), "shared prices could not be settled");
  },
};

const listToRefund = ({ db, clock }: AppContext) =>
  db
    .selectFrom("event_splits")
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "event_splits.organization_id")
        .onRef("events.id", "=", "event_splits.event_id"),
    )
    .select(["event_splits.organization_id", "event_splits.event_id"])
    .where("event_splits.is_refund_due", "=", true)
    .where("events.ended_at", "<=", new Date(clock.now().getTime() - UNDO_MS))
    .limit(BATCH_SIZE)
    .execute();

export const refundDueShares: Job = {
  name: "participants.refund",
  cron: "* * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    await runEach(
      await listToRefund(appContext),
      ({ organization_id: organizationId, event_id: eventId }) =>
        appContext.db.transaction().execute(async (db) => {
          await lockGame(db, organizationId, eventId);
          await refundShares({ db, appContext, now: appContext.clock.now(), organizationId }, eventId);
        }),
      "shares could not be refunded",
    );
  },
};

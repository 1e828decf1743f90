/** Shares follow the bookings whose price they are: moved, ended, restored. */
import { eventStateOf } from "#contract/events-states-rules.ts";
import { computeRefund } from "#contract/organizations-cancellation-rules.ts";
import { endSaleCharge, listSharesOfEvent, reopenSaleCharge, wasRefunded } from "#server/charges/sale-charges.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { Language } from "#messages/translator.ts";
import {
  findSharedEvent,
  findSplit,
  followShares,
  lockShares,
  noteShares,
  redivide,
  refundShare,
  settlingTimeOf,
  updateSplit,
} from "./shares.ts";
import { isStanding } from "./share-units.ts";

const hasEnded = ({ status }: { status: string }): boolean => status === "canceled" || status === "rejected";

const listNamed = async ({ db, organizationId }: TenantContext, eventId: string, ids: readonly string[]) =>
  (await listSharesOfEvent(db, organizationId, eventId)).filter(({ id }) => ids.includes(id));

/** The price is divided anew where it, the people or the deadline have changed. */
export async function followChange(
  context: TenantContext,
  { eventId, moved }: { eventId: string; moved?: Language },
): Promise<void> {
  const { db, organizationId } = context;
  const split = await findSplit(db, organizationId, eventId);
  if (!split) return;
  const event = await findSharedEvent(db, organizationId, eventId);
  // A hold that had run out was paid all the same: shares that ended with it are there again.
  if (!hasEnded(event) && split.ended_charges.length > 0) return reopenShares(context, { eventId });
  const isSame = event.price - event.shared === split.own && moved === undefined;
  if (hasEnded(event) || isSame) return;
  await redivide(context, event, split, moved);
  await followShares(context, event);
}

export async function followApproval(context: TenantContext, { eventId }: { eventId: string }): Promise<void> {
  if (!(await findSplit(context.db, context.organizationId, eventId))) return;
  await followShares(context, await findSharedEvent(context.db, context.organizationId, eventId));
}

/** Nothing is owed any more; what is paid is refunded by the same steps as the organizer's, once the time to undo is over. */
export async function endShares(context: TenantContext, { eventId }: { eventId: string }): Promise<void> {
  const { db, organizationId } = context;
  if (!(await findSplit(db, organizationId, eventId))) return;
  const event = await findSharedEvent(db, organizationId, eventId);
  const standing = await lockShares(context, (await listSharesOfEvent(db, organizationId, eventId)).filter(isStanding));
  const reason = event.canceled_reason ?? event.rejected_reason;
  for (const share of standing) await endSaleCharge(context, share, { reason, by: event.ended_by });
  await updateSplit(context, eventId, {
    ended_charges: standing.map(({ id }) => id),
    is_refund_due: standing.some(({ settled }) => settled > 0),
  });
  await noteShares(context, eventId);
}

/** As of the booking itself, nobody asks again for what was refunded. */
export async function reopenShares(context: TenantContext, { eventId }: { eventId: string }): Promise<void> {
  const { db, organizationId } = context;
  const split = await findSplit(db, organizationId, eventId);
  if (!split) return;
  const ended = await listNamed(context, eventId, split.ended_charges);
  for (const share of await lockShares(context, ended))
    await reopenSaleCharge(context, share.id, { wasRefunded: await wasRefunded(context, share) });
  await updateSplit(context, eventId, { ended_charges: [], is_refund_due: false });
  const event = await findSharedEvent(db, organizationId, eventId);
  await updateSplit(context, eventId, { settles_at: settlingTimeOf(event) });
  await followShares(context, event);
  await noteShares(context, eventId);
}

/** The time to undo is over. The caller has locked the booking. */
export async function refundShares(context: TenantContext, eventId: string): Promise<void> {
  const { db, organizationId } = context;
  const split = await findSplit(db, organizationId, eventId);
  if (!split?.is_refund_due) return;
  await updateSplit(context, eventId, { is_refund_due: false });
  const event = await findSharedEvent(db, organizationId, eventId);
  if (eventStateOf(event) !== "canceled" && eventStateOf(event) !== "rejected") return;
  const percent = event.status === "rejected" ? 100 : (event.refund_percent ?? 100);
  const refund = {
    reason: event.canceled_reason ?? event.rejected_reason,
    ...{ requestedBy: event.ended_by, facilityId: event.facility_id },
  };
  for (const share of await lockShares(context, await listNamed(context, eventId, split.ended_charges))) {
    const paid = Math.min(share.settled, share.amount);
    await refundShare(context, share, { ...refund, amount: computeRefund({ price: share.amount, paid }, percent) });
  }
}

/** Lists of players show that it is paid. */
export async function notePaidShare(context: TenantContext, paymentId: string): Promise<void> {
  const { db, organizationId } = context;
  const paid = await db
    .selectFrom("payments")
    .innerJoin("charges", (join) =>
      join
        .onRef("charges.organization_id", "=", "payments.organization_id")
        .onRef("charges.id", "=", "payments.charge_id"),
    )
    .select("charges.share_of")
    .where("payments.organization_id", "=", organizationId)
    .where("payments.id", "=", paymentId)
    .where("charges.share_of", "is not", null)
    .executeTakeFirst();
  if (paid?.share_of) await noteShares(context, paid.share_of);
}

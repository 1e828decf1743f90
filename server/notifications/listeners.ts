/** Turns domain events of lower modules into notifications. */
import type { NotificationKind } from "#contract/notifications.ts";
import type { Booker } from "#server/customers/mail.ts";
import type { EventMailKind } from "#server/events/mail.ts";
import type { PlayerMailKind } from "#server/participants/mail.ts";
import type { DomainEventListeners, TenantContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { insertPersonalChanges } from "#server/kit/notify/live-changes.ts";
import { notify, notifyTeam } from "./notify.ts";
import { pushAlone } from "./push.ts";
import { deleteNotificationsOf, deleteRecent, deleteRecentOfKinds, MERGE_MS, updateReadAt } from "./queries.ts";

type Context = Pick<TenantContext, "db" | "now" | "organizationId">;

const findEvent = (db: Database, organizationId: string, eventId: string) =>
  db
    .selectFrom("events")
    .select(["id", "series_id", "user_id", "customer_id", "status", "former_status", "former_pending_reason"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", eventId)
    .executeTakeFirstOrThrow();

/** The dates of a series are one subject. */
const subjectIdOf = ({ id, series_id }: { id: string; series_id: string | null }) => series_id ?? id;

const noteChanges = ({ db, now }: Context, userIds: readonly string[]): Promise<void> =>
  insertPersonalChanges(db, { module: "notifications", userIds: [...new Set(userIds)], at: now });

async function isStillWaiting({ db, organizationId }: Context, seriesId: string | null): Promise<boolean> {
  if (seriesId === null) return false;
  const waiting = await db
    .selectFrom("events")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("series_id", "=", seriesId)
    .where("status", "=", "pending")
    .where("pending_reason", "=", "approval")
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Nobody has to look at a request any more that somebody has decided, or its customer withdrawn. */
async function closeRequest(context: Context, event: Awaited<ReturnType<typeof findEvent>>): Promise<void> {
  const { db, organizationId, now } = context;
  const wasRequest = event.former_status === "pending" && event.former_pending_reason === "approval";
  if (!wasRequest || (await isStillWaiting(context, event.series_id))) return;
  const key = { organizationId, kind: "booking_requested" as const, subjectId: subjectIdOf(event) };
  await noteChanges(context, await updateReadAt(db, key, { from: null, to: now }));
}

/** Kinds of what waits for an undo with its mail, or follows from it. */
const kindsOfMails: Partial<Record<EventMailKind, NotificationKind>> = {
  Approved: "own_booking_confirmed",
  Restored: "own_booking_confirmed",
  Moved: "own_booking_moved",
  Canceled: "own_booking_canceled",
  Rejected: "own_booking_rejected",
  Reminder: "own_booking_reminder",
};

/** Nobody is told what they booked by themselves, also where a payment confirms it, or they came by the public page. */
const isByOther = ({ user_id, customer_id }: Booker, actorId: string | null): boolean =>
  actorId !== null && actorId !== user_id && actorId !== customer_id;

/** Kinds of what players are told, too. */
const kindsOfPlayerMails: Partial<Record<PlayerMailKind, NotificationKind>> = {
  Moved: kindsOfMails.Moved,
  Canceled: kindsOfMails.Canceled,
  Restored: kindsOfMails.Restored,
  Reminder: kindsOfMails.Reminder,
};

/** Other payments than those for bookings are told by mail alone. */
const findRefundedUser = async ({ db, organizationId }: Context, paymentId: string): Promise<string | null> => {
  const payment = await db
    .selectFrom("payments")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", paymentId)
    .where("event_id", "is not", null)
    .executeTakeFirst();
  return payment?.user_id ?? null;
};

async function takeBack(context: Context, subjectId: string): Promise<void> {
  const { db, organizationId, now } = context;
  const kinds = Object.values(kindsOfMails);
  const since = new Date(now.getTime() - MERGE_MS);
  await noteChanges(context, await deleteRecentOfKinds(db, { organizationId, kinds, subjectId, since }));
}

const MOST_NAMES = 5;

export const listeners = {
  "accounts.closed": ({ db }, { userId }) => deleteNotificationsOf(db, userId),
  "events.requested": async (context, { eventIds, userId }) => {
    const [first] = eventIds;
    if (first === undefined) return;
    const event = await findEvent(context.db, context.organizationId, first);
    await notifyTeam(context, {
      kind: "booking_requested",
      subjectId: subjectIdOf(event),
      params: { eventId: first },
      count: eventIds.length,
      except: [userId, event.user_id],
    });
  },
  "events.approved": async (context, { eventId }) =>
    closeRequest(context, await findEvent(context.db, context.organizationId, eventId)),
  "events.ended": async (context, { eventId }) => {
    const event = await findEvent(context.db, context.organizationId, eventId);
    await closeRequest(context, event);
    const { user, access } = context;
    const isByCustomer = (user.isGuest ? event.customer_id : event.user_id) === user.id && !access.isTeam;
    // Nobody was told of a hold before its payment.
    if (event.status !== "canceled" || !isByCustomer || event.former_pending_reason === "payment") return;
    await notifyTeam(context, {
      kind: "booking_canceled",
      subjectId: subjectIdOf(event),
      params: { eventId },
      except: [context.user.id],
    });
  },
  "events.restored": async (context, { eventId, endedAt }) => {
    if (endedAt === null) return;
    const { db, organizationId, now } = context;
    const event = await findEvent(db, organizationId, eventId);
    const key = { organizationId, subjectId: subjectIdOf(event) };
    const since = new Date(now.getTime() - MERGE_MS);
    const changed = [
      ...(await updateReadAt(db, { ...key, kind: "booking_requested" }, { from: endedAt, to: null })),
      ...(await deleteRecent(db, { ...key, kind: "booking_canceled" }, { eventId, since })),
    ];
    await noteChanges(context, changed);
  },
  "events.customerTold": async (context, { kind: mail, booker, actorId, subjectId, eventIds, heldUntil }) => {
    const kind = mail === "Booked" && isByOther(booker, actorId) ? "own_booking_made" : kindsOfMails[mail];
    const [first] = eventIds;
    if (!kind || first === undefined || booker.user_id === null) return;
    const dates = eventIds.length;
    // Several are dates of one series, of which each also has news of its own.
    const about = dates > 1 ? subjectIdOf(await findEvent(context.db, context.organizationId, first)) : subjectId;
    const fact = { kind, subjectId: about, params: { eventId: first, ...(dates > 1 && { dates }) }, count: dates };
    await notify(context, { ...fact, to: [booker.user_id], after: heldUntil ?? undefined });
  },
  "events.customerUntold": (context, { subjectId }) => takeBack(context, subjectId),
  "events.pushReminderDue": (context, { eventId, userId }) => {
    const { organizationId } = context;
    const fact = { organizationId, kind: "own_booking_reminder", subjectId: eventId, params: { eventId } } as const;
    return pushAlone(context, fact, userId);
  },
  "participants.pushReminderDue": (context, { participantId, userId }) => {
    const { organizationId } = context;
    const about = { subjectId: participantId, params: { isPlayer: true } };
    return pushAlone(context, { organizationId, kind: "own_booking_reminder", ...about }, userId);
  },
  "participants.told": async (context, { participantId: subjectId, userId, kind: mail, heldUntil }) => {
    const kind = kindsOfPlayerMails[mail];
    if (!kind) return;
    const fact = { kind, subjectId, params: { isPlayer: true }, to: [userId] };
    await notify(context, { ...fact, after: heldUntil ?? undefined });
  },
  "participants.untold": (context, { participantId }) => takeBack(context, participantId),
  "payments.refunded": async (context, { refundId, paymentId }) => {
    const userId = await findRefundedUser(context, paymentId);
    if (userId !== null) await notify(context, { kind: "own_refund", subjectId: refundId, to: [userId] });
  },
  "waitlist.offered": (context, { userId, eventId, slot }) =>
    notify(context, { kind: "slot_offered", subjectId: eventId, params: { slot }, to: [userId] }),
  "waitlist.free": (context, { userId, entryId, slot }) =>
    notify(context, { kind: "slot_free", subjectId: entryId, params: { slot }, to: [userId] }),
  // Nothing is left to answer.
  "waitlist.answered": async (context, { eventId: subjectId }) => {
    const key = { organizationId: context.organizationId, kind: "slot_offered" as const, subjectId };
    await noteChanges(context, await updateReadAt(context.db, key, { from: null, to: context.now }));
  },
  "participants.invited": (context, { participantId, userId }) =>
    notify(context, { kind: "player_invited", subjectId: participantId, to: [userId] }),
  "participants.shareMissing": (context, { eventId, userId }) =>
    notify(context, { kind: "share_missing", subjectId: eventId, params: { eventId }, to: [userId] }),
  "payments.noShowFeeCharged": (context, { chargeId, eventId, userId, heldUntil }) =>
    notify(context, {
      ...{ kind: "no_show_fee", subjectId: chargeId, params: { eventId }, to: [userId], after: heldUntil },
    }),
  // Nothing is owed any more.
  "payments.noShowFeeEnded": async (context, { chargeId: subjectId }) => {
    const { db, organizationId } = context;
    const fact = { organizationId, kinds: ["no_show_fee"] as const, subjectId, since: new Date(0) };
    await noteChanges(context, await deleteRecentOfKinds(db, fact));
  },
  "participants.answered": async (context, { participantId, eventId, organizerId }) => {
    const key = { organizationId: context.organizationId, kind: "player_invited" as const, subjectId: participantId };
    await noteChanges(context, await updateReadAt(context.db, key, { from: null, to: context.now }));
    if (organizerId === null) return;
    const fact = { kind: "player_answered", subjectId: participantId, params: { eventId } } as const;
    await notify(context, { ...fact, to: [organizerId] });
  },
  "members.answered": (context, { organizationId, invitationId }) =>
    notifyTeam(
      { ...context, organizationId },
      { kind: "invitation_answered", subjectId: invitationId, except: [context.user.id] },
    ),
  "joining.requested": (context, { organizationId, requestId }) =>
    notifyTeam(
      { ...context, organizationId },
      { kind: "join_requested", subjectId: requestId, except: [context.user.id] },
    ),
  // Nobody has to look at it any more.
  "joining.answered": async (context, { organizationId, requestId: subjectId, userId }) => {
    const key = { organizationId, kind: "join_requested" as const, subjectId };
    await noteChanges(context, await updateReadAt(context.db, key, { from: null, to: context.now }));
    if (userId !== null)
      await notify({ ...context, organizationId }, { kind: "join_answered", subjectId, to: [userId] });
  },
  "busy-calendars.conflictsFound": (context, { calendarId, count }) =>
    notifyTeam(context, { kind: "busy_conflict", subjectId: calendarId, count, except: [] }),
  "busy-calendars.failing": (context, { calendarId, failingSince }) =>
    notifyTeam(context, {
      kind: "busy_calendar_failing",
      subjectId: calendarId,
      params: { failingSince: failingSince.toISOString() },
      except: [],
    }),
  "invoices.monthlyFailed": (context, { month, failed }) =>
    notifyTeam(context, {
      kind: "invoices_failed",
      subjectId: context.organizationId,
      params: {
        month,
        names: failed.slice(0, MOST_NAMES).map(({ name }) => name),
        isSellerIncomplete: failed.some(({ reason }) => reason === "sellerIncomplete"),
      },
      count: failed.length,
      except: [],
    }),
  "orders.paid": (context, { orderId }) => notifyTeam(context, { kind: "pass_bought", except: [], subjectId: orderId }),
  "orders.withdrawn": (context, { orderId, by }) =>
    notifyTeam(context, { kind: "pass_withdrawn", except: [by], subjectId: orderId }),
  "payments.failed": (context, { paymentId }) =>
    notifyTeam(context, { kind: "payment_failed", except: [], subjectId: paymentId }),
  "payments.refundFailed": (context, { refundId }) =>
    notifyTeam(context, { kind: "refund_failed", except: [], subjectId: refundId }),
  "payments.disputed": (context, { paymentId, amount, reason, dueBy }) =>
    notifyTeam(context, {
      kind: "payment_disputed",
      except: [],
      subjectId: paymentId,
      params: { amount, reason, dueBy: dueBy?.toISOString() ?? null },
    }),
} satisfies DomainEventListeners;

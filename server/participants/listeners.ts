/** Reacts to changes of bookings, and when accounts end. */
import type { DomainEventListeners, TenantContext } from "#server/kit/events/domain-events.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { updateAccessLinksEnd } from "#server/organizations/access-links.ts";
import { endShares, followApproval, followChange, notePaidShare, reopenShares } from "./follow-bookings.ts";
import { endPlayers } from "./follow-customer.ts";
import { linkEnd } from "./links.ts";
import { notifyEnded, notifyMoved, notifyRestored } from "./notify.ts";
import { countTaken, findGame, deletePlayersOf, listPlayers } from "./queries.ts";
import { moveRemindersOfPlayers, schedulePlayerReminders } from "./reminders.ts";
import { placesOf } from "./read.ts";

async function followMove(context: TenantContext, eventId: string): Promise<void> {
  const { db, organizationId } = context;
  const players = await listPlayers(db, organizationId, [eventId]);
  if (players.length === 0) return;
  const game = await findGame(db, { organizationId, eventId, language: "en" });
  const taken = await countTaken(db, organizationId, eventId);
  // Nobody is turned away silently: the organizer or the team removes somebody first.
  if (taken > 1 && taken > placesOf(game))
    throw invalidFields({ people: [message("participants.tooFew", { count: taken })] });
  for (const { id: subjectId } of players)
    await updateAccessLinksEnd(db, { purpose: "player", subjectId, endsAt: linkEnd(game.end_time) });
  await updateAccessLinksEnd(db, { purpose: "players", subjectId: eventId, endsAt: linkEnd(game.start_time) });
  const isAtAnotherTime = players.some(({ told_start }) => told_start.getTime() !== game.start_time.getTime());
  if (isAtAnotherTime) await schedulePlayerReminders(context, { eventId, isNew: true });
  await notifyMoved(context, eventId);
}

async function followRestoration(context: TenantContext, eventId: string): Promise<void> {
  await schedulePlayerReminders(context, { eventId, isNew: false });
  await notifyRestored(context, eventId);
}

export const listeners = {
  "events.changed": async (context, { eventId, moved }) => {
    if (moved !== undefined) await followMove(context, eventId);
    await followChange(context, { eventId, ...(moved && { moved }) });
  },
  "events.customerChanging": endPlayers,
  "events.approved": followApproval,
  "events.ended": async (context, { eventId }) => {
    await endShares(context, { eventId });
    await notifyEnded(context, eventId);
  },
  "events.expired": async (context, { eventId }) => {
    await endShares(context, { eventId });
    await notifyEnded(context, eventId);
  },
  "events.restored": async (context, { eventId }) => {
    await reopenShares(context, { eventId });
    await followRestoration(context, eventId);
  },
  "payments.succeeded": (context, { paymentId }) => notePaidShare(context, paymentId),
  "organizations.remindersChanged": (context, scope) => moveRemindersOfPlayers(context, scope),
  "accounts.closed": ({ db }, { userId, email }) => deletePlayersOf(db, { userId, email }),
} satisfies DomainEventListeners;

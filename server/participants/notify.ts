/** Tells players by mail, in their language, with a link of their own. */
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { cancelQueuedMails, enqueueMail } from "#server/kit/mail/outbox.ts";
import { findRecipient } from "#server/members/mail.ts";
import type { Language } from "#messages/translator.ts";
import { createSecret } from "./links.ts";
import { nameForPlayers } from "./names.ts";
import { findShareDue } from "./reminder-facts.ts";
import { unpaidSharesMail } from "./unpaid-shares-mail.ts";
import { playerMails, type PlayerMailKind, type PlayerMailParams } from "./mail.ts";
import {
  findAccount,
  findGame,
  findOrganizerAddress,
  listPlayers,
  updatePlayer,
  type Game,
  type NamedPlayer,
  type PlayerRow,
} from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** Somebody with an account is invited to a booking of somebody else. */
    "participants.invited": { participantId: string; userId: string };
    /** A player has answered, or an invitation is none any more. */
    "participants.answered": {
      participantId: string;
      eventId: string;
      /** Null where the organizer has done it. */
      organizerId: string | null;
    };
    /** A player with an account is told what became of the booking in which they play, by mail too. */
    "participants.told": {
      participantId: string;
      userId: string;
      kind: PlayerMailKind;
      /** The end of the time in which it may be taken back; null where it is told at once. */
      heldUntil: Date | null;
    };
    /** News to a player was taken back, or something else is told instead. */
    "participants.untold": { participantId: string };
    /** Unpaid shares of a booking are its organizer's now. */
    "participants.shareMissing": { eventId: string; userId: string };
  }
}

export const organizerOf = ({ customer_name, name }: Game): string => customer_name ?? name;

async function findReader(
  { db, organizationId }: TenantContext,
  { user_id, email, language }: PlayerRow,
): Promise<{ email: string; language: Language } | undefined> {
  if (user_id !== null) return findRecipient(db, organizationId, user_id);
  return email === null ? undefined : { email, language: language as Language };
}

interface PlayerNews extends Pick<PlayerMailParams, "others" | "share" | "isShareBack"> {
  before?: PlayerMailParams["before"] | undefined;
  isHeld?: boolean;
}

async function sendMail(
  context: TenantContext,
  kind: PlayerMailKind,
  player: PlayerRow,
  { before, others, share, isShareBack, isHeld = false }: PlayerNews = {},
): Promise<void> {
  const { db, appContext, now, organizationId } = context;
  const reader = await findReader(context, player);
  if (!reader) return;
  const { email: to, language } = reader;
  const game = await findGame(db, { organizationId, eventId: player.event_id, language });
  const subject = { purpose: "player", subjectId: player.id, endTime: game.end_time } as const;
  const params: PlayerMailParams = {
    ...{ organizer: organizerOf(game), organization: game.organization_name, sport: game.sport_name },
    ...{ field: game.field_name, facility: game.facility_name, address: game.complete_address },
    ...{ start: game.start_time.toISOString(), end: game.end_time.toISOString(), timezone: game.timezone },
    ...{ ...(before && { before }), ...(others && { others }), ...(share && { share }) },
    ...(isShareBack && { isShareBack }),
    link: `${appContext.config.appUrl}/p/${await createSecret(context, subject)}`,
  };
  await enqueueMail(context, {
    ...{ to, language, template: playerMails[kind], params },
    ...(isHeld && { about: player.id, after: new Date(now.getTime() + UNDO_MS) }),
  });
}

/** @param mayMail false where the mailbox has had enough invitations for a day */
export async function notifyInvited(context: TenantContext, player: PlayerRow, mayMail: boolean): Promise<void> {
  const userId =
    player.user_id ??
    (player.email === null ? undefined : (await findAccount(context.db, { email: player.email }))?.id);
  if (userId !== undefined) await publish(context, "participants.invited", { participantId: player.id, userId });
  if (mayMail) await sendMail(context, "Invitation", player);
}

export const notifyRemoved = (context: TenantContext, player: PlayerRow): Promise<void> =>
  sendMail(context, "Removed", player);

/** By mail, and in the application where they have an account. Nobody is told of what they have done themselves. */
async function tell(
  context: TenantContext & { user?: { id: string } },
  kind: PlayerMailKind,
  player: PlayerRow,
  news: PlayerNews = {},
): Promise<void> {
  const { id: participantId, user_id: userId } = player;
  if (userId !== null && userId === context.user?.id) return;
  const heldUntil = news.isHeld === true ? new Date(context.now.getTime() + UNDO_MS) : null;
  if (userId !== null) await publish(context, "participants.told", { participantId, userId, kind, heldUntil });
  await sendMail(context, kind, player, news);
}

/** Takes back what waits for an undo. @returns what the player knew before the first of it */
async function withdraw(context: TenantContext, player: PlayerRow) {
  const withdrawn = await cancelQueuedMails(context, player.id);
  if (withdrawn.length > 0) await publish(context, "participants.untold", { participantId: player.id });
  const known = withdrawn.map(({ params }) => (params as PlayerMailParams).before).find(Boolean);
  return { templates: withdrawn.map(({ template }) => template), known };
}

/** The booking is given to another customer. @param isTold whether they had accepted */
export async function notifyReassigned(
  context: TenantContext,
  player: PlayerRow,
  { isTold, isShareBack }: { isTold: boolean; isShareBack: boolean },
): Promise<void> {
  await withdraw(context, player);
  if (isTold) await tell(context, "Reassigned", player, { isShareBack });
}

/** Once each: somebody may play by their account and by their address, and the organizer is told as a customer. */
export async function listAccepted({ db, organizationId }: TenantContext, eventId: string): Promise<NamedPlayer[]> {
  const accepted = (await listPlayers(db, organizationId, [eventId])).filter(({ state }) => state === "accepted");
  const organizer = await findOrganizerAddress(db, organizationId, eventId);
  const addresses = new Set([organizer, ...accepted.map(({ account_email }) => account_email)]);
  return accepted.filter(({ user_id, email }) => user_id !== null || !addresses.has(email));
}

/** Those who play are told of another time or field; a move that was taken back at once is none. */
export async function notifyMoved(context: TenantContext, eventId: string): Promise<void> {
  const { db, organizationId } = context;
  const game = await findGame(db, { organizationId, eventId, language: "en" });
  for (const player of await listAccepted(context, eventId)) {
    const told = {
      start: player.told_start.toISOString(),
      end: player.told_end.toISOString(),
      fieldId: player.told_field_id,
    };
    const isSame = (one: typeof told) =>
      one.start === game.start_time.toISOString() &&
      one.end === game.end_time.toISOString() &&
      one.fieldId === game.field_id;
    if (isSame(told)) continue;
    const { known } = await withdraw(context, player);
    await updatePlayer(db, organizationId, player.id, {
      ...{ told_start: game.start_time, told_end: game.end_time, told_field_id: game.field_id },
    });
    const before = known ?? { ...told, field: await findFieldName(context, told.fieldId) };
    if (!isSame(before)) await tell(context, "Moved", player, { before, isHeld: true });
  }
}

async function findFieldName({ db, organizationId }: TenantContext, fieldId: string): Promise<string> {
  const { name } = await db
    .selectFrom("fields")
    .select("name")
    .where("organization_id", "=", organizationId)
    .where("id", "=", fieldId)
    .executeTakeFirstOrThrow();
  return name;
}

export async function notifyEnded(context: TenantContext, eventId: string): Promise<void> {
  for (const player of await listAccepted(context, eventId)) {
    const { known } = await withdraw(context, player);
    await tell(context, "Canceled", player, { before: known, isHeld: true });
  }
}

/** Nobody who has not heard of the cancellation hears that it was taken back. */
export async function notifyRestored(context: TenantContext, eventId: string): Promise<void> {
  const game = await findGame(context.db, { organizationId: context.organizationId, eventId, language: "en" });
  if (game.status !== "approved") return;
  for (const player of await listAccepted(context, eventId)) {
    const { templates, known } = await withdraw(context, player);
    if (!templates.includes(playerMails.Canceled.name)) await tell(context, "Restored", player);
    // A move before the cancellation, of which nobody has heard yet.
    else if (known) await tell(context, "Moved", player, { before: known, isHeld: true });
  }
}

/** Shortly before the booking; once, as of all else. */
export async function tellReminder(context: TenantContext, player: PlayerRow): Promise<void> {
  const accepted = await listAccepted(context, player.event_id);
  if (!accepted.some(({ id }) => id === player.id)) return;
  const share = await findShareDue(context, player);
  await tell(context, "Reminder", player, {
    others: accepted.flatMap((other) => (other.id === player.id ? [] : nameForPlayers(other) || [])),
    ...(share && { share: { ...share, until: share.until.toISOString() } }),
  });
}

interface Missing {
  /** Minor units. */
  missing: number;
  /** It could not be taken from the organizer's card. */
  isRefused: boolean;
}

/** The booking. */
interface MissingOf {
  id: string;
  user_id: string | null;
  currency: string;
  payment: string | null;
}

export async function notifyUnpaidShares(
  context: TenantContext,
  { id: eventId, user_id: userId, currency, payment }: MissingOf,
  { missing, isRefused }: Missing,
): Promise<void> {
  const { db, appContext, organizationId } = context;
  if (userId === null) return;
  await publish(context, "participants.shareMissing", { eventId, userId });
  const reader = await findRecipient(db, organizationId, userId);
  if (!reader) return;
  const { email: to, language } = reader;
  const game = await findGame(db, { organizationId, eventId, language });
  const params = {
    ...{
      amount: missing,
      isRefused,
      isAtClub: payment !== "online",
      currency,
      organization: game.organization_name,
      field: game.field_name,
    },
    ...{ start: game.start_time.toISOString(), end: game.end_time.toISOString(), timezone: game.timezone },
    link: `${appContext.config.appUrl}/organizations/${organizationId}/events/${eventId}`,
  };
  await enqueueMail(context, { to, language, template: unpaidSharesMail, params });
}

/** Mails to an address without an account have it. */
export async function languageOfOrganization({ db, organizationId }: TenantContext): Promise<Language> {
  const { country_id } = await db
    .selectFrom("organizations")
    .select("country_id")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return languageOfCountry(country_id);
}

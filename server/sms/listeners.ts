/** Tells by text message what cannot wait for an email, as long as the organization pays for more of them. */
import { sql } from "kysely";
import { smsKinds, type NotificationKind } from "#contract/notifications.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language, Translate } from "#messages/translator.ts";
import type { Booker } from "#server/customers/mail.ts";
import { translateReason } from "#server/events/translate-reason.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { DomainEventListeners, TenantContext } from "#server/kit/events/domain-events.ts";
import { composeSms } from "#server/kit/notify/sms-text.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findMorning } from "#server/notifications/push.ts";
import { notifyTeam } from "#server/notifications/notify.ts";
import { cancelQueuedSms, deleteSmsOfCustomers, deleteSmsOfUser, enqueueSms } from "./outbox.ts";
import { findSmsRecipient } from "./recipients.ts";
import { findMonthlyUse } from "./settings.ts";

type Context = Pick<TenantContext, "db" | "now" | "organizationId" | "appContext">;

const HOUR_MS = 3_600_000;
/** Cancellations of what begins later can wait for an email. */
const URGENT_MS = 24 * HOUR_MS;
/** News of what begins within this time wake people. */
const SOON_MS = 3 * HOUR_MS;
/** Share of the month's messages at which the team is told. */
const NEAR_LIMIT = 0.8;

const findSender = (db: Database, organizationId: string) =>
  db
    .selectFrom("organizations")
    .select(["name", "country_id", "phone", "sms_limit"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
type Sender = Awaited<ReturnType<typeof findSender>>;

/**
 * Counts with the month held, so that two transactions together send no message too many.
 * @returns whether one more may be sent
 */
async function takeOne(context: Context): Promise<boolean> {
  const { db, organizationId, now } = context;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${organizationId}`}, 0))`.execute(db);
  const { monthlyLimit, sent } = await findMonthlyUse(db, organizationId, now);
  if (monthlyLimit === null || sent >= monthlyLimit) return false;
  const isNear = (count: number) => count >= monthlyLimit * NEAR_LIMIT;
  if (isNear(sent + 1) && !isNear(sent))
    await notifyTeam(context, {
      kind: "sms_limit",
      subjectId: organizationId,
      params: { limit: monthlyLimit },
      except: [],
    });
  return true;
}

/** Nobody is woken for what can wait until the morning. */
function findSendingTime(now: Date, { start, timezone }: { start: Date; timezone: string }): Date {
  if (start.getTime() - now.getTime() <= SOON_MS) return now;
  const morning = findMorning(timezone, now);
  return morning !== undefined && morning < start ? morning : now;
}

interface Told {
  kind: NotificationKind;
  booker: Booker;
  about: string;
  start: Date;
  timezone: string;
  /** Not before. */
  heldUntil: Date | null;
  write(reader: { t: Translate; language: Language; sender: Sender }): string;
}

async function tell(context: Context, { kind, booker, about, start, timezone, heldUntil, write }: Told): Promise<void> {
  const { db, organizationId, now, appContext } = context;
  if (!appContext.config.sms || !smsKinds.includes(kind) || start <= now) return;
  const sender = await findSender(db, organizationId);
  if (sender.sms_limit === null) return;
  const to = await findSmsRecipient(db, { organizationId, countryId: sender.country_id, kind }, booker);
  if (!to || !(await takeOne(context))) return;
  const { language } = to;
  const due = findSendingTime(now, { start, timezone });
  await enqueueSms(context, {
    ...{ userId: booker.user_id, customerId: booker.customer_id, to: to.to, about },
    text: write({ t: translators[language], language, sender }),
    after: heldUntil !== null && heldUntil > due ? heldUntil : due,
  });
}

const listCanceled = (db: Database, organizationId: string, ids: readonly string[], until: Date) =>
  db
    .selectFrom("events")
    .innerJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "events.organization_id").onRef("fields.id", "=", "events.field_id"),
    )
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .select(["events.id", "events.start_time", "events.canceled_reason", "fields.name as field", "facilities.timezone"])
    .where("events.organization_id", "=", organizationId)
    .where(isAnyOf("events.id", ids))
    .where("events.start_time", "<=", until)
    .orderBy("events.start_time")
    .execute();

/** The booking of a player; undefined unless the club has canceled it. */
const findCanceledByClub = (db: Database, organizationId: string, participantId: string) =>
  db
    .selectFrom("event_participants as player")
    .innerJoin("events", (join) =>
      join.onRef("events.organization_id", "=", "player.organization_id").onRef("events.id", "=", "player.event_id"),
    )
    .select("events.id")
    .where("player.organization_id", "=", organizationId)
    .where("player.id", "=", participantId)
    .where("events.status", "=", "canceled")
    .where("events.expired", "=", false)
    .where("events.ended_by", "is not", null)
    .where((e) => e("events.user_id", "is distinct from", e.ref("events.ended_by")))
    .executeTakeFirst();

interface ToldCancellation {
  booker: Booker;
  /** Withdrawn with it. */
  about: string;
  eventIds: readonly string[];
  heldUntil: Date | null;
}

async function tellOfCancellation(
  context: Context,
  { booker, about, eventIds, heldUntil }: ToldCancellation,
): Promise<void> {
  const { db, organizationId, now } = context;
  const soon = new Date(now.getTime() + URGENT_MS);
  for (const event of await listCanceled(db, organizationId, eventIds, soon))
    await tell(context, {
      ...{ kind: "own_booking_canceled", booker, about, heldUntil },
      ...{ start: event.start_time, timezone: event.timezone },
      write: ({ t, language, sender }) =>
        composeSms(
          t("sms.canceled", {
            club: sender.name,
            field: event.field,
            when: dayTime(language, event.timezone, event.start_time),
          }),
          translateReason(event.canceled_reason, language) ?? "",
          sender.phone ?? "",
        ),
    });
}

/** Without the zone, for which there is no room: it is the place's. */
function dayTime(language: Language, timezone: string, instant: Date | string): string {
  const { day, time } = dateFormats(language, timezone);
  return `${day(instant)}, ${time(instant)}`;
}

async function tellOfOffer(
  context: Context,
  kind: "slot_offered" | "slot_free",
  {
    userId,
    about,
    slot,
  }: {
    userId: string;
    about: string;
    slot: { field: string; startTime: string; timezone: string; expiresAt: string | null };
  },
): Promise<void> {
  const { appUrl } = context.appContext.config;
  await tell(context, {
    ...{ kind, about, booker: { user_id: userId, customer_id: null } },
    // An offer ends soon: it is as urgent as its end.
    start: new Date(slot.expiresAt ?? slot.startTime),
    ...{ timezone: slot.timezone, heldUntil: null },
    write: ({ t, language, sender }) => {
      const facts = { club: sender.name, field: slot.field, when: dayTime(language, slot.timezone, slot.startTime) };
      const text =
        slot.expiresAt === null
          ? t("sms.slotFree", facts)
          : t("sms.slotOffered", { ...facts, until: dateFormats(language, slot.timezone).time(slot.expiresAt) });
      return composeSms(text, "", `${appUrl}/my-bookings`);
    },
  });
}

export const listeners = {
  "events.customerTold": async (context, { kind, booker, subjectId, eventIds, heldUntil }) => {
    if (kind !== "Canceled" || !context.appContext.config.sms) return;
    await tellOfCancellation(context, { booker, about: subjectId, eventIds, heldUntil });
  },
  // Players read by mail alone of a cancellation by the organizer.
  "participants.told": async (context, { kind, participantId, userId, heldUntil }) => {
    if (kind !== "Canceled" || !context.appContext.config.sms) return;
    const event = await findCanceledByClub(context.db, context.organizationId, participantId);
    if (!event) return;
    const booker = { user_id: userId, customer_id: null };
    await tellOfCancellation(context, { booker, about: participantId, eventIds: [event.id], heldUntil });
  },
  "participants.untold": (context, { participantId }) => cancelQueuedSms(context, participantId),
  "events.customerUntold": (context, { subjectId }) => cancelQueuedSms(context, subjectId),
  "waitlist.offered": (context, { userId, eventId, slot }) =>
    tellOfOffer(context, "slot_offered", { userId, about: eventId, slot }),
  "waitlist.free": (context, { userId, entryId, slot }) =>
    tellOfOffer(context, "slot_free", { userId, about: entryId, slot }),
  "waitlist.answered": (context, { eventId }) => cancelQueuedSms(context, eventId),
  "accounts.closed": ({ db }, { userId }) => deleteSmsOfUser(db, userId),
  "customers.forgotten": (context, { customerIds }) => deleteSmsOfCustomers(context, customerIds),
} satisfies DomainEventListeners;

/** Tells news to the browsers that a person lets be told: at night in the morning, and what cannot wait at once. */
import { createHash } from "node:crypto";
import { type NotificationKind, notificationPermissions, topicOfKind } from "#contract/notifications.ts";
import { gameSentences, isGameKind, kindLabels } from "#contract/notifications-labels-rules.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { type PushMessage, sendPush } from "#server/kit/notify/web-push.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { translators } from "#server/kit/process/translators.ts";
import { listTeamAccess } from "#server/members/permissions.ts";
import { findUnreadFor, findPushChoice, listOrganizationNames, type NotificationRow } from "./queries.ts";
import { readSubjects, type Subject } from "./subjects.ts";

export const PUSH_JOB = "notifications.push";

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
/** Hours of the clock where the person is. */
const [EVENING, MORNING] = [22, 7];
/** Events that begin within this time are told at night too. */
const SOON_MS = 3 * HOUR_MS;

/** Devices of those whose rows were written: most people have none. */
export const listPushes = async (
  db: Database,
  rows: readonly { id: string; userId: string }[],
): Promise<{ id: string; subscriptionId: string }[]> => {
  const found = await db
    .selectFrom("push_subscriptions")
    .select(["user_id", "id"])
    .where(isAnyOf("user_id", [...new Set(rows.map(({ userId }) => userId))]))
    .execute();
  return rows.flatMap(({ id, userId }) =>
    found.filter(({ user_id }) => user_id === userId).map((one) => ({ id, subscriptionId: one.id })),
  );
};

/** The end of the night, where it is one. */
export function findMorning(timezone: string, now: Date): Date | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  if (local.hour >= MORNING && local.hour < EVENING) return undefined;
  const day = local.hour >= EVENING ? local.add({ days: 1 }) : local;
  return new Date(day.withPlainTime({ hour: MORNING }).epochMilliseconds);
}

/** Until when the message is of use: an offer ends, and a booking begins. */
const findEnd = ({ slot, booking }: Subject): string | undefined =>
  slot ? (slot.expiresAt ?? slot.startTime) : booking?.startTime;

/** Page that shows it: the bell's own for the team, which can act there. */
function findAddress({ kind, organization_id }: NotificationRow, { slot, booking, player }: Subject): string {
  if (slot && player) return `/my-bookings/${player.id}`;
  if (kind === "player_invited") return "/my-bookings";
  const within = `/organizations/${organization_id}`;
  if (slot) return slot.expiresAt === null ? `${within}/find` : "/my-bookings";
  const isOwn = notificationPermissions[kind as NotificationKind] === null;
  return isOwn && booking ? `${within}/events/${booking.eventId}` : "/notifications";
}

/** Names no other person and no price: whoever holds the device may read it. */
function composeMessage(
  row: NotificationRow,
  subject: Subject,
  { organization, language, now }: { organization: string; language: Language; now: Date },
): PushMessage {
  const t = translators[language];
  const kind = row.kind as NotificationKind;
  const what = t(kindLabels[kind]);
  const { slot, booking, player } = subject;
  const place = slot ?? booking;
  const field = slot?.field ?? booking?.field.name ?? "";
  const when = place ? dateFormats(language, place.timezone).zonedDayTime(place.startTime) : "";
  const told = place ? t("notifications.pushText", { what, field, when }) : what;
  const body = slot && player && isGameKind(kind) ? t(gameSentences[kind], { field: `${field}, ${when}` }) : told;
  const topic = createHash("sha256").update(`${row.kind} ${row.subject_id}`).digest("base64url").slice(0, 32);
  const end = findEnd(subject);
  const left = end === undefined ? DAY_SECONDS : Math.floor((Date.parse(end) - now.getTime()) / 1000);
  return {
    content: { title: organization, body, url: findAddress(row, subject), tag: topic },
    topic,
    seconds: Math.max(0, Math.min(DAY_SECONDS, left)),
    urgency: slot && !player ? "high" : "normal",
  };
}

/** News of which a device alone is told: no row stands in the application. */
export interface PushedFact {
  organizationId: string;
  kind: NotificationKind;
  subjectId: string;
  params: Record<string, unknown>;
}

/** A row, by its id, or a fact without one. */
type Push = { subscriptionId: string } & ({ id: string } | { fact: PushedFact });

const asRow = (
  { organizationId, kind, subjectId, params }: PushedFact,
  userId: string,
  now: Date,
): NotificationRow => ({
  ...{ id: subjectId, user_id: userId, organization_id: organizationId, kind, topic: topicOfKind[kind] },
  ...{ subject_id: subjectId, params, count: 1, read_at: null, mail_at: null, created_at: now },
});

/** The devices of people who have not turned the kind off, there or in the application. */
export async function pushAlone(
  { db, appContext }: Pick<TenantContext, "db" | "appContext">,
  fact: PushedFact,
  userId: string,
): Promise<void> {
  for (const { subscriptionId } of await listPushes(db, [{ id: fact.subjectId, userId }]))
    await appContext.jobs.send(db, PUSH_JOB, { subscriptionId, fact: { ...fact } });
}

async function findPush({ db, clock }: AppContext, given: Push) {
  const { subscriptionId } = given;
  const subscription = await db
    .selectFrom("push_subscriptions")
    .innerJoin("users", "users.id", "push_subscriptions.user_id")
    .selectAll("push_subscriptions")
    .select(["users.language", "users.active"])
    .where("push_subscriptions.id", "=", subscriptionId)
    .executeTakeFirst();
  if (!subscription?.active) return undefined;
  const reader = { userId: subscription.user_id, access: await listTeamAccess(db, subscription.user_id) };
  if ("fact" in given) {
    const row = asRow(given.fact, subscription.user_id, clock.now());
    return (await findPushChoice(db, reader, given.fact.kind)) ? { subscription, row } : undefined;
  }
  const found = await findUnreadFor(db, reader, given.id);
  return found?.isPushed ? { subscription, row: found.row } : undefined;
}

/** Nothing is sent where it has been read meanwhile, or is not wanted any more. @throws RequestFailure, Error: to be tried again */
async function push(appContext: AppContext, given: Push): Promise<void> {
  const { db, config, clock, jobs } = appContext;
  const found = await findPush(appContext, given);
  if (!found) return;
  const { subscription, row } = found;
  const now = clock.now();
  const subject = (await readSubjects(db, [row]))(row);
  const end = findEnd(subject);
  const isSoon = end !== undefined && Date.parse(end) - now.getTime() <= SOON_MS;
  const morning = isSoon ? undefined : findMorning(subscription.timezone, now);
  if (morning) return jobs.send(db, PUSH_JOB, { ...given }, { after: morning });
  const names = await listOrganizationNames(db, row.organization_id === null ? [] : [row.organization_id]);
  const organization = names.get(row.organization_id ?? "") ?? "Baseline";
  const language = (subscription.language ?? "en") as Language;
  const outcome = await sendPush(
    { db, config, now },
    {
      endpoint: subscription.endpoint,
      keys: { publicKey: subscription.public_key, authSecret: subscription.auth_secret },
    },
    composeMessage(row, subject, { organization, language, now }),
  );
  const same = db.updateTable("push_subscriptions").set({ last_ok_at: now }).where("id", "=", subscription.id);
  if (outcome === "sent") await same.execute();
  else await db.deleteFrom("push_subscriptions").where("id", "=", subscription.id).execute();
}

export const pushNotification: Job = {
  name: PUSH_JOB,
  concurrency: 4,
  retries: 4,
  run: (appContext, { id, subscriptionId, fact }) => {
    if (typeof subscriptionId !== "string") return Promise.resolve();
    if (typeof fact === "object") return push(appContext, { subscriptionId, fact: fact as PushedFact });
    return typeof id === "string" ? push(appContext, { id, subscriptionId }) : Promise.resolve();
  },
};

/** Tables `notifications` and `notification_preferences`: both are looked up by person. */
import { sql, type Expression, type Selectable, type SqlBool } from "kysely";
import {
  MAX_COUNTED_UNREAD,
  notificationChannels,
  notificationChoices,
  notificationKinds,
  notificationPermissions,
  optionalMailKinds,
  pushedKinds,
  smsKinds,
  teamMailKinds,
  topicOfKind,
  type NotificationChoice,
  type NotificationKind,
  type NotificationPreferences,
  type notifications,
} from "#contract/notifications.ts";
import type { Page, Query } from "#contract/kit.ts";
import { isAnyOf, paginate, type Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { NotificationsTable } from "#server/kit/db/tables.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { TeamAccess } from "#server/members/permissions.ts";
import type { Fact } from "./notify.ts";

/** Facts of one kind about one subject within this time are one. In milliseconds. */
export const MERGE_MS = 2 * 60_000;

const BATCH_SIZE = 500;

export type NotificationRow = Selectable<NotificationsTable>;

/** When a mail tells of a fact, by the choice of each person. */
export interface MailTimes {
  /** The choice of people who have made none. */
  default: NotificationChoice;
  at_once: Date;
  daily: Date;
  /** A mail that waits takes the next such fact along. */
  isBundled: boolean;
}

interface NotificationDraft extends Fact {
  organizationId: string;
  to: readonly string[];
  now: Date;
  /** Undefined for kinds of which no such mail tells. */
  mailTimes?: MailTimes | undefined;
}

/**
 * The same kind about the same subject within two minutes changes the row, which is unread again.
 * @returns rows that were written: not those of people who turned the kind off
 */
export async function insertNotifications(
  db: Database,
  { kind, subjectId, params = {}, count = 1, organizationId, to, now, mailTimes }: NotificationDraft,
): Promise<{ id: string; userId: string }[]> {
  const ids = to.map(() => uuidv7(now));
  const given = JSON.stringify(params);
  // The latest move is told, with its dates.
  const newest = JSON.stringify("dates" in params ? { dates: params.dates } : {});
  const since = new Date(now.getTime() - MERGE_MS);
  // A statement of its own, because the next one must see what whoever held the lock has written.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${subjectId}`}, 0))`.execute(db);
  const { rows } = await sql<{ id: string; userId: string }>`
    with recipients as (
      select given.user_id, given.id, case coalesce(by_mail.choice, ${mailTimes?.default ?? "off"})
          when 'at_once' then least(${mailTimes?.at_once ?? null}::timestamptz, waiting.mail_at)
          when 'daily' then ${mailTimes?.daily ?? null}::timestamptz
        end as mail_at
      from unnest(${to}::uuid[], ${ids}::uuid[]) as given (user_id, id)
      left join notification_preferences as by_mail
        on by_mail.user_id = given.user_id and by_mail.kind = ${kind} and by_mail.channel = 'mail'
      left join (
        select user_id, min(mail_at) as mail_at from notifications
        where ${mailTimes?.isBundled ?? false} and mail_at is not null and read_at is null and user_id = any(${to}::uuid[])
          and organization_id = ${organizationId} and kind = ${kind}
        group by user_id
      ) as waiting on waiting.user_id = given.user_id
      where not exists (
        select from notification_preferences as chosen
        where chosen.user_id = given.user_id and chosen.kind = ${kind} and chosen.channel = 'app' and chosen.choice = 'off'
      )
    ), merged as (
      update notifications
      set params = ${given}::jsonb || notifications.params || ${newest}::jsonb, count = notifications.count + ${count},
        created_at = ${now}, read_at = null, mail_at = recipients.mail_at
      from recipients
      where notifications.user_id = recipients.user_id and notifications.created_at > ${since}
        and notifications.organization_id = ${organizationId}
        and notifications.kind = ${kind} and notifications.subject_id = ${subjectId}
      returning notifications.id, notifications.user_id
    ), added as (
      insert into notifications
        (id, user_id, organization_id, kind, topic, subject_id, params, count, created_at, mail_at)
      select id, user_id, ${organizationId}::uuid, ${kind}, ${topicOfKind[kind]}, ${subjectId}::uuid, ${given}::jsonb,
        ${count}::int, ${now}::timestamptz, mail_at
      from recipients where user_id not in (select user_id from merged)
      returning id, user_id
    )
    select id, user_id as "userId" from merged union all select id, user_id from added`.execute(db);
  return rows;
}

/** Kinds with the organizations where the person may still read them. */
function isVisibleTo(access: readonly TeamAccess[]): Expression<SqlBool> {
  const byPermission = Map.groupBy(notificationKinds, (kind) => notificationPermissions[kind]);
  const conditions = [...byPermission].flatMap(([permission, kinds]) => {
    if (permission === null) return [sql`${isAnyOf("kind", kinds)}`];
    const ids = access.filter(({ permissions }) => permissions.has(permission)).map(({ id }) => id);
    return ids.length > 0 ? [sql`(${isAnyOf("kind", kinds)} and ${isAnyOf("organization_id", ids)})`] : [];
  });
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` or `)})` : sql<SqlBool>`false`;
}

interface NotificationsFilter {
  unread?: boolean | undefined;
  organizationId?: string | undefined;
  topic?: Query<typeof notifications.list>["topic"];
}
interface Reader {
  userId: string;
  access: readonly TeamAccess[];
}

const visibleNotifications = (
  db: Database,
  { userId, access }: Reader,
  { unread, organizationId, topic }: NotificationsFilter,
) =>
  db
    .selectFrom("notifications")
    .where("user_id", "=", userId)
    .where(isVisibleTo(access))
    .$if(unread === true, (query) => query.where("read_at", "is", null))
    .$if(organizationId !== undefined, (query) => query.where("organization_id", "=", organizationId ?? null))
    .$if(topic !== undefined, (query) => query.where("topic", "=", topic ?? ""));

export const listNotifications = (
  db: Database,
  reader: Reader,
  query: Query<typeof notifications.list>,
): Promise<Page<NotificationRow>> =>
  paginate(
    db,
    visibleNotifications(db, reader, query).selectAll().orderBy("created_at", "desc").orderBy("id", "desc"),
    query,
  );

export async function listOrganizationNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("organizations")
    .select(["id", "name"])
    .where(isAnyOf("id", [...new Set(ids)]))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function countUnread(
  db: Database,
  reader: Reader,
): Promise<{ kind: NotificationKind; organization_id: string | null; count: number }[]> {
  const latest = visibleNotifications(db, reader, { unread: true })
    .select(["kind", "organization_id"])
    .orderBy("created_at", "desc")
    .limit(sql.lit(MAX_COUNTED_UNREAD));
  const rows = await db
    .selectFrom(latest.as("latest"))
    .select(["kind", "organization_id", sql<number>`count(*)::int`.as("count")])
    .groupBy(["kind", "organization_id"])
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as NotificationKind }));
}

type Which = { ids: readonly string[] } | { until: Date } | { readAt: Date };
const isWhich = (which: Which): Expression<SqlBool> => {
  if ("ids" in which) return isAnyOf("id", which.ids);
  return "until" in which ? sql<SqlBool>`created_at <= ${which.until}` : sql<SqlBool>`read_at = ${which.readAt}`;
};

/** @throws HttpError 404 unless all of them are the person's own and may be read */
export async function findOwnIds(db: Database, reader: Reader, ids: readonly string[]): Promise<string[]> {
  const distinct = [...new Set(ids)];
  const found = await visibleNotifications(db, reader, {}).select("id").where(isAnyOf("id", distinct)).execute();
  if (found.length < distinct.length) throw notFound();
  return found.map(({ id }) => id);
}

/** @returns how many were unread */
export async function updateToRead(
  db: Database,
  { userId, access }: Reader,
  { which, organizationId, topic, now }: NotificationsFilter & { which: Which; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({ read_at: now })
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .where(isVisibleTo(access))
    .where(isWhich(which))
    .$if(organizationId !== undefined, (query) => query.where("organization_id", "=", organizationId ?? null))
    .$if(topic !== undefined, (query) => query.where("topic", "=", topic ?? ""))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** @returns how many were read */
export async function updateToUnread(db: Database, { userId, access }: Reader, which: Which): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({ read_at: null })
    .where("user_id", "=", userId)
    .where("read_at", "is not", null)
    .where(isVisibleTo(access))
    .where(isWhich(which))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

interface SubjectKey {
  organizationId: string;
  kind: NotificationKind;
  subjectId: string;
}
const isAbout = ({ organizationId, kind, subjectId }: SubjectKey): Expression<SqlBool> =>
  sql<SqlBool>`subject_id = ${subjectId} and kind = ${kind} and organization_id = ${organizationId}`;

/**
 * Changes when rows were read, null for unread, for everybody who was told; the other way round undoes it.
 * @returns whose rows changed
 */
export async function updateReadAt(
  db: Database,
  key: SubjectKey,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<string[]> {
  const rows = await db
    .updateTable("notifications")
    .set({ read_at: to })
    .where(isAbout(key))
    .where("read_at", "is not distinct from", from)
    .returning("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Takes back rows about one event since an instant. @returns whose rows went */
export async function deleteRecent(
  db: Database,
  key: SubjectKey,
  { eventId, since }: { eventId: string; since: Date },
): Promise<string[]> {
  const rows = await db
    .deleteFrom("notifications")
    .where(isAbout(key))
    .where("created_at", ">=", since)
    .where(sql<SqlBool>`count = 1 and params ->> 'eventId' = ${eventId}`)
    .returning("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Takes back rows about a subject since an instant. @returns whose rows went */
export async function deleteRecentOfKinds(
  db: Database,
  {
    organizationId,
    kinds,
    subjectId,
    since,
  }: { organizationId: string; kinds: readonly NotificationKind[]; subjectId: string; since: Date },
): Promise<string[]> {
  const rows = await db
    .deleteFrom("notifications")
    .where("subject_id", "=", subjectId)
    .where(isAnyOf("kind", kinds))
    .where("organization_id", "=", organizationId)
    .where("created_at", ">=", since)
    .returning("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function deleteNotificationsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("notifications").where("created_at", "<", before).execute();
}

/** People and organizations with rows that a mail is to tell of by now, not all of them. */
export const listDueMails = (db: Database, now: Date): Promise<{ userId: string; organizationId: string }[]> =>
  db
    .selectFrom("notifications")
    .select(["user_id as userId"])
    .select((eb) => eb.ref("organization_id").$notNull().as("organizationId"))
    .distinct()
    .where("mail_at", "<=", now)
    .where("organization_id", "is not", null)
    .limit(BATCH_SIZE)
    .execute();

/** Rows of which a mail of this transaction tells: another process that waits for them finds them due no more. @returns their ids */
export async function updateToMailed(
  db: Database,
  { userId, organizationId, now }: { userId: string; organizationId: string; now: Date },
): Promise<string[]> {
  const rows = await db
    .updateTable("notifications")
    .set({ mail_at: null })
    .where("user_id", "=", userId)
    .where("organization_id", "=", organizationId)
    .where("mail_at", "<=", now)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export const findTimezone = async (db: Database, organizationId: string): Promise<string> => {
  const { timezone } = await db
    .selectFrom("organizations")
    .select("timezone")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return timezone;
};

/** Those that the person may still read and has not, oldest first. */
export const listUnread = (db: Database, reader: Reader, ids: readonly string[]): Promise<NotificationRow[]> =>
  visibleNotifications(db, reader, { unread: true })
    .selectAll()
    .where(isAnyOf("id", ids))
    .orderBy("created_at")
    .orderBy("id")
    .execute();

const isMailChosen = (kind: NotificationKind): boolean =>
  optionalMailKinds.some((one) => one === kind) || teamMailKinds.includes(kind);

/** A dispute has to be answered by a day. */
export const defaultChoice = (kind: NotificationKind, channel: (typeof notificationChannels)[number]) => {
  if (channel === "push") return pushedKinds.includes(kind) ? "at_once" : "off";
  return channel === "mail" && teamMailKinds.includes(kind) && kind !== "payment_disputed" ? "daily" : "at_once";
};

export async function listPreferences(
  db: Database,
  { userId, access }: Reader,
): Promise<NotificationPreferences["preferences"]> {
  const chosen = await db
    .selectFrom("notification_preferences")
    .select(["kind", "channel", "choice"])
    .where("user_id", "=", userId)
    .execute();
  const choices = new Map(chosen.map(({ kind, channel, choice }) => [`${kind} ${channel}`, choice]));
  const choiceOf = (kind: NotificationKind, channel: (typeof notificationChannels)[number]): NotificationChoice =>
    notificationChoices.find((choice) => choice === choices.get(`${kind} ${channel}`)) ?? defaultChoice(kind, channel);
  return notificationKinds
    .filter((kind) => {
      const permission = notificationPermissions[kind];
      return permission === null || access.some(({ permissions }) => permissions.has(permission));
    })
    .flatMap((kind) =>
      notificationChannels
        .filter((channel) => channel !== "sms" || smsKinds.includes(kind))
        .filter((channel) => channel !== "mail" || isMailChosen(kind))
        .map((channel) => ({ kind, channel, choice: choiceOf(kind, channel) })),
    );
}

export async function updatePreferences(
  db: Database,
  userId: string,
  preferences: NotificationPreferences["preferences"],
): Promise<void> {
  // The last one counts: a statement changes a row once.
  const last = new Map(preferences.map((one) => [`${one.kind} ${one.channel}`, one]));
  await db
    .insertInto("notification_preferences")
    .values([...last.values()].map((one) => ({ user_id: userId, ...one })))
    .onConflict((conflict) =>
      conflict.columns(["user_id", "kind", "channel"]).doUpdateSet((e) => ({ choice: e.ref("excluded.choice") })),
    )
    .execute();
}

export async function deleteNotificationsOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("notifications").where("user_id", "=", userId).execute();
  await db.deleteFrom("notification_preferences").where("user_id", "=", userId).execute();
  await db.deleteFrom("push_subscriptions").where("user_id", "=", userId).execute();
}

/** @returns whether devices are told: turned off in the application, a kind is off on them as well */
export async function findPushChoice(db: Database, reader: Reader, kind: NotificationKind): Promise<boolean> {
  const own = (await listPreferences(db, reader)).filter((preference) => preference.kind === kind);
  return (["app", "push"] as const).every((channel) =>
    own.some((preference) => preference.channel === channel && preference.choice === "at_once"),
  );
}

/** A notification that the person may still read and has not, with what they chose. */
export async function findUnreadFor(
  db: Database,
  reader: Reader,
  id: string,
): Promise<{ row: NotificationRow; isPushed: boolean } | undefined> {
  const row = await visibleNotifications(db, reader, { unread: true })
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const preferences = await listPreferences(db, reader);
  const isPushed = preferences.some(
    ({ kind, channel, choice }) => kind === row.kind && channel === "push" && choice === "at_once",
  );
  return { row, isPushed };
}

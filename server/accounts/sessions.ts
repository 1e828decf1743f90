/**
 * Login sessions, created and revoked (sign-out), without a cookie, so that nobody can forge requests (CSRF): random
 * bearer tokens, stored as hashes; they end 30 days after the last use, or after 90 days.
 */
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { createHash, randomBytes } from "node:crypto";
import type { Session } from "#contract/accounts.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import type { Caller, AppContext } from "#server/kit/process/app-context.ts";
import { insertSessionsEnded } from "#server/kit/notify/live-changes.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { Language, Translate } from "#messages/translator.ts";

const minute = 60_000;
const SESSION_IDLE_MS = retentionMs("idleSession");
const MAX_SESSION_AGE_MS = retentionMs("session");
const TOUCH_INTERVAL_MS = 5 * minute;

export const randomToken = (): string => randomBytes(32).toString("base64url");
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

const sessionExpiry = (createdAt: Date, now: Date) =>
  new Date(Math.min(now.getTime() + SESSION_IDLE_MS, createdAt.getTime() + MAX_SESSION_AGE_MS));

export interface Device {
  userAgent: string | undefined;
  address: string;
}

export async function startSession(db: Database, userId: string, { userAgent: agent, address }: Device, now: Date) {
  const token = randomToken();
  const expires = sessionExpiry(now, now);
  await db
    .insertInto("sessions")
    .values({
      id: uuidv7(now),
      user_id: userId,
      token_hash: hashToken(token),
      device: (agent ?? "").slice(0, 400),
      address,
      created_at: now,
      last_used_at: now,
      expires_at: expires,
    })
    .execute();
  return { access_token: token, expires_at: expires.toISOString() };
}

export interface SessionKey {
  tokenHash: Buffer;
  now: Date;
  /** Sessions that began earlier are over. */
  oldest: Date;
}
export const sessionKey = (token: string, now: Date): SessionKey => ({
  tokenHash: hashToken(token),
  now,
  oldest: new Date(now.getTime() - MAX_SESSION_AGE_MS),
});

/** The session of a token with its user: none if the token is unknown or expired, or the user inactive. */
export const selectSession = (db: Database, { tokenHash, now, oldest }: SessionKey) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select([
      "sessions.id as sessionId",
      "sessions.created_at",
      "sessions.last_used_at",
      "users.id",
      "users.email",
      "users.first_name",
      "users.last_name",
      "users.language",
      "users.email_verified_at",
      "users.platform_admin",
      "users.has_second_factor",
      "users.administrator_since",
      "users.reminder_lead",
      "users.created_at as account_created_at",
    ])
    .where("sessions.token_hash", "=", tokenHash)
    .where("sessions.expires_at", ">", now)
    .where("sessions.created_at", ">", oldest)
    .where("users.active", "=", true);
type SessionRow = Awaited<ReturnType<ReturnType<typeof selectSession>["executeTakeFirstOrThrow"]>>;

export const serializeCaller = (row: SessionRow): Caller => ({
  id: row.id,
  sessionId: row.sessionId,
  email: row.email,
  fullName: `${row.first_name} ${row.last_name}`,
  language: row.language as Language | null,
  isVerified: row.email_verified_at !== null,
  isPlatformAdmin: row.platform_admin,
  reminderLead: row.reminder_lead,
});

/** Not at every request: reading should not cause writing. */
export async function extendSession(db: Database, row: SessionRow, now: Date): Promise<void> {
  if (now.getTime() - row.last_used_at.getTime() < TOUCH_INTERVAL_MS) return;
  await db
    .updateTable("sessions")
    .set({ last_used_at: now, expires_at: sessionExpiry(row.created_at, now) })
    .where("id", "=", row.sessionId)
    .execute();
}

/** @returns undefined if the token is unknown or expired, or the user inactive */
export async function findCaller({ db, clock }: AppContext, token: string): Promise<Caller | undefined> {
  const now = clock.now();
  const row = await selectSession(db, sessionKey(token, now)).executeTakeFirst();
  if (!row) return undefined;
  await extendSession(db, row, now);
  return serializeCaller(row);
}

/** The context of a call that is open to everyone, with the person of a session as its user. */
export async function contextOfSession(
  { appContext, now, organizationId, access, language, t, address, request }: Omit<RequestContext, "db" | "user">,
  db: Database,
  token: string,
): Promise<RequestContext> {
  const user = (await findCaller({ ...appContext, db }, token)) as Caller;
  return { db, appContext, user, now, organizationId, access, language, t, address, request };
}

export async function listSessions(db: Database, caller: Caller, t: Translate, now: Date): Promise<Session[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "device", "address", "last_used_at", "created_at"])
    .where("user_id", "=", caller.id)
    .where("expires_at", ">", now)
    .orderBy((order) => order.eb("id", "!=", caller.sessionId))
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.device, t),
    address: row.address,
    current: row.id === caller.sessionId,
    last_used_at: row.last_used_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }));
}

/** @throws HttpError 404 if this user has no such session */
/** @returns false if the session had ended already */
export async function deleteSession(db: Database, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const gone = await db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  if (gone) await insertSessionsEnded(db, userId, now);
  return gone !== undefined;
}

export async function deleteSessions(db: Database, userId: string, now: Date, keep?: string): Promise<void> {
  const all = db.deleteFrom("sessions").where("user_id", "=", userId);
  await (keep ? all.where("id", "!=", keep) : all).execute();
  await insertSessionsEnded(db, userId, now);
}

// The order matters: most browsers also claim to be another one.
const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
  [/^curl\//, "curl"],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Macintosh|Mac OS X/, "macOS"],
  [/Linux|X11/, "Linux"],
];

/** "Chrome on Linux", from a `User-Agent`. */
export function describeDevice(agent: string, t: Translate): string {
  const find = (patterns: [RegExp, string][]) => patterns.find(([mark]) => mark.test(agent))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return t("accounts.deviceOn", { browser, system });
  return browser ?? system ?? t("accounts.deviceUnknown");
}

/**
 * Rate limits (throttling, brute force; instead of a lockout), counted in the database because all servers share them. No
 * limit that refuses requests counts by email alone, because anybody could lock its owner out; only mails to one mailbox
 * are counted so, which keeps it from a flood.
 */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { sql } from "kysely";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";

export const MAX_INVITATIONS_PER_DAY = 500;

/** Tries within a number of minutes. */
const rateLimits = {
  "login.device": [10, 15],
  "login.account": [10, 15],
  /** Higher than an account's, because a whole club may share a router. */
  "login.network": [100, 15],
  /** From all networks together. Attempts above it are delayed, not refused. */
  "login.email": [100, 15],
  "register.network": [100, 60],
  /** Mails about registrations to one mailbox. */
  mailbox: [5, 60],
  resend: [20, 1440],
  "confirm.network": [60, 60],
  "confirmCode.network": [30, 60],
  /** Codes of the first administrator. */
  "administrator.network": [20, 15],
  "invitation.network": [120, 60],
  /** Codes of join links that are wrong; right ones are not counted. */
  "joinCode.network": [20, 60],
  "joinCode.person": [10, 60],
  "joinRequest.person": [5, 1440],
  "joinRequest.network": [20, 1440],
  "joinRequest.organization": [100, 1440],
  /** Promo codes that are wrong; right ones are not counted. */
  "promoCode.person": [10, 60],
  "promoCode.network": [30, 60],
  "waitlist.network": [20, 60],
  /** Codes by mail that prove the address of a guest: those to one mailbox, from all organizations together. */
  "guestCode.hour": [3, 60],
  "guestCode.day": [10, 1440],
  "guestCode.network": [10, 60],
  "guestCode.organization": [200, 60],
  "guestCheck.network": [30, 60],
  "guestBooking.person": [5, 1440],
  "guestBooking.network": [6, 60],
  /** Bookings of guests that wait for their payment, for as long as they wait. */
  "guestHold.network": [3, 31],
  /** Players whom one person invites, all from an organization, and invitations to one mailbox. */
  "player.person": [30, 1440],
  /** A guest invites by the address they have booked with, so that many bookings send no more. */
  "player.guest": [15, 1440],
  "player.network": [30, 60],
  "directory.person": [300, 60],
  "player.organization": [500, 1440],
  "player.mailbox": [3, 1440],
  /** Answers by links that are wrong or come too late; right ones are not counted. */
  "playerAnswer.network": [60, 60],
  "forgot.device": [20, 60],
  "forgot.network": [60, 60],
  "reset.device": [10, 60],
  "reset.account": [10, 60],
  "reset.network": [60, 60],
  /** Codes of one email from all networks together. The link of the mail still works above it. */
  "reset.email": [20, 60],
  change: [10, 15],
  emailChange: [10, 1440],
  /** Mails about sign-ins with browsers that are not known. */
  newDevice: [10, 1440],
  /** Codes of a second factor, after a right password. */
  "secondFactor.device": [10, 15],
  "secondFactor.account": [10, 15],
  /** From all networks together but known browsers: only somebody with the password can reach it. */
  "secondFactor.everywhere": [50, 60],
  /** Challenges for passkeys that sign in alone, and what is answered to them. */
  "passkey.network": [200, 15],
  /** Removals of a lost second factor that owners ask for, each with a mail to the person. */
  "secondFactor.removal": [5, 1440],
  /** Sign-ins that are begun at the provider of single sign-on, and its answers. */
  "singleSignOn.network": [200, 15],
  /** Codes for the app that is being set up, by session. */
  "secondFactor.setup": [10, 15],
  /** Address suggestions: providers charge for them or limit them. */
  "places.account": [600, 10],
  "places.network": [3000, 10],
  "invite.organization": [MAX_INVITATIONS_PER_DAY, 1440],
  "invite.person": [MAX_INVITATIONS_PER_DAY, 1440],
  "resendInvitation.pause": [1, 5],
  "resendInvitation.day": [5, 1440],
  paymentLink: [10, 60],
  /** Pages to pay on, opened by the link to all debts of one customer, and tries of links that are wrong. */
  debtsLink: [60, 60],
  "debtsLink.network": [60, 60],
  "voucher.person": [10, 60],
  "voucher.network": [10, 60],
  "invoice.send": [10, 60],
  "message.customer": [10, 60],
  "message.person": [60, 60],
} satisfies Record<string, [tries: number, minutes: number]>;
export type RateLimitName = keyof typeof rateLimits;

/** A limit, and the key of who or what is counted. */
export interface RateLimit {
  name: RateLimitName;
  key: string;
}

/** Store only hashes, to keep personal addresses out of this table. */
export const rateLimit = (name: RateLimitName, ...values: string[]): RateLimit => ({
  name,
  key: `${name}:${createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 22)}`,
});

/** Counts IPv6 by /64 network, because one household has 2^64 addresses. */
export function networkPrefix(address: string): string {
  if (!isIPv6(address) || address.toLowerCase().startsWith("::ffff:")) return address.replace(/^::ffff:/i, "");
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = (tail ?? "").split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  const all = tail === undefined ? groups : [...groups, ...zeros, ...rest];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

interface RateLimitContext {
  db: Database;
  now: Date;
}
/** `seconds` until the window ends. */
interface Excess {
  name: RateLimitName;
  seconds: number;
}

const secondsUntil = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));

async function findExcess({ db, now }: RateLimitContext, limits: readonly RateLimit[], count: number) {
  const keys = limits.map(({ key }) => key);
  const rows = await db
    .selectFrom("rate_limits")
    .select(["key", "hits", "window_ends_at"])
    .where(isAnyOf("key", keys))
    .where("window_ends_at", ">", now)
    .execute();
  return toExcess(
    limits,
    rows.map((row) => ({ ...row, hits: row.hits + count })),
    now,
  );
}

function toExcess(
  limits: readonly RateLimit[],
  rows: readonly { key: string; hits: number; window_ends_at: Date }[],
  now: Date,
): Excess | undefined {
  const over = limits.flatMap(({ name, key }) => {
    const row = rows.find((one) => one.key === key);
    return row && row.hits > rateLimits[name][0] ? [{ name, seconds: secondsUntil(row.window_ends_at, now) }] : [];
  });
  return over.toSorted((one, other) => other.seconds - one.seconds)[0];
}

async function insertHits({ db, now }: RateLimitContext, limits: readonly RateLimit[], count: number) {
  // A fixed order prevents deadlocks between two requests.
  const sorted = limits.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return db
    .insertInto("rate_limits")
    .values(
      sorted.map(({ key, name }) => ({
        key,
        hits: count,
        window_ends_at: new Date(now.getTime() + rateLimits[name][1] * 60_000),
      })),
    )
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        hits: sql`case when rate_limits.window_ends_at <= ${now} then excluded.hits else rate_limits.hits + excluded.hits end`,
        window_ends_at: sql`case when rate_limits.window_ends_at <= ${now} then excluded.window_ends_at else rate_limits.window_ends_at end`,
      }),
    )
    .returning(["key", "hits", "window_ends_at"])
    .execute();
}

/**
 * Counts attempts, unless a limit is exceeded: a refused attempt writes no row.
 * @param count attempts at once, such as one for each mail
 * @returns the exceeded limit; undefined if none is
 */
export async function countTry(
  context: RateLimitContext,
  limits: readonly RateLimit[],
  count = 1,
): Promise<Excess | undefined> {
  const excess = await findExcess(context, limits, count);
  if (excess) return excess;
  return toExcess(limits, await insertHits(context, limits, count), context.now);
}

/**
 * Counts attempts.
 * @param context `db` is the pool if an error must not roll back the count
 * @throws HttpError 429 with `Retry-After` if there were too many
 */
export async function enforceRateLimit(
  context: RateLimitContext,
  limits: readonly RateLimit[],
  { count = 1, text = tooManyTries }: { count?: number; text?: (seconds: number) => LocalizedMessage } = {},
): Promise<void> {
  const excess = await countTry(context, limits, count);
  if (excess) throw new HttpError(429, text(excess.seconds), { retryAfter: excess.seconds });
}

/** In minutes from two minutes on. */
export const tooManyTries = (seconds: number): LocalizedMessage =>
  seconds < 120
    ? message("kit.tooMany", { seconds })
    : message("kit.tooManyMinutes", { count: Math.ceil(seconds / 60) });

/** Uncounts an attempt that succeeded. */
export async function returnTry(db: Database, limits: readonly RateLimit[]): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set({ hits: sql`greatest(hits - 1, 0)` })
    .where(
      isAnyOf(
        "key",
        limits.map(({ key }) => key),
      ),
    )
    .execute();
}

/**
 * Limits how many codes somebody can guess: right ones are not counted. A try is counted before it is looked up, so that many at
 * once find no more.
 * @param context its `db` is the pool, because the refusal must not roll back the count
 * @throws HttpError 429 after too many
 */
export async function limitGuesses(
  context: RateLimitContext,
  limits: readonly RateLimit[],
  isRight: () => Promise<boolean>,
): Promise<void> {
  await enforceRateLimit(context, limits);
  if (await isRight()) await returnTry(context.db, limits);
}

/** Removes all attempts after a success. */
export async function clearRateLimits(db: Database, limits: readonly RateLimit[]): Promise<void> {
  await db
    .deleteFrom("rate_limits")
    .where(
      isAnyOf(
        "key",
        limits.map(({ key }) => key),
      ),
    )
    .execute();
}

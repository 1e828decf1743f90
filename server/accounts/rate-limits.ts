/** Rate limits, counted in the database so that all servers count together; by account and by network address. */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";

/** Tries within a number of minutes. */
type Allowance = [tries: number, minutes: number];

/** An address may be a whole club behind one router, so it is allowed more than an account. */
const rateLimits = {
  login: { account: [10, 15], address: [100, 15] },
  register: { account: [5, 60], address: [60, 60] },
  resend: { account: [20, 1440], address: [100, 60] },
  confirm: { account: [20, 60], address: [60, 60] },
  forgot: { account: [5, 60], address: [60, 60] },
  reset: { account: [10, 60], address: [60, 60] },
  change: { account: [10, 15], address: [100, 15] },
  /** Address suggestions: providers charge for them or count them. */
  places: { account: [600, 10], address: [3000, 10] },
} satisfies Record<string, Record<"account" | "address", Allowance>>;
export type RateLimitedAction = keyof typeof rateLimits;

/** Only hashes are stored: a table of limits is no place for addresses of people. */
const rateLimitKey = (what: RateLimitedAction, kind: string, value: string) =>
  `${what}:${kind}:${createHash("sha256").update(value).digest("base64url").slice(0, 22)}`;

/** Counts IPv6 by network, because one household has 2^64 addresses. */
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

/**
 * Counts a try.
 * @param place `db` is the pool: a refusal must not undo the count
 * @param account an email, a token or an id: what is tried
 * @throws HttpError 429 with `Retry-After` when there were too many
 */
export async function enforceRateLimit(
  { db, now, address }: { db: Database; now: Date; address: string },
  what: RateLimitedAction,
  account: string,
): Promise<void> {
  const counted = [
    { key: rateLimitKey(what, "account", account), allowed: rateLimits[what].account },
    { key: rateLimitKey(what, "address", networkPrefix(address)), allowed: rateLimits[what].address },
    // Always in the same order, so that two requests at once never wait for each other.
  ].sort((a, b) => (a.key < b.key ? -1 : 1));
  const rows = await db
    .insertInto("rate_limits")
    .values(
      counted.map(({ key, allowed: [, minutes] }) => ({
        key,
        hits: 1,
        window_ends_at: new Date(now.getTime() + minutes * 60_000),
      })),
    )
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        hits: sql`case when rate_limits.window_ends_at <= ${now} then 1 else rate_limits.hits + 1 end`,
        window_ends_at: sql`case when rate_limits.window_ends_at <= ${now} then excluded.window_ends_at else rate_limits.window_ends_at end`,
      }),
    )
    .returning(["key", "hits", "window_ends_at"])
    .execute();
  const over = rows.filter((row) => row.hits > (counted.find(({ key }) => key === row.key)?.allowed[0] ?? 0));
  if (over.length === 0) return;
  const until = Math.max(...over.map((row) => row.window_ends_at.getTime()));
  const seconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  throw new HttpError(429, message("kit.tooMany", { seconds }), { retryAfter: seconds });
}

/** Forgets the tries of an account that has just shown who it is. */
export async function clearRateLimit(db: Database, what: RateLimitedAction, account: string): Promise<void> {
  await db
    .deleteFrom("rate_limits")
    .where("key", "=", rateLimitKey(what, "account", account))
    .execute();
}

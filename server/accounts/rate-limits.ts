/** Rate limits by account and network address, counted in the database because all servers share them. */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";

type Allowance = [tries: number, minutes: number];

/** A network address gets more attempts than an account, because a whole club may share a router. */
const rateLimits = {
  login: { account: [10, 15], address: [100, 15] },
  register: { account: [5, 60], address: [60, 60] },
  resend: { account: [20, 1440], address: [100, 60] },
  confirm: { account: [20, 60], address: [60, 60] },
  forgot: { account: [5, 60], address: [60, 60] },
  reset: { account: [10, 60], address: [60, 60] },
  change: { account: [10, 15], address: [100, 15] },
  /** Address suggestions: providers charge for them or limit them. */
  places: { account: [600, 10], address: [3000, 10] },
} satisfies Record<string, Record<"account" | "address", Allowance>>;
export type RateLimitedAction = keyof typeof rateLimits;

/** Store only hashes, to keep personal addresses out of this table. */
const rateLimitKey = (what: RateLimitedAction, kind: string, value: string) =>
  `${what}:${kind}:${createHash("sha256").update(value).digest("base64url").slice(0, 22)}`;

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

/**
 * @param context `db` is the pool, not a transaction: an error must not undo the count
 * @throws HttpError 429 with `Retry-After` after too many attempts
 */
export async function enforceRateLimit(
  { db, now, address }: { db: Database; now: Date; address: string },
  what: RateLimitedAction,
  account: string,
): Promise<void> {
  const counted = [
    { key: rateLimitKey(what, "account", account), allowed: rateLimits[what].account },
    { key: rateLimitKey(what, "address", networkPrefix(address)), allowed: rateLimits[what].address },
    // A fixed order prevents deadlocks between two requests.
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

export async function clearRateLimit(db: Database, what: RateLimitedAction, account: string): Promise<void> {
  await db
    .deleteFrom("rate_limits")
    .where("key", "=", rateLimitKey(what, "account", account))
    .execute();
}

/** Limits how many codes of gift vouchers somebody can guess. */
import { parseVoucherCode } from "#contract/vouchers-code-rules.ts";
import { enforceRateLimit, networkPrefix, rateLimit, returnTry } from "#server/accounts/rate-limits.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

type GuessContext = Pick<Call, "db" | "now" | "organizationId" | "user" | "address">;

/**
 * Counts codes that no voucher has; right ones are not counted. A try is counted before it is looked up, so that many at once find
 * no more.
 * @param context its `db` is the pool, because the refusal must not roll back the count
 * @throws HttpError 429 after too many
 */
export async function countVoucherGuess(context: GuessContext, typed: string | null | undefined): Promise<void> {
  if (!typed) return;
  const { db, user, address, organizationId } = context;
  const limits = [rateLimit("voucher.person", user.id), rateLimit("voucher.network", networkPrefix(address))];
  await enforceRateLimit(context, limits);
  const code = parseVoucherCode(typed);
  if (code === null) return;
  const found = await db
    .selectFrom("vouchers")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("code", "=", code)
    .executeTakeFirst();
  if (found) await returnTry(db, limits);
}

/** Limits how many promo codes somebody can guess. */
import { normalizePromoCode } from "#contract/promo-codes-discount-rules.ts";
import { enforceRateLimit, networkPrefix, rateLimit, returnTry } from "#server/accounts/rate-limits.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findActiveCode } from "./queries.ts";

type GuessContext = Pick<Call, "db" | "now" | "organizationId" | "user" | "address">;

/**
 * Counts codes that nobody has made; right ones are not counted.
 * @param context its `db` is the pool, because the refusal must not roll back the count
 * @throws HttpError 429 after too many
 */
export async function countPromoGuess(context: GuessContext, code: string | null | undefined): Promise<void> {
  if (!code) return;
  const { db, user, address } = context;
  const limits = [rateLimit("promoCode.person", user.id), rateLimit("promoCode.network", networkPrefix(address))];
  await enforceRateLimit(context, limits);
  if (await findActiveCode(context, normalizePromoCode(code))) await returnTry(db, limits);
}

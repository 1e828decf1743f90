/** Limits how many promo codes somebody can guess. */
import { normalizePromoCode } from "#contract/promo-codes-discount-rules.ts";
import { limitGuesses, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findActiveCode } from "./queries.ts";

type GuessContext = Pick<Call, "db" | "now" | "organizationId" | "user" | "address">;

/**
 * Counts codes that nobody has made.
 * @param context its `db` is the pool
 * @param isVisitor nobody is known: the network alone counts
 * @throws HttpError 429 after too many
 */
export async function countPromoGuess(
  context: GuessContext,
  code: string | null | undefined,
  { isVisitor = false } = {},
): Promise<void> {
  if (!code) return;
  const { user, address } = context;
  const network = rateLimit("promoCode.network", networkPrefix(address));
  const limits = isVisitor ? [network] : [rateLimit("promoCode.person", user.id), network];
  await limitGuesses(context, limits, async () => Boolean(await findActiveCode(context, normalizePromoCode(code))));
}

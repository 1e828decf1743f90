/** Limits how many codes of gift vouchers somebody can guess. */
import { parseVoucherCode } from "#contract/vouchers-code-rules.ts";
import { limitGuesses, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

type GuessContext = Pick<Call, "db" | "now" | "organizationId" | "user" | "address">;

/**
 * Counts codes that no voucher has.
 * @param context its `db` is the pool
 * @throws HttpError 429 after too many
 */
export async function countVoucherGuess(context: GuessContext, typed: string | null | undefined): Promise<void> {
  if (!typed) return;
  const { db, user, address, organizationId } = context;
  const limits = [rateLimit("voucher.person", user.id), rateLimit("voucher.network", networkPrefix(address))];
  await limitGuesses(context, limits, async () => {
    const code = parseVoucherCode(typed);
    if (code === null) return false;
    const found = await db
      .selectFrom("vouchers")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("code", "=", code)
      .executeTakeFirst();
    return found !== undefined;
  });
}

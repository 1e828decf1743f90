import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";

/** Refuses another currency once a till was opened: its float, its sums and its total are in one. */
export async function assertNoTillUsed({
  db,
  organizationId,
}: Pick<TenantContext, "db" | "organizationId">): Promise<void> {
  const session = await db
    .selectFrom("till_sessions")
    .select("id")
    .where("organization_id", "=", organizationId)
    .limit(1)
    .executeTakeFirst();
  if (session) throw invalidFields({ currency: [message("tills.currencyFixed")] });
}

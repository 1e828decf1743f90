import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";

/** Refuses another currency while a till is open: its float is in one. What was paid before refuses it anyway. */
export async function assertNoTillOpen({
  db,
  organizationId,
}: Pick<TenantContext, "db" | "organizationId">): Promise<void> {
  const session = await db
    .selectFrom("till_sessions")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("closed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (session) throw invalidFields({ currency: [message("tills.currencyFixed")] });
}

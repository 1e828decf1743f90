import { sql } from "kysely";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";

export async function forgetSeriesText(
  { db, organizationId }: TenantContext,
  { customerIds, name }: JobEvents["customers.forgotten"],
): Promise<void> {
  await db
    .updateTable("series")
    .set({
      name,
      template: sql`(template - '{description,notes,internalNotes,priceReason}'::text[]) || jsonb_build_object('name', ${name}::text)`,
    })
    .where("organization_id", "=", organizationId)
    .where(sql<boolean>`template -> 'customer' ->> 'customerId' = any(${customerIds})`)
    .execute();
}

/** Series of a customer, whose template names them for dates that are added later. */
import { sql } from "kysely";
import { isAnyOf } from "#server/kit/db/database.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";

type Scope = Pick<RequestContext, "db" | "organizationId">;

const updateCustomer = ({ db, organizationId }: Scope, from: string, to: string) =>
  db
    .updateTable("series")
    .set({ template: sql`jsonb_set(template, '{customer}', jsonb_build_object('customerId', ${to}::text))` })
    .where("organization_id", "=", organizationId)
    .where(sql<boolean>`template -> 'customer' ->> 'customerId' = ${from}`);

/** @returns ids of the series that moved */
export async function moveSeries(scope: Scope, from: string, to: string): Promise<string[]> {
  const rows = await updateCustomer(scope, from, to).returning("id").execute();
  return rows.map(({ id }) => id);
}

export async function moveSeriesBack(scope: Scope, ids: readonly string[], from: string, to: string): Promise<void> {
  await updateCustomer(scope, from, to).where(isAnyOf("id", ids)).execute();
}

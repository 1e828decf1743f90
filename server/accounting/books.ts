/** Table `accounting_books`: from which date the books of an organization are open. */
import { dayBounds } from "#contract/hours-rules.ts";
import { monthOf } from "#contract/accounting-period-rules.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";

const books = (db: Database, organizationId: string) =>
  db.selectFrom("accounting_books").select("open_from").where("organization_id", "=", organizationId);

/** @returns the first date after the closed months; null while none is closed */
export async function findOpenFrom(db: Database, organizationId: string): Promise<string | null> {
  const row = await books(db, organizationId).executeTakeFirst();
  return row?.open_from ?? null;
}

/** Holds them until the transaction ends. @param lock `share`: nothing is closed meanwhile */
export async function lockOpenFrom(
  db: Database,
  organizationId: string,
  lock: "share" | "update",
): Promise<string | null> {
  await db
    .insertInto("accounting_books")
    .values({ organization_id: organizationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = books(db, organizationId);
  const { open_from } = await (lock === "share" ? found.forShare() : found.forUpdate()).executeTakeFirstOrThrow();
  return open_from;
}

export async function setOpenFrom(db: Database, organizationId: string, date: string): Promise<void> {
  await db
    .updateTable("accounting_books")
    .set({ open_from: date })
    .where("organization_id", "=", organizationId)
    .execute();
}

/** @returns the instant itself, or the first one after the closed months: money that is told late is dated there */
export async function findBookingInstant(context: TenantContext, at: Date): Promise<Date> {
  const { db, organizationId, now } = context;
  const { timezone } = await findSettings(context);
  const date = localDateOf(timezone, at);
  // A month that is not over is open.
  if (monthOf(date) >= monthOf(localDateOf(timezone, now))) return at;
  const openFrom = await lockOpenFrom(db, organizationId, "share");
  return openFrom === null || date >= openFrom ? at : new Date(dayBounds(openFrom, timezone).start);
}

/**
 * Notes which dates of the overview have to be counted again. The module that writes what the overview counts notes it
 * in the same transaction; rows are only added, so that nobody waits for anybody.
 */
import type { Database } from "#server/kit/db/database.ts";

type Instant = Date | string;

/** As `noteStale`, to be part of another statement. @param instants at least one */
export const insertStale = (db: Pick<Database, "insertInto">, organizationId: string, instants: readonly Instant[]) =>
  db.insertInto("overview_stale").values(instants.map((around) => ({ organization_id: organizationId, around })));

/** The local dates of these instants, in every time zone of the organization. */
export async function noteStale(
  db: Database,
  organizationId: string,
  instants: readonly (Instant | null | undefined)[],
): Promise<void> {
  const known = instants.filter((instant) => instant !== null && instant !== undefined);
  if (known.length > 0) await insertStale(db, organizationId, known).execute();
}

/** Open hours changed: what fields were open before today stays as it was. */
export async function noteStaleFromToday(db: Database, organizationId: string): Promise<void> {
  await db.insertInto("overview_stale").values({ organization_id: organizationId, around: null }).execute();
}

/** Another time zone has other dates, and another currency counts other money. */
export async function noteAllStale(db: Database, organizationId: string): Promise<void> {
  await db.insertInto("overview_stale").values({ organization_id: organizationId, is_all: true }).execute();
}

/** @returns what was noted: instants, or null for today and later; `is_all` for all dates */
export const takeStale = (db: Database, organizationId: string) =>
  db
    .deleteFrom("overview_stale")
    .where("organization_id", "=", organizationId)
    .returning(["around", "is_all"])
    .execute();

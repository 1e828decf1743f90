/** Local dates of organizations, each by its own clock. */
import { inScope, type Database } from "#server/kit/db/database.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";

export interface Today {
  timezone: string;
  today: string;
}

/** Each zone of the organizations in scope once. */
export async function listLocalDates({
  db,
  organizationId,
  now,
}: {
  db: Database;
  organizationId: string;
  now: Date;
}): Promise<Today[]> {
  const rows = await db
    .selectFrom("organizations")
    .select("timezone")
    .distinct()
    .where(inScope("id", organizationId))
    .execute();
  return rows.map(({ timezone }) => ({ timezone, today: localDateOf(timezone, now) }));
}

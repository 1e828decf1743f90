/** Ids and dates in a filled database that the benches ask for. */
import { sql } from "kysely";
import { openBulkConnection } from "#bench/data/bulk-connection.ts";

export interface Dataset {
  /** The same rows at each size. */
  clubId: string;
  /** A tenth of all events. */
  largeId: string;
  /** Belongs to the club, as do the following. */
  facilityId: string;
  fieldId: string;
  fieldIds: readonly string[];
  customerId: string;
  /** Two days from now. */
  date: string;
  monthLater: string;
  monthBefore: string;
}

export async function findDataset(databaseUrl: string): Promise<Dataset> {
  const db = openBulkConnection(databaseUrl);
  try {
    const { rows } = await sql<{ id: string; facility_id: string; fields: string[] }>`
      select organizations.id, min(fields.facility_id::text) as facility_id, array_agg(fields.id order by fields.name) as fields
      from organizations join fields on fields.organization_id = organizations.id
      where organizations.name in ('Tennis Club des Berges', 'Ville de Grandpré')
      group by organizations.id order by count(*)`.execute(db);
    const [club, large] = rows;
    if (!club || !large) throw new Error("The database was not filled");
    const { rows: customers } = await sql<{ id: string }>`
      select user_id as id from memberships where organization_id = ${club.id} order by user_id limit 1`.execute(db);
    const date = Temporal.Now.plainDateISO("Europe/Paris").add({ days: 2 });
    return {
      clubId: club.id,
      largeId: large.id,
      facilityId: club.facility_id,
      fieldId: club.fields[0] ?? "",
      fieldIds: club.fields,
      customerId: customers[0]?.id ?? "",
      date: date.toString(),
      monthLater: date.add({ days: 30 }).toString(),
      monthBefore: date.subtract({ days: 30 }).toString(),
    };
  } finally {
    await db.destroy();
  }
}

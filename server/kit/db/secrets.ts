/** Secret keys shared by all server processes, generated on first use. */
import { randomBytes } from "node:crypto";
import type { Database } from "./database.ts";

/** @returns 32 random bytes, the same for all processes on this database */
export async function findOrCreateSecret(db: Database, name: string): Promise<Buffer> {
  const read = () => db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirst();
  const known = await read();
  if (known) return known.value;
  await db
    .insertInto("secrets")
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Read again, because another process may have inserted first.
  return (await read())?.value ?? findOrCreateSecret(db, name);
}

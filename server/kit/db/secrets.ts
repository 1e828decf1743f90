/** Keys that all server processes share without configuration: created by the first that needs one. */
import { randomBytes } from "node:crypto";
import type { Database } from "./database.ts";

/** 32 random bytes, the same for every process on this database. */
export async function findOrCreateSecret(db: Database, name: string): Promise<Buffer> {
  const read = () => db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirst();
  const known = await read();
  if (known) return known.value;
  await db
    .insertInto("secrets")
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // The first insert wins.
  return (await read())?.value ?? findOrCreateSecret(db, name);
}

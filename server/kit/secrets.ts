/** Keys that all server processes share and nobody has to configure: made by whoever needs one first. */
import { randomBytes } from "node:crypto";
import type { Database } from "./database.ts";

/** The 32 random bytes of this name, the same for every process on this database. */
export async function findSecret(db: Database, name: string): Promise<Buffer> {
  const read = () => db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirst();
  const known = await read();
  if (known) return known.value;
  await db
    .insertInto("secrets")
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Whoever came first decided.
  return (await read())?.value ?? findSecret(db, name);
}

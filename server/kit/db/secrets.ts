/** Values shared by all server processes and decided once, on first use: secret keys, and the domain of calendar ids. */
import { randomBytes } from "node:crypto";
import type { Database } from "./database.ts";

/** @returns 32 random bytes, the same for all processes on this database */
export const findOrCreateSecret = (db: Database, name: string): Promise<Buffer> =>
  findOrCreateValue(db, name, () => randomBytes(32));

/** @returns undefined before its first use */
export const findValue = async (db: Database, name: string): Promise<Buffer | undefined> =>
  (await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirst())?.value;

/** @returns what `create` gave on the first call with this name, whatever it gives by now */
export async function findOrCreateValue(db: Database, name: string, create: () => Buffer): Promise<Buffer> {
  const known = await findValue(db, name);
  if (known) return known;
  await db
    .insertInto("secrets")
    .values({ name, value: create() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Read again, because another process may have inserted first.
  return (await findValue(db, name)) ?? findOrCreateValue(db, name, create);
}

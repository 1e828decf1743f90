/** Accounts of the demo, whose password is published: no real service may let them in. */
import { randomBytes } from "node:crypto";
import { sql, type SqlBool } from "kysely";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { StartupError } from "#server/kit/db/embedded-lock.ts";
import { hashPassword, isCorrectPassword } from "./passwords.ts";
import { deleteSessions } from "./sessions.ts";

export const DEMO_PASSWORD = "demo-password-1";

/** Only the demo makes ids of version 8. Its emails would not do: anybody can register one. */
const hasDemoId = sql<SqlBool>`id::text like '________-____-8%'`;

async function listOpenDemoAccounts(db: Database): Promise<string[]> {
  const users = await db
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("active", "=", true)
    .where(hasDemoId)
    .execute();
  // The demo hashes its password once for all.
  const open = new Set<string>();
  for (const hash of new Set(users.map((user) => user.password_hash)))
    if (await isCorrectPassword(hash, DEMO_PASSWORD)) open.add(hash);
  return users.filter((user) => open.has(user.password_hash)).map((user) => user.id);
}

/** @throws StartupError if somebody can sign in with the demo's password */
export async function assertNoDemoAccounts(db: Database): Promise<void> {
  if ((await listOpenDemoAccounts(db)).length > 0)
    throw new StartupError(
      "This database holds the demo, whose password is published: set DEMO=1 to show the demo, start with an empty DATA_DIR or DATABASE_URL, or close its accounts with npm run admin -- close-demo",
    );
}

/** Deactivates the demo's accounts, with a password that nobody knows. @returns how many */
export async function closeDemoAccounts(db: Database, now: Date): Promise<number> {
  const ids = await listOpenDemoAccounts(db);
  if (ids.length === 0) return 0;
  const password_hash = await hashPassword(randomBytes(32).toString("base64url"));
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("users")
      .set({ active: false, platform_admin: false, password_hash, updated_at: now })
      .where(isAnyOf("id", ids))
      .execute();
    for (const id of ids) await deleteSessions(trx, id, now);
  });
  return ids.length;
}

import type { Database } from "#server/kit/db/database.ts";
import { StartupError } from "#server/kit/db/embedded-lock.ts";

/**
 * The accounts of the demo have a published password, and one of them administers the platform. They are confirmed: anybody
 * may register such an address, and nobody can confirm it, because mails to `.test` reach no mailbox (RFC 2606).
 */
export async function hasDemoAccounts(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("email", "like", "%@demo.test")
    .where("email_verified_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Refuses to start a real service on demo data, because the demo's passwords are published. @throws StartupError */
export async function assertNoDemoAccounts(db: Database): Promise<void> {
  if (await hasDemoAccounts(db))
    throw new StartupError(
      "This database holds the demo, whose password is published: set DEMO=1 to show the demo, or start with an empty DATA_DIR or DATABASE_URL",
    );
}

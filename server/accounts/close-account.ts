/** Makes an account anonymous (GDPR erasure). Whichever module holds something of the person forgets it by the event. */
import type { Database } from "#server/kit/db/database.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { deleteSessions } from "./sessions.ts";

export interface FormerName {
  firstName: string;
  lastName: string;
}
export interface ClosedAccount {
  userId: string;
  /** The address that it had. */
  email: string;
  /** Stands where the person's name stood. */
  formerName: FormerName;
}

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** Nothing of the person may stay, but documents that the law wants kept. */
    "accounts.closed": ClosedAccount;
  }
}

/** @param closesAt null: the account stays */
export async function updateClosesAt(db: Database, userId: string, closesAt: Date | null, now: Date): Promise<void> {
  await db.updateTable("users").set({ closes_at: closesAt, updated_at: now }).where("id", "=", userId).execute();
}

export async function closeAccount(
  context: Omit<TenantContext, "organizationId">,
  { userId, email, formerName }: ClosedAccount,
): Promise<void> {
  const { db, now } = context;
  // Before all else: on a cluster, a transaction that has changed rows on all workers may not change people.
  await db
    .updateTable("users")
    .set({
      email: `${userId}@closed.invalid`,
      first_name: formerName.firstName,
      last_name: formerName.lastName,
      phone: null,
      password_hash: "",
      active: false,
      platform_admin: false,
      language: null,
      theme: "system",
      accepted_terms: null,
      closes_at: null,
      closed_at: now,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
  await deleteSessions(db, userId, now);
  await db.deleteFrom("accepted_terms").where("user_id", "=", userId).execute();
  await db.deleteFrom("email_verifications").where("user_id", "=", userId).execute();
  await db.deleteFrom("password_codes").where("user_id", "=", userId).execute();
  await publish({ ...context, organizationId: "" }, "accounts.closed", { userId, email, formerName });
}

/** A member in the waitlist, as they would ask for a booking themselves. */
import type { Database } from "#server/kit/db/database.ts";
import type { Caller, MemberPermissions } from "#server/kit/process/app-context.ts";
import type { Language } from "#messages/translator.ts";
import { findMemberPermissions } from "#server/members/permissions.ts";

export interface WaitingMember {
  user: Caller;
  access: MemberPermissions;
}

/** A member of the team waits as any member does, by the rules and prices of their roles. */
export const asCustomer = (access: MemberPermissions): MemberPermissions => ({ ...access, isTeam: false });

/** @returns undefined for who is no active member any more */
export async function findWaitingMember(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<WaitingMember | undefined> {
  const row = await db
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name", "language"])
    .where("id", "=", userId)
    .where("active", "=", true)
    .where("email_verified_at", "is not", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const user: Caller = {
    ...{ id: row.id, sessionId: "", email: row.email, fullName: `${row.first_name} ${row.last_name}` },
    ...{ language: row.language as Language | null, isVerified: true, isPlatformAdmin: false },
  };
  const access = await findMemberPermissions({ db }, user, organizationId);
  return access && { user, access: asCustomer(access) };
}

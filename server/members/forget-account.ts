import type { ClosedAccount } from "#server/accounts/close-account.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";

/** Memberships end. Invitations stay in the list of those sent, without the address. */
export async function forgetMemberships({ db, now }: TenantContext, { userId, email }: ClosedAccount): Promise<void> {
  await db.deleteFrom("membership_roles").where("user_id", "=", userId).execute();
  await db.deleteFrom("memberships").where("user_id", "=", userId).execute();
  await db
    .updateTable("invitations")
    .set({ status: "revoked", answered_at: now })
    .where("email", "=", email)
    .where("status", "=", "open")
    .execute();
  await db
    .updateTable("invitations")
    .set({ email: `${userId}@closed.invalid` })
    .where("email", "=", email)
    .execute();
}

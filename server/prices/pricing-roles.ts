import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findMemberName, findMemberRoleIds } from "#server/members/queries.ts";

/**
 * @param userId the customer; without one, a member's own roles count, and for the team a guest's
 * @returns role ids, none for a guest
 * @throws HttpError 403 if a member asks for somebody else, 422 on `userId` for an unknown member
 */
export async function findPricingRoleIds(
  { db, organizationId, access, user }: Pick<Call, "db" | "organizationId" | "access" | "user">,
  userId: string | null | undefined,
): Promise<number[]> {
  if (!access.isTeam) {
    if (userId && userId !== user.id) throw forbidden("members.show");
    return access.roles.map(({ id }) => id);
  }
  if (!userId) return [];
  const unknown = () => invalidFields({ userId: [message("events.customerUnknown")] });
  if (organizationId === ALL_ORGANIZATIONS) throw unknown();
  await findMemberName(db, organizationId, userId, unknown);
  return findMemberRoleIds(db, organizationId, userId);
}

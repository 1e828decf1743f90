/** Whose prices hold: by the roles of who asks, or of whom the team asks for. */
import { everyOrganization } from "#server/kit/database.ts";
import { forbidden } from "#server/kit/gate.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { findMemberName, findMemberRoleIds } from "#server/members/queries.ts";

/**
 * @param userId whom it is for; without one a member asks for themselves, and the team for a guest
 * @returns the roles, none for a guest
 * @throws Problem 403 where a member asks for somebody else, 422 beside `userId` where the organization has no such member
 */
export async function findRoleIdsFor(
  { db, organizationId, standing, user }: Pick<Call, "db" | "organizationId" | "standing" | "user">,
  userId: string | null | undefined,
): Promise<number[]> {
  if (!standing.isTeam) {
    if (userId && userId !== user.id) throw forbidden("members.show");
    return standing.roles.map(({ id }) => id);
  }
  if (!userId) return [];
  const unknown = () => invalid({ userId: [say("events.customerUnknown")] });
  if (organizationId === everyOrganization) throw unknown();
  await findMemberName(db, organizationId, userId, unknown);
  return findMemberRoleIds(db, organizationId, userId);
}

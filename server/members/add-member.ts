/** Makes somebody a member of an organization. The caller holds the lock of its members. */
import type { RoleType } from "#contract/permissions.ts";
import { publish, type RequestContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { findMembership, assignRoles, insertMemberships, isInTeam, updateMembership } from "./memberships.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    "members.joined": { organizationId: string; userId: string };
  }
}

interface NewMember {
  organizationId: string;
  userId: string;
  role: { id: number; type: RoleType };
}

/**
 * Adds the role to somebody who is a member already.
 * @throws HttpError 409 if their access was turned off: coming again must not turn it on
 */
export async function addMember(context: RequestContext, { organizationId, userId, role }: NewMember): Promise<void> {
  const { db, now } = context;
  const mine = { organization_id: organizationId, user_id: userId };
  await insertMemberships(db, [{ ...mine, joined_at: now }]);
  const membership = await findMembership(db, organizationId, userId);
  if (!membership?.active) throw new HttpError(409, message("members.accessOff"));
  if (role.type === "admin" && !(await isInTeam(db, organizationId, userId)))
    await updateMembership(db, organizationId, userId, { team_since: now });
  await assignRoles(db, [{ ...mine, role_id: role.id }]);
  await publish(context, "members.joined", { organizationId, userId });
}

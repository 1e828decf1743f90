/** Keeps the last owner of an organization: at least one owner must stay active. */
import type { MemberDetail } from "#contract/members.ts";
import { OWNER_ROLE_ID } from "#contract/permissions.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { DomainEvents, RequestContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { findActiveOwner, lockOwnedOrganizations } from "./memberships.ts";

export const isOwner = ({ roles }: MemberDetail) => roles.some((role) => role.id === OWNER_ROLE_ID);

/** @throws HttpError 409 if a deactivated person was the last active owner of an organization */
export async function assertOwnersRemain(
  { db }: RequestContext,
  { userId }: DomainEvents["accounts.deactivated"],
): Promise<void> {
  const orphaned = [];
  for (const organization of await lockOwnedOrganizations(db, userId))
    if (!(await findActiveOwner(db, organization.id))) orphaned.push(organization.name);
  if (orphaned.length > 0) throw new HttpError(409, message("members.lastOwnerOf", { names: orphaned.join(", ") }));
}

/** @throws HttpError 409 if this was the last active owner */
export async function assertOwnerRemains(db: Database, organizationId: string, before: MemberDetail): Promise<void> {
  if (!before.active || !isOwner(before)) return;
  if (!(await findActiveOwner(db, organizationId))) throw new HttpError(409, message("members.lastOwner"));
}

/**
 * Access of a request in one statement: session, person, organization, membership and roles, and the version and revision
 * that what the request reads later is at least as new as.
 */
import {
  extendSession,
  selectSession,
  serializeCaller,
  sessionKey,
  type SessionKey,
} from "#server/accounts/sessions.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import { statement } from "#server/kit/db/statement.ts";
import { currentSnapshot } from "#server/kit/notify/live-changes.ts";
import { versionOfSnapshot } from "#server/kit/notify/live-version.ts";
import type { AppContext, RequestAccess } from "#server/kit/process/app-context.ts";
import { heldRoles, platformPermissions, serializeMemberPermissions } from "./permissions.ts";

const listSessions = statement((db, key: SessionKey) => selectSession(db, key).select(currentSnapshot.as("snapshot")));
/** On a cluster one worker answers this: each table is told the organization, and the person is known before. */
const selectMember = (db: Database, tokenHash: Buffer, organizationId: string) =>
  db
    .selectFrom("organizations")
    .leftJoin("memberships", (join) =>
      join
        .on("memberships.organization_id", "=", organizationId)
        .on("memberships.user_id", "=", (person) =>
          person.selectFrom("sessions as asking").select("asking.user_id").where("asking.token_hash", "=", tokenHash),
        )
        .on("memberships.active", "=", true),
    )
    .leftJoin("revisions", (join) => join.on("revisions.organization_id", "=", organizationId))
    .select([
      "organizations.enabled",
      "memberships.user_id as memberId",
      heldRoles(organizationId).as("roles"),
      "revisions.revision",
    ])
    .where("organizations.id", "=", organizationId)
    .where("organizations.archived_at", "is", null);

const listSessionsWithMember = statement((db, { organizationId, ...key }: SessionKey & { organizationId: string }) =>
  selectSession(db, key)
    .select(currentSnapshot.as("snapshot"))
    .leftJoin(selectMember(db, key.tokenHash, organizationId).as("member"), (join) => join.onTrue())
    .select(["member.enabled", "member.memberId", "member.roles", "member.revision"]),
);

/**
 * @param organizationId undefined for requests that concern no organization
 * @returns undefined if the token is unknown or expired, or the person deactivated
 */
export async function findRequestAccess(
  { db, clock }: AppContext,
  token: string,
  organizationId: string | undefined,
): Promise<RequestAccess | undefined> {
  const now = clock.now();
  const key = sessionKey(token, now);
  if (organizationId === undefined || organizationId === ALL_ORGANIZATIONS) {
    const [row] = await listSessions(db, key);
    if (!row) return undefined;
    await extendSession(db, row, now);
    const caller = serializeCaller(row);
    const permissions = organizationId === undefined ? undefined : platformPermissions(caller);
    return { caller, permissions, liveVersion: versionOfSnapshot(row.snapshot), revision: undefined };
  }
  const [row] = await listSessionsWithMember(db, { ...key, organizationId });
  if (!row) return undefined;
  await extendSession(db, row, now);
  const caller = serializeCaller(row);
  const { enabled, memberId, roles } = row;
  const permissions = serializeMemberPermissions(caller, { enabled, memberId, roles: roles ?? [] });
  return { caller, permissions, liveVersion: versionOfSnapshot(row.snapshot), revision: row.revision ?? 0 };
}

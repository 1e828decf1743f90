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
import type { Config } from "#server/kit/process/config.ts";
import { selectMemberGrants, heldRoles, platformPermissions, serializeMemberPermissions } from "./permissions.ts";
import { findSecondFactorDue, type SecondFactorDemand } from "./second-factor-demand.ts";

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
      "organizations.second_factor_demanded_at as demandedAt",
      "memberships.user_id as memberId",
      "memberships.joined_at as joinedAt",
      "memberships.team_since as teamSince",
      heldRoles(organizationId).as("roles"),
      selectMemberGrants(organizationId).as("grants"),
      "revisions.revision",
    ])
    .where("organizations.id", "=", organizationId)
    .where("organizations.archived_at", "is", null);

const listSessionsWithMember = statement((db, { organizationId, ...key }: SessionKey & { organizationId: string }) =>
  selectSession(db, key)
    .select(currentSnapshot.as("snapshot"))
    .leftJoin(selectMember(db, key.tokenHash, organizationId).as("member"), (join) => join.onTrue())
    .select(["member.enabled", "member.memberId", "member.roles", "member.grants", "member.revision"])
    .select(["member.demandedAt", "member.joinedAt", "member.teamSince"]),
);

type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

const demandOfPlatform = ({ administratorsDemandedAt }: Config, row: SessionRow): SecondFactorDemand[] =>
  row.platform_admin
    ? [{ demandedAt: administratorsDemandedAt, since: row.administrator_since ?? row.account_created_at }]
    : [];

/**
 * @param organizationId undefined for requests that concern no organization
 * @returns undefined if the token is unknown or expired, or the person deactivated
 */
export async function findRequestAccess(
  { db, clock, config }: AppContext,
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
    const secondFactorDueAt = row.has_second_factor ? undefined : findSecondFactorDue(demandOfPlatform(config, row));
    return {
      caller,
      permissions,
      liveVersion: versionOfSnapshot(row.snapshot),
      revision: undefined,
      secondFactorDueAt,
    };
  }
  const [row] = await listSessionsWithMember(db, { ...key, organizationId });
  if (!row) return undefined;
  await extendSession(db, row, now);
  const caller = serializeCaller(row);
  const { enabled, memberId, roles, grants } = row;
  const permissions = serializeMemberPermissions(caller, { enabled, memberId, roles: roles ?? [], grants });
  const demands = demandOfPlatform(config, row);
  // Customers are not asked. Administrators of the platform who are not in the team answer to the platform.
  if (row.joinedAt && permissions?.roles.some(({ type }) => type === "admin"))
    demands.push({ demandedAt: row.demandedAt, since: row.teamSince ?? row.joinedAt });
  const secondFactorDueAt = row.has_second_factor ? undefined : findSecondFactorDue(demands);
  const liveVersion = versionOfSnapshot(row.snapshot);
  return { caller, permissions, liveVersion, revision: row.revision ?? 0, secondFactorDueAt };
}

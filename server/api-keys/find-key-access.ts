/**
 * Access of a request with an API key, in one statement that counts the call as well: the key acts within its
 * organization alone, with those of its permissions that its maker holds now.
 */
import { sql } from "kysely";
import { API_KEY_CALLS_PER_MINUTE } from "#contract/api-keys.ts";
import { hashToken } from "#server/accounts/sessions.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { statement } from "#server/kit/db/statement.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { currentSnapshot } from "#server/kit/notify/live-changes.ts";
import { versionOfSnapshot } from "#server/kit/notify/live-version.ts";
import type { AppContext, RequestAccess } from "#server/kit/process/app-context.ts";
import { heldRoles, serializeTeamPermissions } from "#server/members/permissions.ts";

const MINUTE_MS = 60_000;

interface KeyUse {
  organizationId: string;
  secretHash: Buffer;
  now: Date;
  /** The start of this minute. */
  minute: Date;
  address: string;
}

const countUse = statement((db, { organizationId, secretHash, now, minute, address }: KeyUse) =>
  db
    .with("used", (inner) =>
      inner
        .updateTable("api_keys")
        .set({
          last_used_at: minute,
          last_used_address: address,
          calls_in_minute: sql`case when last_used_at = ${minute} then calls_in_minute + 1 else 1 end`,
        })
        .where("organization_id", "=", organizationId)
        .where("secret_hash", "=", secretHash)
        .where("revoked_at", "is", null)
        .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
        .returning(["organization_id", "id", "user_id", "name", "permissions", "created_by", "calls_in_minute"]),
    )
    .selectFrom("used")
    .innerJoin("users as maker", "maker.id", "used.created_by")
    .innerJoin("organizations", "organizations.id", "used.organization_id")
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.organization_id", "=", "used.organization_id")
        .onRef("memberships.user_id", "=", "used.created_by")
        .on("memberships.active", "=", true),
    )
    .leftJoin("revisions", "revisions.organization_id", "used.organization_id")
    .select(["used.id", "used.user_id", "used.name", "used.permissions", "used.calls_in_minute"])
    .select([
      "organizations.enabled",
      "memberships.user_id as memberId",
      heldRoles(organizationId).as("roles"),
      "revisions.revision",
    ])
    .select(["maker.platform_admin", currentSnapshot.as("snapshot")])
    .where("organizations.archived_at", "is", null)
    .where("maker.active", "=", true)
    .where("maker.email_verified_at", "is not", null),
);

const refused = () => new HttpError(401, message("api-keys.refused"));

/**
 * @param organizationId undefined and `all` are nothing that a key acts in
 * @throws HttpError 401 if the organization has no such key, or it is revoked or expired, or its maker left the team
 */
export async function findApiKeyAccess(
  { db, clock }: AppContext,
  key: string,
  organizationId: string | undefined,
  address: string,
): Promise<RequestAccess> {
  if (organizationId === undefined || organizationId === ALL_ORGANIZATIONS) throw refused();
  const now = clock.now();
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const [row] = await countUse(db, { organizationId, secretHash: hashToken(key), now, minute, address });
  if (!row) throw refused();
  const held = serializeTeamPermissions(row);
  // A program acts for the team: whoever has left it books as a member, for themselves.
  if (!held) throw refused();
  const permissions = new Set([...held.permissions].filter((permission) => row.permissions.includes(permission)));
  return {
    caller: {
      id: row.user_id,
      sessionId: row.id,
      email: "",
      fullName: row.name,
      language: null,
      isVerified: true,
      isPlatformAdmin: false,
      isApiKey: true,
    },
    permissions: { ...held, permissions, roles: [] },
    liveVersion: versionOfSnapshot(row.snapshot),
    revision: row.revision ?? 0,
    quota: {
      limit: API_KEY_CALLS_PER_MINUTE,
      left: API_KEY_CALLS_PER_MINUTE - row.calls_in_minute,
      seconds: Math.ceil((minute.getTime() + MINUTE_MS - now.getTime()) / 1000),
    },
  };
}

/** Table `api_keys`. */
import { sql, type Insertable } from "kysely";
import type { ApiKey } from "#contract/api-keys.ts";
import { rolePermissions, type RolePermission } from "#contract/permissions.ts";
import { hashToken } from "#server/accounts/sessions.ts";
import { inScope, organizationOf, type Database } from "#server/kit/db/database.ts";
import type { ApiKeysTable } from "#server/kit/db/tables.ts";
import { heldRoles, serializeTeamPermissions } from "#server/members/permissions.ts";

/** For the list of all organizations. */
const MAX_LISTED_KEYS = 500;

interface KeyScope {
  db: Database;
  organizationId: string;
}

const liveKeys = ({ db, organizationId }: KeyScope) =>
  db
    .selectFrom("api_keys")
    .where(inScope("api_keys.organization_id", organizationId))
    .where("api_keys.revoked_at", "is", null);

const isPermission = (name: string): name is RolePermission => (rolePermissions as readonly string[]).includes(name);

const keysWithMakers = (scope: KeyScope) =>
  liveKeys(scope)
    .innerJoin("users as maker", "maker.id", "api_keys.created_by")
    .innerJoin("organizations", "organizations.id", "api_keys.organization_id")
    .leftJoin("memberships", (join) =>
      join
        .on("memberships.organization_id", "=", organizationOf("api_keys.organization_id", scope.organizationId))
        .onRef("memberships.user_id", "=", "api_keys.created_by")
        .on("memberships.active", "=", true),
    )
    .selectAll("api_keys")
    .select(["maker.first_name", "maker.last_name", "maker.platform_admin", "maker.active"])
    .select([
      "organizations.enabled",
      "memberships.user_id as memberId",
      heldRoles(organizationOf("memberships.organization_id", scope.organizationId)).as("roles"),
    ]);
type KeyRow = Awaited<ReturnType<ReturnType<typeof keysWithMakers>["executeTakeFirstOrThrow"]>>;

function serializeKey(row: KeyRow): ApiKey {
  const held = row.active ? serializeTeamPermissions(row) : undefined;
  const permissions = row.permissions.filter(isPermission);
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    permissions,
    lostPermissions: permissions.filter((permission) => !held?.permissions.has(permission)),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedAddress: row.last_used_address,
    maker: `${row.first_name} ${row.last_name}`,
    created_at: row.created_at.toISOString(),
  };
}

export async function listApiKeys(scope: KeyScope): Promise<ApiKey[]> {
  const rows = await keysWithMakers(scope)
    .orderBy("api_keys.created_at", "desc")
    .orderBy("api_keys.id")
    .limit(MAX_LISTED_KEYS)
    .execute();
  return rows.map(serializeKey);
}

export const findApiKey = async (scope: KeyScope, id: string): Promise<ApiKey | undefined> => {
  const row = await keysWithMakers(scope).where("api_keys.id", "=", id).executeTakeFirst();
  return row && serializeKey(row);
};

/** Counts the live keys; `hasNamesake` ignores case and accents. */
export async function countApiKeys(scope: KeyScope, name: string): Promise<{ count: number; hasNamesake: boolean }> {
  const row = await liveKeys(scope)
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<boolean>`coalesce(bool_or(fold(name) = fold(${name})), false)`.as("hasNamesake"),
    ])
    .executeTakeFirstOrThrow();
  return row;
}

export const insertApiKey = (
  db: Database,
  { text, ...key }: Omit<Insertable<ApiKeysTable>, "secret_hash"> & { text: string },
) =>
  db
    .insertInto("api_keys")
    .values({ ...key, secret_hash: hashToken(text) })
    .execute();

/** @returns false if there is no such live key */
export async function updateApiKeyRevoked(scope: KeyScope, id: string, now: Date): Promise<boolean> {
  const row = await scope.db
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("organization_id", "=", scope.organizationId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Keys count for no more than their maker may do, who is gone. */
export async function updateApiKeysRevokedOf(db: Database, userId: string, now: Date): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("created_by", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}

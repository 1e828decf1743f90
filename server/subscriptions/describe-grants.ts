/** Says in sentences what memberships grant. */
import type { Translate } from "#messages/translator.ts";
import { isAnyOf, isOfAnyOrganization, type Database } from "#server/kit/db/database.ts";
import { roleName } from "#server/members/roles.ts";
import type { StoredTerms } from "./terms.ts";

interface Described {
  organizationId: string;
  terms: StoredTerms;
}

const keyOf = (organizationId: string, id: string | number): string => `${organizationId} ${id}`;

const isOfDescribed = (described: readonly Described[]) =>
  isOfAnyOrganization(
    "organization_id",
    described.map(({ organizationId }) => organizationId),
  );

async function listRoleNames(db: Database, described: readonly Described[], t: Translate) {
  const ids = described.flatMap(({ terms }) => terms.roleId ?? []);
  if (ids.length === 0) return new Map<string, string>();
  const roles = await db
    .selectFrom("roles")
    .select(["organization_id", "id", "name"])
    .where(isOfDescribed(described))
    .where(isAnyOf("id", ids))
    .where("archived_at", "is", null)
    .execute();
  return new Map(roles.map((role) => [keyOf(role.organization_id, role.id), roleName(role, t)]));
}

async function listPackNames(db: Database, described: readonly Described[]) {
  const ids = described.flatMap(({ terms }) => terms.packs.map(({ packTypeId }) => packTypeId));
  if (ids.length === 0) return new Map<string, string>();
  const types = await db
    .selectFrom("pack_types")
    .select(["organization_id", "id", "name"])
    .where(isOfDescribed(described))
    .where(isAnyOf("id", ids))
    .execute();
  return new Map(types.map((type) => [keyOf(type.organization_id, type.id), type.name]));
}

/** @returns the sentences of each, in the order of what was given */
export async function describeGrants(db: Database, described: readonly Described[], t: Translate): Promise<string[][]> {
  const roles = await listRoleNames(db, described, t);
  const packs = await listPackNames(db, described);
  return described.map(({ organizationId, terms }) => {
    const role = terms.roleId === null ? undefined : roles.get(keyOf(organizationId, terms.roleId));
    return [
      ...(role ? [t("subscriptions.grantsRole", { role })] : []),
      ...terms.discounts.map(({ percent, fieldIds, windowIds }) =>
        t(
          fieldIds.length + windowIds.length > 0 ? "subscriptions.grantsSomeDiscount" : "subscriptions.grantsDiscount",
          { percent },
        ),
      ),
      ...terms.packs.flatMap(({ packTypeId }) => {
        const name = packs.get(keyOf(organizationId, packTypeId));
        return name ? [t("subscriptions.packEachTerm", { name })] : [];
      }),
      ...(terms.rules ? [t("subscriptions.grantsRules")] : []),
    ];
  });
}

/** Reads what the caller may do in an organization, and in which colour they see it. */
import type { members, OrganizationMin } from "#contract/members.ts";
import { accentStyle, computeAccent } from "#contract/organizations-accent-rules.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findOrganizationName } from "./queries.ts";

export async function findOwnAccess({
  db,
  organizationId,
  access,
  secondFactorDueAt,
  t,
}: Call<typeof members.min>): Promise<OrganizationMin> {
  const { accent, ...named } =
    organizationId === ALL_ORGANIZATIONS
      ? { id: ALL_ORGANIZATIONS, name: t("members.everywhere"), enabled: true, accent: null }
      : await findOrganizationName(db, organizationId);
  return {
    ...named,
    // The team knows the colour of the product, in all its organizations.
    accentStyle: accent === null || access.isTeam ? null : accentStyle(computeAccent(accent)),
    roles: access.roles,
    permissions: [...access.permissions],
    secondFactorDueAt: secondFactorDueAt?.toISOString() ?? null,
  };
}

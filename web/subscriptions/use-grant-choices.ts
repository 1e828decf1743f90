import { useQuery } from "@tanstack/react-query";
import { members } from "#contract/members.ts";
import { packs } from "#contract/packs.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { roleName } from "#web/members/member-badges.tsx";

/** Categories and packs by name, which a membership grants; empty until they are read. */
export function useGrantChoices() {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const params = { organizationId };
  const roles = useQuery({
    ...endpointQuery(members.roles, { params, query: { per_page: 100 } }, { quiet: true }),
    enabled: can(members.roles),
  }).data?.data;
  const types = useQuery({
    ...endpointQuery(packs.types, { params }, { quiet: true }),
    enabled: can(packs.types),
  }).data?.data;
  return {
    roles: (roles ?? []).flatMap((role) => (role.type === "member" ? { id: role.id, name: roleName(t, role) } : [])),
    packTypes: types ?? [],
  };
}

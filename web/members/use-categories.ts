import { useQuery } from "@tanstack/react-query";
import { members } from "#contract/members.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { roleName } from "./member-badges.tsx";

/** Categories of members by name; empty until they are read, and for those who may not see them. */
export function useCategories(): { id: number; name: string }[] {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const request = { params: { organizationId }, query: { per_page: 100 } };
  const roles = useQuery({
    ...endpointQuery(members.roles, request, { quiet: true }),
    enabled: can(members.roles),
  }).data?.data;
  return (roles ?? []).flatMap((role) => (role.type === "member" ? { id: role.id, name: roleName(t, role) } : []));
}

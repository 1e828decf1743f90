import { useQuery } from "@tanstack/react-query";
import { packs } from "#contract/packs.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useCategories } from "#web/members/use-categories.ts";

/** Categories and packs by name, which a membership grants; empty until they are read. */
export function useGrantChoices() {
  const { organizationId, can } = useScope();
  const types = useQuery({
    ...endpointQuery(packs.types, { params: { organizationId } }, { quiet: true }),
    enabled: can(packs.types),
  }).data?.data;
  return { roles: useCategories(), packTypes: types ?? [] };
}

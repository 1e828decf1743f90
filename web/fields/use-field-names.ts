import { useQuery } from "@tanstack/react-query";
import { fields } from "#contract/fields.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";

/** Names of fields of the organization, after one another; empty until they are read. */
export function useFieldNames(ids: readonly string[]): string {
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } }));
  const named = (data?.data ?? []).flatMap((facility) => facility.fields).filter(({ id }) => ids.includes(id));
  return named.map(({ name }) => name).join(", ");
}

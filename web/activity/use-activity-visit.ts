import { useQuery } from "@tanstack/react-query";
import { activity, type ActivityVisit } from "#contract/activity.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";

/** Tells the server that one reads the activity. Undefined on the platform, and until it answers. */
export function useActivityVisit(): ActivityVisit | undefined {
  const { organizationId, isPlatform } = useScope();
  const { data } = useQuery({
    ...endpointQuery(activity.visit, { params: { organizationId } }, { quiet: true }),
    enabled: !isPlatform,
    // New entries stay new while one reads.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.data;
}

import { useQuery } from "@tanstack/react-query";
import { sports } from "#contract/sports.ts";
import { timeWindows } from "#contract/time-windows.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";

/** Time windows and sports by name, to which quotas refer; empty until they are read. */
export function useQuotaChoices({ enabled = true }: { enabled?: boolean } = {}) {
  const { organizationId, can } = useScope();
  const windows = useQuery({
    ...endpointQuery(timeWindows.list, { params: { organizationId } }),
    enabled: enabled && can(timeWindows.list),
  });
  const named = useQuery({ ...endpointQuery(sports.list, undefined), enabled });
  return { windows: windows.data?.data ?? [], sports: named.data?.data ?? [] };
}

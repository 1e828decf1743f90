import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ResponseBody } from "#contract/kit.ts";
import { type ReportName, reports } from "#contract/reports.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useReportFilters } from "./filters.tsx";

/** Asks for nothing that the caller may not see. */
export function useReport<Name extends ReportName>(name: Name): UseQueryResult<ResponseBody<(typeof reports)[Name]>> {
  const { organizationId, can } = useScope();
  const input = { params: { organizationId }, query: useReportFilters() };
  // All are asked for in the same way.
  const asked = endpointQuery(reports[name] as typeof reports.occupancy, input);
  const found = useQuery({
    ...asked,
    placeholderData: keepPreviousRows(input),
    staleTime: 0,
    enabled: can(reports[name]),
  });
  return found as UseQueryResult<unknown> as UseQueryResult<ResponseBody<(typeof reports)[Name]>>;
}

import { useQuery } from "@tanstack/react-query";
import { activity } from "#contract/activity.ts";
import { reports } from "#contract/reports.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useReportFilters } from "./filters.tsx";

function useReportInput() {
  const { organizationId } = useScope();
  const query = useReportFilters();
  useLiveRefresh(activity.live, organizationId, ["events", "payments"]);
  return { params: { organizationId }, query };
}

export function useOccupancy() {
  const input = useReportInput();
  return useQuery({ ...endpointQuery(reports.occupancy, input), placeholderData: keepPreviousRows(input) });
}

/** Asks for nothing without the permission to see payments. */
export function useRevenue() {
  const input = useReportInput();
  const { can } = useScope();
  return useQuery({
    ...endpointQuery(reports.revenue, input),
    placeholderData: keepPreviousRows(input),
    enabled: can("payments.show"),
  });
}

export function useCancellations() {
  const input = useReportInput();
  return useQuery({ ...endpointQuery(reports.cancellations, input), placeholderData: keepPreviousRows(input) });
}

export function useCustomerReport() {
  const input = useReportInput();
  return useQuery({ ...endpointQuery(reports.customers, input), placeholderData: keepPreviousRows(input) });
}

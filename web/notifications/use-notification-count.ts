/** Counts of unread notifications, and the organizations in whose team the person is, who alone get any. */
import { useQuery } from "@tanstack/react-query";
import { notifications } from "#contract/notifications.ts";
import { endpointQuery } from "#web/kit/data/api.ts";

export const useNotificationCount = (organizationId?: string) =>
  useQuery(endpointQuery(notifications.count, { query: { organizationId } }, { quiet: true })).data?.data;

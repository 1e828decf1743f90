/** Marks notifications as read: one, or all that are shown, which can be undone. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type NotificationTopic, notifications } from "#contract/notifications.ts";
import { call, endpointMutation } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";

export interface NotificationFilter {
  organizationId?: string | undefined;
  topic?: NotificationTopic | undefined;
}

export function useMarks() {
  const t = useTranslation();
  const cache = useQueryClient();
  const refreshAll = () =>
    Promise.all(
      [notifications.list, notifications.count].map(({ name }) => cache.invalidateQueries({ queryKey: [name] })),
    );
  // A notification that went meanwhile, as an undone cancellation does, needs no mark.
  const one = useMutation({ ...endpointMutation(notifications.read, { quiet: true }), onSettled: refreshAll });
  const all = useMutation({ ...endpointMutation(notifications.read), onSettled: refreshAll });
  return {
    markRead: (id: string) => one.mutate({ body: { ids: [id] } }),
    isMarkingAll: all.isPending,
    /** @param until the latest one that is shown */
    markAllRead: (until: string, filter: NotificationFilter) =>
      all.mutate(
        { body: { until, ...filter } },
        {
          onSuccess: ({ data: { readAt, count } }) => {
            if (count === 0) return;
            offerUndo(t("notifications.markedRead", { count }), async () => {
              await call(notifications.unread, { body: { readAt } }).finally(refreshAll);
            });
          },
        },
      ),
  };
}

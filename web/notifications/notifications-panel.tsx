/** The latest notifications, opened by the bell. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bell, CheckCheck, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { type NotificationTopic, notifications } from "#contract/notifications.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { SidebarPanel } from "#web/kit/ui/sidebar-panel.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { NotificationList, PendingNotifications } from "./notification-list.tsx";
import { TopicChoice } from "./topic-choice.tsx";
import { useMarks } from "./use-marks.ts";

const ROWS = 20;
/** The page has all of them; four fit on a phone. */
const topics = ["requests", "bookings", "money"] as const;

export function NotificationsPanel({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const [topic, setTopic] = useState<NotificationTopic>();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery(
    endpointQuery(notifications.list, { query: { topic, per_page: ROWS } }, { quiet: true }),
  );
  const { markRead, markAllRead, isMarkingAll } = useMarks();
  // Rows of an earlier time would move under the pointer as the new ones come.
  const rows = isFetching && !isFetchedAfterMount ? undefined : data?.data;
  const latest = rows?.[0]?.at;
  const hasUnread = rows?.some(({ readAt }) => readAt === null) ?? false;
  return (
    <SidebarPanel
      title={t("notifications.title")}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="ghost"
            size="sm"
            className="px-2! max-lg:h-10!"
            pending={isMarkingAll}
            disabled={!hasUnread}
            onClick={() => latest && markAllRead(latest, { topic })}
          >
            {!isMarkingAll && <CheckCheck aria-hidden />}
            {t("notifications.markAllRead")}
          </Button>
          <Link
            to="/settings/notifications"
            onClick={onClose}
            aria-label={t("notifications.chooseKinds")}
            className={buttonClass("ghost", "icon-sm", "max-lg:size-10")}
          >
            <SlidersHorizontal aria-hidden />
          </Link>
        </>
      }
      header={<TopicChoice wide name="notification-topic" topics={topics} value={topic} onChoose={setTopic} />}
      footer={
        <Link to="/notifications" onClick={onClose} className={textLinkClass}>
          {t("notifications.showAll")}
        </Link>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !rows ? (
        <PendingNotifications />
      ) : rows.length === 0 ? (
        <EmptyState icon={Bell} title={t("notifications.none")}>
          {t(topic ? "notifications.noneOfTopic" : "notifications.noneHint")}
        </EmptyState>
      ) : (
        <div className="-mt-px">
          <NotificationList rows={rows} isShort markRead={markRead} onOpen={onClose} />
        </div>
      )}
    </SidebarPanel>
  );
}

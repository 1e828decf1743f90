/** All notifications of a person, over all their organizations. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Bell, CheckCheck, SlidersHorizontal } from "lucide-react";
import { notifications, notificationTopics } from "#contract/notifications.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { SelectFilter, useSetFilters } from "#web/kit/list/list-filters.tsx";
import { ErrorState, keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { listSearch, parseSearchId, parseSearchOption } from "#web/kit/list/list-search.ts";
import { Pagination } from "#web/kit/list/pagination.tsx";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { ScrollRow } from "#web/kit/ui/scroll-row.tsx";
import { topicLabels } from "./labels.ts";
import { NotificationList, PendingNotifications } from "./notification-list.tsx";
import { TopicChoice } from "./topic-choice.tsx";
import { useMarks } from "./use-marks.ts";
import { useNotificationCount } from "./use-notification-count.ts";

const useSearchOfPage = () => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return {
    page: listSearch.validateSearch(search).page,
    filters: {
      topic: parseSearchOption(topicLabels, search["topic"]),
      organizationId: parseSearchId(search["organizationId"]),
      unread: search["unread"] === "true" ? "true" : undefined,
    },
  };
};

export function NotificationsPage() {
  const t = useTranslation();
  const { page, filters } = useSearchOfPage();
  const set = useSetFilters();
  const { topic, organizationId, unread } = filters;
  const request = { query: { page, ...filters } };
  const { data, error, refetch, isFetching, isFetchedAfterMount, isPlaceholderData } = useQuery({
    ...endpointQuery(notifications.list, request),
    placeholderData: keepPreviousRows(request),
  });
  const count = useNotificationCount(organizationId);
  const { markRead, markAllRead, isMarkingAll } = useMarks();
  // Rows of an earlier time would move under the pointer as the new ones come.
  const rows = isFetching && !isFetchedAfterMount && !isPlaceholderData ? undefined : data?.data;
  const unreadCount = topic ? count?.topics.find((one) => one.topic === topic)?.unread : count?.unread;
  // Later pages do not show the latest ones, which are meant as well.
  const until = () => (page === 1 && rows?.[0]?.at) || new Date().toISOString();
  return (
    <Page
      title={t("notifications.title")}
      actions={
        <>
          <Button
            pending={isMarkingAll}
            disabled={!unreadCount}
            onClick={() => markAllRead(until(), { topic, organizationId })}
          >
            {!isMarkingAll && <CheckCheck aria-hidden />}
            {t("notifications.markAllRead")}
          </Button>
          <Link to="/settings/notifications" className={buttonClass()}>
            <SlidersHorizontal aria-hidden />
            {t("notifications.chooseKinds")}
          </Link>
        </>
      }
    >
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <ScrollRow className="max-sm:w-full">
          <TopicChoice
            name="topic"
            topics={notificationTopics}
            value={topic}
            onChoose={(chosen) => set({ topic: chosen })}
            organizationId={organizationId}
          />
        </ScrollRow>
        {(count?.organizations.length ?? 0) > 1 && (
          <SelectFilter
            name="organizationId"
            label={t("notifications.organization")}
            all={t("notifications.allOrganizations")}
            value={organizationId}
            options={count?.organizations.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          />
        )}
        <CheckBox
          label={t("notifications.onlyUnread")}
          checked={unread !== undefined}
          onChange={(chosen) => set({ unread: chosen ? "true" : undefined })}
        />
      </div>
      <div className="overflow-hidden rounded-xl border border-line" aria-busy={isPlaceholderData || undefined}>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !rows ? (
          <PendingNotifications />
        ) : rows.length === 0 ? (
          <NoNotifications isNarrowed={Object.values(filters).some((value) => value !== undefined)} />
        ) : (
          <div className={`-mt-px transition-opacity ${isPlaceholderData ? "opacity-60" : ""}`}>
            <NotificationList rows={rows} markRead={markRead} />
          </div>
        )}
      </div>
      <Pagination meta={data?.meta} />
    </Page>
  );
}

function NoNotifications({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslation();
  const count = useNotificationCount();
  if (isNarrowed)
    return (
      <EmptyState icon={Bell} title={t("notifications.noneFound")}>
        {t("notifications.noneFoundHint")}
      </EmptyState>
    );
  if (count?.organizations.length === 0)
    return (
      <EmptyState icon={Bell} title={t("notifications.none")}>
        {t("notifications.noneOwnHint")}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Bell}
      title={t("notifications.none")}
      action={
        <Link to="/settings/notifications" className={buttonClass()}>
          <SlidersHorizontal aria-hidden />
          {t("notifications.chooseKinds")}
        </Link>
      }
    >
      {t("notifications.noneHint")}
    </EmptyState>
  );
}

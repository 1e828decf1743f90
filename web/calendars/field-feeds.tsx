import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { CalendarDays } from "lucide-react";
import { calendars, type FieldFeed } from "#contract/calendars.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** A section of the organization's settings, after those of the modules above. */
export function FieldFeeds() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const { data, error, refetch } = useQuery({
    ...endpointQuery(calendars.list, { params: { organizationId } }),
    staleTime: 0,
  });
  return (
    <>
      <Outlet />
      <FormSection title={t("calendars.feeds")} hint={t("calendars.feedsText")}>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !data ? (
          <Skeleton className="h-20 w-full" />
        ) : (
          <Card>
            {data.data.length === 0 ? (
              <EmptyState
                icon={CalendarDays}
                title={t("calendars.noFeeds")}
                action={
                  <Link to={path("/fields")} className={buttonClass()}>
                    {t("fields.title")}
                  </Link>
                }
              >
                {t("calendars.noFeedsHint")}
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line" aria-label={t("calendars.feeds")}>
                {data.data.map((feed) => (
                  <FeedRow key={feed.id} feed={feed} />
                ))}
              </ul>
            )}
          </Card>
        )}
      </FormSection>
      <FormSection title={t("busy-calendars.title")} hint={t("busy-calendars.emptyText")}>
        <Link to={path("/busy-calendars")} className={buttonClass("secondary", "md", "justify-self-start")}>
          {t("busy-calendars.showAll")}
        </Link>
      </FormSection>
    </>
  );
}

function FeedRow({ feed: { id, field, facility, maker, isActive, created_at, lastReadAt } }: { feed: FieldFeed }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const { date, dateTime } = useDateFormats();
  const cache = useQueryClient();
  const revoke = useMutation({
    ...endpointMutation(calendars.revoke),
    onSuccess: () => cache.invalidateQueries({ queryKey: [calendars.list.name] }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span className="min-w-48 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
          <Link to={path(`/fields/${field.id}/calendar`)} className={textLinkClass}>
            {field.name}
          </Link>
          <span className="text-ink-3">{facility.name}</span>
          {!isActive && <Badge tone="rose">{t("calendars.ended")}</Badge>}
        </span>
        <span className="block text-xs text-ink-3 tnum">
          {t("calendars.madeBy", { name: maker.full_name, date: date(created_at) })} · {t("calendars.lastRead")}{" "}
          {lastReadAt ? dateTime(lastReadAt) : t("calendars.never")}
        </span>
        {!isActive && (
          <span className="block text-xs text-ink-3">{t("calendars.endedHint", { name: maker.full_name })}</span>
        )}
      </span>
      <ConfirmButton
        label={t("calendars.revoke")}
        aria-label={t("calendars.revokeOf", { field: field.name })}
        title={t("calendars.revokeTitle")}
        confirm={t("calendars.revoke")}
        onConfirm={() => revoke.mutateAsync({ params: { organizationId, calendarId: id } })}
      >
        {t("calendars.revokeText")}
      </ConfirmButton>
    </li>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarDays, Plus } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { busyCalendars } from "#contract/busy-calendars.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { CalendarRow } from "./calendar-rows.tsx";

const queriesToRefresh = { "busy-calendars": [busyCalendars.list.name], events: [busyCalendars.list.name] };

export function BusyCalendarsPage() {
  const t = useTranslation();
  const { organizationId, membership, path } = useScope();
  const list = useQuery({ ...endpointQuery(busyCalendars.list, { params: { organizationId } }), staleTime: 0 });
  useLiveRefresh(activity.live, organizationId, queriesToRefresh);
  const create = (
    <Link to={path("/busy-calendars/create")} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("busy-calendars.create")}
    </Link>
  );
  const conflicts = list.data?.data.reduce((sum, calendar) => sum + calendar.conflicts, 0) ?? 0;
  return (
    <Page
      title={t("busy-calendars.title")}
      crumbs={useOrganizationCrumbs() ?? []}
      actions={
        <>
          {conflicts > 0 && (
            <Link to={path("/busy-conflicts")} className={buttonClass()}>
              {t("busy-calendars.conflictCount", { count: conflicts })}
            </Link>
          )}
          {create}
        </>
      }
    >
      <p className="mb-4 max-w-prose text-13 text-ink-2">
        {t("busy-calendars.hint", { organization: membership?.name ?? "" })}
      </p>
      <CardList
        label={t("busy-calendars.title")}
        query={list}
        empty={
          <EmptyState icon={CalendarDays} title={t("busy-calendars.empty")} action={create}>
            {t("busy-calendars.emptyText")}
          </EmptyState>
        }
        row={(calendar) => <CalendarRow key={calendar.id} calendar={calendar} />}
      />
    </Page>
  );
}

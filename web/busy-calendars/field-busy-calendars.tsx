/** Below the feed of a field: the calendars of other systems that it follows. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { busyCalendars } from "#contract/busy-calendars.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { CalendarRow } from "./calendar-rows.tsx";

export function FieldBusyCalendars() {
  const t = useTranslation();
  const { organizationId, path, can } = useScope();
  const fieldId = useRouteParam("fieldId");
  const isAllowed = can("organizations.update");
  const { data, error, refetch } = useQuery({
    ...endpointQuery(busyCalendars.list, { params: { organizationId }, query: { fieldId } }),
    staleTime: 0,
    enabled: isAllowed,
  });
  if (!isAllowed) return null;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <Card title={t("busy-calendars.followedBy")} className="mt-6">
      <p className="p-4 text-13 text-ink-2">{t("busy-calendars.followedByText")}</p>
      {!data ? (
        <Skeleton className="m-4 h-12" />
      ) : (
        data.data.length > 0 && (
          <ul className="divide-y divide-line border-t border-line" aria-label={t("busy-calendars.followedBy")}>
            {data.data.map((calendar) => (
              <CalendarRow key={calendar.id} calendar={calendar} />
            ))}
          </ul>
        )
      )}
      <div className="flex justify-end p-4">
        <Link to={path("/busy-calendars/create")} search={{ fieldId } as never} className={buttonClass()}>
          <Plus aria-hidden />
          {t("busy-calendars.create")}
        </Link>
      </div>
    </Card>
  );
}

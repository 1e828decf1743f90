import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { calendars } from "#contract/calendars.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CalendarFeed } from "./calendar-feed.tsx";

export function FieldCalendar() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, fieldId: useRouteParam("fieldId") };
  const { data, error, refetch } = useQuery({ ...endpointQuery(calendars.field, { params }), staleTime: 0 });
  const onSuccess = () => cache.invalidateQueries({ queryKey: [calendars.field.name] });
  const renew = useMutation({ ...endpointMutation(calendars.renewField), onSuccess });
  const revoke = useMutation({ ...endpointMutation(calendars.revokeField), onSuccess });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <>
      <Card title={t("calendars.ofField")}>
        <div className="grid max-w-xl gap-4 p-4">
          <p className="text-13 text-ink-2">{t("calendars.fieldText")}</p>
          <CalendarFeed
            feed={data?.data}
            withMaker
            onRenew={async () => (await renew.mutateAsync({ params })).data.url}
            onRevoke={() => revoke.mutateAsync({ params })}
            contentText={t("calendars.showsField")}
          />
        </div>
      </Card>
      <Outlet />
    </>
  );
}

/** What stands on a field in any calendar program: for a screen at the door, or a coach's telephone. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { calendars } from "#contract/calendars.ts";
import { read, write } from "#web/kit/api.ts";
import { Card } from "#web/kit/card.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { Feed } from "./feed.tsx";

export function FieldCalendar() {
  const t = useWords();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, fieldId: useParam("fieldId") };
  const { data, error, refetch } = useQuery({ ...read(calendars.field, { params }), staleTime: 0 });
  const onSuccess = () => cache.invalidateQueries({ queryKey: [calendars.field.name] });
  const renew = useMutation({ ...write(calendars.renewField), onSuccess });
  const revoke = useMutation({ ...write(calendars.revokeField), onSuccess });
  if (error) return <FailedState error={error} onRetry={refetch} />;
  return (
    <Card title={t("calendars.ofField")}>
      <div className="grid max-w-xl gap-4 p-4">
        <p className="text-13 text-ink-2">{t("calendars.fieldText")}</p>
        <Feed
          feed={data?.data}
          onRenew={async () => (await renew.mutateAsync({ params })).data.url}
          onRevoke={() => revoke.mutateAsync({ params })}
          shows={t("calendars.showsField")}
        />
      </div>
    </Card>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Pencil, RefreshCw } from "lucide-react";
import * as z from "zod/mini";
import { activity } from "#contract/activity.ts";
import { type BusyCalendar, BusyCalendarDraft, busyCalendars } from "#contract/busy-calendars.ts";
import { useFieldNames } from "#web/fields/use-field-names.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { DeleteButton } from "#web/kit/ui/record-buttons.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { CalendarFields, FollowingFields } from "./calendar-fields.tsx";
import { CalendarBadge, FailureText } from "./calendar-rows.tsx";
import { ConflictList } from "./conflicts-page.tsx";

const queriesToRefresh = { "busy-calendars": [busyCalendars.read.name], events: [busyCalendars.read.name] };

export function BusyCalendarPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, busyCalendarId: useRouteParam("busyCalendarId") };
  const { data, error, refetch } = useQuery({ ...endpointQuery(busyCalendars.read, { params }), staleTime: 0 });
  useLiveRefresh(activity.live, organizationId, queriesToRefresh);
  const calendar = data?.data;
  const crumbs = [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="busy-calendars" to={path("/busy-calendars")}>
      {t("busy-calendars.title")}
    </Link>,
  ];
  return (
    <Page
      title={calendar?.name ?? t("busy-calendars.one")}
      crumbs={crumbs}
      actions={calendar && <Actions calendar={calendar} />}
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !calendar ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        <div className="grid gap-6">
          <Details calendar={calendar} />
          {calendar.conflicts > 0 && <ConflictList calendarId={calendar.id} isKept={false} />}
        </div>
      )}
    </Page>
  );
}

function Details({ calendar }: { calendar: BusyCalendar }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const names = useFieldNames(calendar.fieldIds);
  const { host, readAt, nextReadAt, failure, times, unreadable } = calendar;
  return (
    <Card>
      <DescriptionList>
        <DescriptionItem name={t("webhooks.state")}>
          <CalendarBadge calendar={calendar} />{" "}
          {failure !== null && (
            <span className="text-danger">
              <FailureText calendar={calendar} />
            </span>
          )}
        </DescriptionItem>
        <DescriptionItem name={t("busy-calendars.times")}>
          {t("busy-calendars.timeCount", { count: times })}
          {unreadable > 0 && ` · ${t("busy-calendars.unreadableCount", { count: unreadable })}`}
        </DescriptionItem>
        <DescriptionItem name={t("busy-calendars.fields")}>{names}</DescriptionItem>
        {host !== null && <DescriptionItem name={t("busy-calendars.address")}>{host}</DescriptionItem>}
        <DescriptionItem name={t("busy-calendars.lastRead")}>
          {readAt === null ? t("busy-calendars.notRead") : dateTime(readAt)}
        </DescriptionItem>
        {host !== null && <DescriptionItem name={t("busy-calendars.nextRead")}>{dateTime(nextReadAt)}</DescriptionItem>}
      </DescriptionList>
    </Card>
  );
}

function Actions({ calendar }: { calendar: BusyCalendar }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const params = { organizationId, busyCalendarId: calendar.id };
  const refresh = () => cache.invalidateQueries({ queryKey: [busyCalendars.read.name] });
  const readNow = useMutation({ ...endpointMutation(busyCalendars.readNow), onSuccess: refresh });
  const remove = useMutation({
    ...endpointMutation(busyCalendars.delete),
    onSuccess: () => navigate({ to: path("/busy-calendars") }),
  });
  return (
    <>
      {calendar.host !== null && (
        <Button pending={readNow.isPending} onClick={() => readNow.mutate({ params, body: {} })}>
          <RefreshCw aria-hidden />
          {t("busy-calendars.readNow")}
        </Button>
      )}
      <DialogButton
        label={t("kit.edit")}
        icon={<Pencil aria-hidden />}
        title={t("busy-calendars.edit")}
        description={t("busy-calendars.editText")}
      >
        {(close) => <EditForm calendar={calendar} onClose={close} onSaved={refresh} />}
      </DialogButton>
      <DeleteButton
        label={t("busy-calendars.delete")}
        title={t("busy-calendars.deleteTitle")}
        onConfirm={() => remove.mutateAsync({ params })}
      >
        {t("busy-calendars.deleteText")}
      </DeleteButton>
    </>
  );
}

/** The server checks the address. */
const EditDraft = z.strictObject({ ...BusyCalendarDraft.shape, url: z.string() });

interface EditFormProps {
  calendar: BusyCalendar;
  onClose: () => void;
  onSaved: () => unknown;
}

function EditForm({ calendar: { id, name, host, fieldIds }, onClose, onSaved }: EditFormProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const save = useMutation(endpointMutation(busyCalendars.update));
  return (
    <Form
      schema={EditDraft}
      defaultValues={{ name, url: "", fieldIds }}
      guard={false}
      onSubmit={async ({ url, ...body }) => {
        const address = url.trim() === "" ? {} : { url: url.trim() };
        await save.mutateAsync({ params: { organizationId, busyCalendarId: id }, body: { ...body, ...address } });
        await onSaved();
        onClose();
      }}
    >
      <CalendarFields hint={host === null ? t("busy-calendars.noAddress") : t("busy-calendars.urlKept")} />
      <FollowingFields />
      <DialogFormActions onClose={onClose}>{t("kit.save")}</DialogFormActions>
    </Form>
  );
}

/** Follows a calendar in two steps: it is read once, and what it would block is shown before anything is kept. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { BUSY_DAYS_AHEAD, BusyCalendarDraft, type BusyCalendarCheck, busyCalendars } from "#contract/busy-calendars.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { parseSearchId } from "#web/kit/list/list-search.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { CalendarFields, FollowingFields } from "./calendar-fields.tsx";

interface CheckedCalendar {
  draft: BusyCalendarDraft;
  check: BusyCalendarCheck;
}

export function BusyCalendarCreatePage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const fieldId = useSearch({
    strict: false,
    select: (search: { fieldId?: unknown }) => parseSearchId(search.fieldId),
  });
  const [draft, setDraft] = useState<BusyCalendarDraft>();
  const [checked, setChecked] = useState<CheckedCalendar>();
  const check = useMutation(endpointMutation(busyCalendars.check));
  const crumbs = [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="busy-calendars" to={path("/busy-calendars")}>
      {t("busy-calendars.title")}
    </Link>,
  ];
  return (
    <Page title={t("busy-calendars.create")} crumbs={crumbs}>
      {checked ? (
        <CheckedCard
          {...checked}
          onBack={() => {
            setDraft(checked.draft);
            setChecked(undefined);
          }}
        />
      ) : (
        <Form
          schema={BusyCalendarDraft}
          defaultValues={draft ?? { name: "", url: "", fieldIds: fieldId ? [fieldId] : [] }}
          onSubmit={async (filled) => {
            const { url, fieldIds } = filled;
            const { data } = await check.mutateAsync({ params: { organizationId }, body: { url, fieldIds } });
            setChecked({ draft: filled, check: data });
          }}
          label={t("busy-calendars.create")}
          className="gap-6"
        >
          <FormSection title={t("busy-calendars.one")}>
            <CalendarFields hint={t("busy-calendars.urlHint")} required />
          </FormSection>
          <FormSection title={t("busy-calendars.fields")}>
            <FollowingFields />
          </FormSection>
          <FormActions>
            <SubmitButton>{t("busy-calendars.check")}</SubmitButton>
          </FormActions>
        </Form>
      )}
    </Page>
  );
}

function CheckedCard({ draft, check, onBack }: CheckedCalendar & { onBack: () => void }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { times, next, conflicts, unreadable, timezone } = check;
  const { weekdayDate, timeRange, dateTime } = useDateFormats(timezone);
  const create = useMutation({
    ...endpointMutation(busyCalendars.create),
    onSuccess: async ({ data }) => {
      await cache.invalidateQueries({ queryKey: [busyCalendars.list.name] });
      return navigate({ to: path(`/busy-calendars/${data.id}`) });
    },
  });
  const isLong = ({ startTime, endTime }: (typeof next)[number]) =>
    Date.parse(endTime) - Date.parse(startTime) >= 86_400_000;
  return (
    <Card className="grid max-w-2xl gap-4 p-5">
      <div role="status">
        <h2 className="text-sm font-semibold">
          {times > 0
            ? t("busy-calendars.found", { count: times })
            : t("busy-calendars.foundNothing", { days: String(BUSY_DAYS_AHEAD) })}
        </h2>
      </div>
      {next.length > 0 && (
        <ul className="grid gap-1 text-13 tnum" aria-label={t("busy-calendars.times")}>
          {next.map((time) => (
            <li key={`${time.startTime} ${time.name}`} className="flex flex-wrap gap-x-3">
              <span className="text-ink-2 first-letter:uppercase">
                {isLong(time)
                  ? `${dateTime(time.startTime)} – ${dateTime(time.endTime)}`
                  : `${weekdayDate(time.startTime)}, ${timeRange(time.startTime, time.endTime)}`}
              </span>
              <span className="[overflow-wrap:anywhere]">{time.name || t("busy-calendars.noName")}</span>
            </li>
          ))}
          {times > next.length && <li className="text-ink-3">…</li>}
        </ul>
      )}
      {conflicts > 0 && (
        <p className="rounded-md bg-amber-bg px-3 py-2 text-13 text-amber-fg">
          {t("busy-calendars.foundConflicts", { count: conflicts })}
        </p>
      )}
      {unreadable > 0 && (
        <p className="text-13 text-ink-2">{t("busy-calendars.unreadableCount", { count: unreadable })}</p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>{t("busy-calendars.backToForm")}</Button>
        <Button
          variant="primary"
          pending={create.isPending}
          onClick={() => create.mutate({ params: { organizationId }, body: draft })}
        >
          {t("busy-calendars.follow")}
        </Button>
      </div>
    </Card>
  );
}

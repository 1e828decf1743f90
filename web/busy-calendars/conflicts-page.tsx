/** Bookings that stand in busy times, each with what can be decided about it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarDays } from "lucide-react";
import { lazy, useState } from "react";
import { activity } from "#contract/activity.ts";
import { type BusyConflict, busyCalendars } from "#contract/busy-calendars.ts";
import { fields } from "#contract/fields.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { Pagination } from "#web/kit/list/pagination.tsx";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";

const loadWizard = async () => {
  await ensureTemporal();
  return import("#web/blocks/block-wizard.tsx");
};
const BlockWizard = lazy(async () => ({ default: (await loadWizard()).BlockWizard }));

const queriesToRefresh = {
  "busy-calendars": [busyCalendars.conflicts.name],
  events: [busyCalendars.conflicts.name],
};

export function BusyConflictsPage() {
  const t = useTranslation();
  return (
    <Page title={t("busy-calendars.conflicts")} crumbs={useOrganizationCrumbs() ?? []}>
      <div className="grid gap-8">
        <ConflictList isKept={false} />
        <ConflictList isKept />
      </div>
    </Page>
  );
}

interface ConflictListProps {
  calendarId?: string;
  isKept: boolean;
}

export function ConflictList({ calendarId, isKept }: ConflictListProps) {
  const t = useTranslation();
  const { organizationId, can, path } = useScope();
  const { page } = useListSearch();
  const [moved, setMoved] = useState<BusyConflict>();
  const cache = useQueryClient();
  const query = { isKept: String(isKept), page: String(isKept ? 1 : page), ...(calendarId && { calendarId }) };
  const list = useQuery({
    ...endpointQuery(busyCalendars.conflicts, { params: { organizationId }, query }),
    staleTime: 0,
  });
  useLiveRefresh(activity.live, organizationId, queriesToRefresh);
  if (isKept && list.data?.data.length === 0) return null;
  const title = t(isKept ? "busy-calendars.keptBookings" : "busy-calendars.conflicts");
  const refresh = () => cache.invalidateQueries({ queryKey: ["busy-calendars"] });
  return (
    <section aria-label={title} className="grid gap-3">
      <div>
        {/* The page of all calendars has it as its title. */}
        {(isKept || calendarId) && <h2 className="text-sm font-semibold">{title}</h2>}
        {!isKept && <p className="text-xs text-ink-3">{t("busy-calendars.conflictsHint")}</p>}
      </div>
      <CardList
        label={title}
        query={list}
        empty={
          <EmptyState
            icon={CalendarDays}
            title={t("busy-calendars.allKept")}
            action={
              can(busyCalendars.list) && (
                <Link to={path("/busy-calendars")} className={`${textLinkClass} text-13`}>
                  {t("busy-calendars.showAll")}
                </Link>
              )
            }
            withoutAction={t("busy-calendars.settingsChoose")}
          >
            {t("busy-calendars.allKeptHint")}
          </EmptyState>
        }
        row={(conflict) => (
          <ConflictRow
            key={`${conflict.busyTimeId} ${conflict.eventId}`}
            conflict={conflict}
            onMove={() => setMoved(conflict)}
            onDecided={refresh}
          />
        )}
      />
      {!isKept && <Pagination meta={list.data?.meta} />}
      {moved && (
        <Wizard
          conflict={moved}
          onClose={() => {
            setMoved(undefined);
            void refresh();
          }}
        />
      )}
    </section>
  );
}

interface ConflictRowProps {
  conflict: BusyConflict;
  onMove: () => void;
  onDecided: () => unknown;
}

function ConflictRow({ conflict, onMove, onDecided }: ConflictRowProps) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const { eventId, calendar, busy, name, customer, field, facility, timezone, startTime, endTime, keptAt } = conflict;
  const { weekdayDate, timeRange, withOtherZoneName } = useDateFormats(timezone);
  const keep = useMutation({ ...endpointMutation(busyCalendars.keep), onSuccess: onDecided });
  const when = withOtherZoneName(`${weekdayDate(startTime)}, ${timeRange(startTime, endTime)}`, startTime);
  const decide = (isKept: boolean) => keep.mutate({ params: { organizationId, eventId }, body: { isKept } });
  const labelled = (label: string) => ({ "aria-label": `${label}: ${customer ?? name}, ${when}` });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-56 flex-1 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2 text-13">
          <Link to={path(`/events/${eventId}`)} className={`${textLinkClass} [overflow-wrap:anywhere]`}>
            {customer ?? name}
          </Link>
          <span className="text-ink-2 tnum">{when}</span>
          <span className="text-ink-3">
            {field.name} · {facility.name}
          </span>
        </p>
        <p className="text-xs text-ink-2 [overflow-wrap:anywhere] tnum">
          {busy.name
            ? t("busy-calendars.busyIn", { calendar: calendar.name, name: busy.name })
            : t("busy-calendars.busyWithoutName", { calendar: calendar.name })}
          {` · ${timeRange(busy.startTime, busy.endTime)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {keptAt === null ? (
          <>
            <Button
              size="sm"
              pending={keep.isPending}
              onClick={() => decide(true)}
              {...labelled(t("busy-calendars.keep"))}
            >
              {t("busy-calendars.keep")}
            </Button>
            <Button size="sm" aria-haspopup="dialog" onClick={onMove} {...labelled(t("busy-calendars.decide"))}>
              {t("busy-calendars.decide")}
            </Button>
          </>
        ) : (
          <Button
            size="sm"
            pending={keep.isPending}
            onClick={() => decide(false)}
            {...labelled(t("busy-calendars.decideAgain"))}
          >
            {t("busy-calendars.decideAgain")}
          </Button>
        )}
      </div>
    </li>
  );
}

const ignorePreview = () => {};

/** Moves or cancels the booking; the busy time takes its place at once. */
function Wizard({ conflict, onClose }: { conflict: BusyConflict; onClose: () => void }) {
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } }));
  if (!data) return null;
  const { field, startTime, endTime, calendar, timezone } = conflict;
  const options = data.data.flatMap((facility) => facility.fields).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <LazyPart load={loadWizard} onFailed={onClose}>
      <BlockWizard
        start={{
          places: [{ fieldId: field.id, startTime, endTime }],
          ...{ name: calendar.name, isWeather: false, description: null, internalNotes: null, reason: "" },
        }}
        fields={options}
        timezone={timezone}
        onPreview={ignorePreview}
        onBack={onClose}
        onClose={onClose}
      />
    </LazyPart>
  );
}

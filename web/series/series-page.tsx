import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { CalendarPlus, Pencil, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { activity } from "#contract/activity.ts";
import { series as endpoints, type Series } from "#contract/series.ts";
import { parseSearchId } from "#web/kit/list/list-search.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { PageColumns, Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { AddDatesDialog } from "./add-dates-dialog.tsx";
import { CancelDatesDialog } from "./cancel-dates-dialog.tsx";
import { DateList } from "./date-list.tsx";
import { useDayText } from "./occurrence-table.tsx";
import { ruleText } from "./rule-text.ts";
import { occurrencesInScope } from "./series-draft.ts";

type SkippedDates = readonly { date: string; reason: string }[];
declare module "@tanstack/react-router" {
  interface HistoryState {
    seriesBooked?: { created: number; skipped: SkippedDates };
  }
}

export function SeriesPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const seriesId = useRouteParam("seriesId");
  const { data, error, refetch } = useQuery(endpointQuery(endpoints.read, { params: { organizationId, seriesId } }));
  useLiveRefresh(activity.live, organizationId, ["events", "series"]);
  const series = data?.data;
  if (series) return <SeriesDetails key={series.id} series={series} />;
  return (
    <Page
      title={t("series.one")}
      crumbs={[
        <Link key="list" to={path("/events")}>
          {t("events.title")}
        </Link>,
      ]}
    >
      {error ? <ErrorState error={error} onRetry={refetch} /> : <DetailSkeleton rows={8} />}
    </Page>
  );
}

function SeriesDetails({ series }: { series: Series }) {
  const t = useTranslation();
  const { path, isPlatform, can } = useScope();
  const navigate = useNavigate();
  const booked = useRouterState({ select: ({ location }) => location.state.seriesBooked });
  const [refused, setRefused] = useState<SkippedDates>(booked?.skipped ?? []);
  const [adding, setAdding] = useState<string>();
  const [canceling, setCanceling] = useState(false);
  const cancelParam = useSearch({
    strict: false,
    select: (search: { cancel?: string }) => parseSearchId(search.cancel),
  });
  const [next] = occurrencesInScope(series.occurrences, { eventId: "", scope: "all" });
  const mayChange = !isPlatform && can(endpoints.update) && next?.eventId;
  const mayAdd = !isPlatform && can(endpoints.add);
  const close = () => {
    setCanceling(false);
    if (cancelParam) void navigate({ to: ".", search: {} as never, replace: true });
  };
  const hasEvent = series.occurrences.some(({ eventId }) => eventId === cancelParam);
  return (
    <Page
      title={series.name}
      crumbs={[
        <Link key="list" to={path("/events")}>
          {t("events.title")}
        </Link>,
        t("series.one"),
      ]}
      actions={
        <>
          {mayAdd && (
            <Button aria-haspopup="dialog" onClick={() => setAdding("all")}>
              <CalendarPlus aria-hidden />
              {t("series.addDates")}
            </Button>
          )}
          {mayChange && (
            <Button aria-haspopup="dialog" onClick={() => setCanceling(true)}>
              <X aria-hidden />
              {t("series.cancelAction")}
            </Button>
          )}
          {mayChange && (
            <Link
              to={path(`/series/${series.id}/edit`)}
              search={{ eventId: mayChange, scope: "all" }}
              className={buttonClass("primary")}
            >
              <Pencil aria-hidden />
              {t("kit.edit")}
            </Link>
          )}
        </>
      }
    >
      {booked && <BookedNotice series={series} created={booked.created} />}
      <PageColumns asideFirst aside={<SeriesFacts series={series} />}>
        <DateList series={series} refused={refused} {...(mayAdd ? { onAdd: setAdding } : {})} />
      </PageColumns>
      <AddDatesDialog series={series} date={adding} onClose={() => setAdding(undefined)} onSkipped={setRefused} />
      {!isPlatform && can(endpoints.cancel) && (
        <CancelDatesDialog
          series={series}
          eventId={hasEvent ? cancelParam : canceling ? (next?.eventId ?? undefined) : undefined}
          scope={hasEvent ? "this" : "all"}
          onClose={close}
          onSkipped={setRefused}
        />
      )}
    </Page>
  );
}

function BookedNotice({ series, created }: { series: Series; created: number }) {
  const t = useTranslation();
  const { length: skipped } = series.occurrences.filter(({ eventId }) => eventId === null);
  return (
    <p role="status" className="mb-5 rounded-md bg-lime-bg px-4 py-2.5 text-13 text-lime-fg">
      {t("series.bookedCount", { count: created })} {skipped > 0 && t("series.skippedCount", { count: skipped })}
    </p>
  );
}

function SeriesFacts({ series }: { series: Series }) {
  const t = useTranslation();
  const { path } = useScope();
  const language = useLanguage();
  const { duration } = useDateFormats();
  const day = useDayText(series.timezone);
  const [first, last] = [series.occurrences[0], series.occurrences.at(-1)];
  const upper = (text: string) => <span className="inline-block first-letter:uppercase">{text}</span>;
  return (
    <Card title={t("kit.details")}>
      <dl className="divide-y divide-line">
        <LabelledFact name={t("series.rule")}>{ruleText(series.rule, t, language)}</LabelledFact>
        <LabelledFact name={t("events.field")}>
          <Link to={path(`/fields/${series.field.id}`)} className={textLinkClass}>
            {series.field.name}
          </Link>
        </LabelledFact>
        <LabelledFact name={t("events.facility")}>
          <Link to={path(`/facilities/${series.facility.id}`)} className={textLinkClass}>
            {series.facility.name}
          </Link>
        </LabelledFact>
        <LabelledFact name={t("events.duration")}>{duration(series.duration)}</LabelledFact>
        <LabelledFact name={t("series.first")}>{first && upper(day(first.startTime))}</LabelledFact>
        <LabelledFact name={t("series.last")}>{last && upper(day(last.startTime))}</LabelledFact>
      </dl>
    </Card>
  );
}

const LabelledFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4 px-4 py-2.5 text-13">
    <dt className="text-ink-3">{name}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </div>
);

/** A series: its rule in words, and all its dates, the skipped ones too. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { CalendarPlus, Pencil, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { activity } from "#contract/activity.ts";
import { series as endpoints, type Series } from "#contract/series.ts";
import { read } from "#web/kit/api.ts";
import { Button, buttonClass } from "#web/kit/button.tsx";
import { Card } from "#web/kit/card.tsx";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { useDates } from "#web/kit/dates.ts";
import { FailedState } from "#web/kit/listing.tsx";
import { useLive } from "#web/kit/live.ts";
import { Columns, Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { AddDates } from "./add-dates.tsx";
import { CancelDates } from "./cancel-dates.tsx";
import { DateList } from "./date-list.tsx";
import { useDayText } from "./occurrence-table.tsx";
import { ruleText } from "./rule-text.ts";
import { concerned } from "./series-draft.ts";

type Skipped = readonly { date: string; reason: string }[];
declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What became of the dates of a series that was just booked. */
    seriesBooked?: { created: number; skipped: Skipped };
  }
}

export function SeriesPage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const seriesId = useParam("seriesId");
  const { data, error, refetch } = useQuery(read(endpoints.read, { params: { organizationId, seriesId } }));
  useLive(activity.live, organizationId, ["events", "series"]);
  const found = data?.data;
  if (found) return <Shown key={found.id} series={found} />;
  return (
    <Page
      title={t("series.one")}
      crumbs={[
        <Link key="list" to={path("/events")}>
          {t("events.title")}
        </Link>,
      ]}
    >
      {error ? <FailedState error={error} onRetry={refetch} /> : <DetailSkeleton rows={8} />}
    </Page>
  );
}

function Shown({ series }: { series: Series }) {
  const t = useWords();
  const { path, isPlatform, can } = useScope();
  const navigate = useNavigate();
  const booked = useRouterState({ select: ({ location }) => location.state.seriesBooked });
  const [refused, setRefused] = useState<Skipped>(booked?.skipped ?? []);
  const [adding, setAdding] = useState<string>();
  const [canceling, setCanceling] = useState(false);
  const asked = useSearch({ strict: false, select: (search: { cancel?: string }) => search.cancel });
  const [next] = concerned(series.occurrences, { eventId: "", scope: "all" });
  const mayChange = !isPlatform && can(endpoints.update) && next?.eventId;
  const mayAdd = !isPlatform && can(endpoints.add);
  const close = () => {
    setCanceling(false);
    if (asked) void navigate({ to: ".", search: {} as never, replace: true });
  };
  const hasEvent = series.occurrences.some(({ eventId }) => eventId === asked);
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
      <Columns asideFirst aside={<Facts series={series} />}>
        <DateList series={series} refused={refused} {...(mayAdd ? { onAdd: setAdding } : {})} />
      </Columns>
      <AddDates series={series} date={adding} onClose={() => setAdding(undefined)} onSkipped={setRefused} />
      {!isPlatform && can(endpoints.cancel) && (
        <CancelDates
          series={series}
          eventId={hasEvent ? asked : canceling ? (next?.eventId ?? undefined) : undefined}
          scope={hasEvent ? "this" : "all"}
          onClose={close}
          onSkipped={setRefused}
        />
      )}
    </Page>
  );
}

function BookedNotice({ series, created }: { series: Series; created: number }) {
  const t = useWords();
  const { length: skipped } = series.occurrences.filter(({ eventId }) => eventId === null);
  return (
    <p role="status" className="mb-5 rounded-md bg-lime-bg px-4 py-2.5 text-13 text-lime-fg">
      {t("series.bookedCount", { count: created })} {skipped > 0 && t("series.skippedCount", { count: skipped })}
    </p>
  );
}

function Facts({ series }: { series: Series }) {
  const t = useWords();
  const { path } = useScope();
  const tag = useLocale();
  const { duration } = useDates();
  const day = useDayText(series.timezone);
  const [first, last] = [series.occurrences[0], series.occurrences.at(-1)];
  const upper = (text: string) => <span className="inline-block first-letter:uppercase">{text}</span>;
  return (
    <Card title={t("kit.details")}>
      <dl className="divide-y divide-line">
        <Told name={t("series.rule")}>{ruleText(series.rule, t, tag)}</Told>
        <Told name={t("events.field")}>
          <Link to={path(`/fields/${series.field.id}`)} className={textLink}>
            {series.field.name}
          </Link>
        </Told>
        <Told name={t("events.facility")}>
          <Link to={path(`/facilities/${series.facility.id}`)} className={textLink}>
            {series.facility.name}
          </Link>
        </Told>
        <Told name={t("events.duration")}>{duration(series.duration)}</Told>
        <Told name={t("series.first")}>{first && upper(day(first.startTime))}</Told>
        <Told name={t("series.last")}>{last && upper(day(last.startTime))}</Told>
      </dl>
    </Card>
  );
}

const Told = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4 px-4 py-2.5 text-13">
    <dt className="text-ink-3">{name}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </div>
);

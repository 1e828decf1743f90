import { Link } from "@tanstack/react-router";
import { CalendarDays } from "lucide-react";
import { useState } from "react";
import type { Series } from "#contract/series.ts";
import { statusLabels } from "#web/events/labels.ts";
import { Badge, statusTone } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { type Column, DataTable, rowLinkClass } from "#web/kit/list/table.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useDayText } from "./occurrence-table.tsx";
import { isUpcoming } from "./series-draft.ts";

type SeriesDate = Series["occurrences"][number];
const dateFilters = ["toCome", "skipped", "all"] as const;

interface DateListProps {
  series: Series;
  /** Dates that the last request could not book or cancel. */
  refused: readonly { date: string; reason: string }[];
  onAdd?: (date: string) => void;
}

export function DateList({ series, refused, onAdd }: DateListProps) {
  const t = useTranslation();
  const { timezone, occurrences } = series;
  const isSkipped = ({ eventId }: SeriesDate) => eventId === null;
  const some = {
    toCome: occurrences.filter((occurrence) => isUpcoming(occurrence)),
    skipped: occurrences.filter(isSkipped),
    all: occurrences,
  };
  const [chosen, setChosen] = useState<(typeof dateFilters)[number]>(some.toCome.length > 0 ? "toCome" : "all");
  const labels = {
    toCome: t("series.showToCome"),
    skipped: t("series.showSkipped"),
    all: t("series.showAll"),
  };
  return (
    <div className="grid gap-3">
      <SegmentedControl
        name="shown"
        aria-label={t("series.show")}
        value={chosen}
        onValueChange={setChosen}
        options={dateFilters.map((value) => ({ value, label: `${labels[value]} · ${some[value].length}` }))}
      />
      <DataTable
        caption={t("series.dates")}
        columns={useColumns({ timezone, refused, ...(onAdd ? { onAdd } : {}) })}
        rows={some[chosen]}
        rowKey={({ date }) => date}
        pending={false}
        empty={
          <EmptyState icon={CalendarDays} title={t(chosen === "skipped" ? "series.noneSkipped" : "series.noneToCome")}>
            {t("series.noneHint")}
          </EmptyState>
        }
      />
    </div>
  );
}

interface ColumnsProps extends Pick<DateListProps, "refused" | "onAdd"> {
  timezone: string;
}

function useColumns({ timezone, refused, onAdd }: ColumnsProps): Column<SeriesDate>[] {
  const t = useTranslation();
  const { path } = useScope();
  const day = useDayText(timezone);
  const { timeRange } = useDateFormats(timezone);
  const reasons = new Map(refused.map(({ date, reason }) => [date, reason]));
  return [
    {
      key: "date",
      header: t("series.date"),
      cell: ({ startTime, endTime, eventId, status }) => (
        <span className="grid gap-0.5 tnum">
          {eventId === null ? (
            <span className="text-ink-3 first-letter:uppercase">{day(startTime)}</span>
          ) : (
            <Link
              to={path(`/events/${eventId}`)}
              className={`${rowLinkClass} inline-block first-letter:uppercase ${isCanceled(status) ? "text-ink-3 line-through" : ""}`}
            >
              {day(startTime)}
            </Link>
          )}
          <span className="text-xs text-ink-3">{timeRange(startTime, endTime)}</span>
        </span>
      ),
    },
    { key: "field", header: t("events.field"), className: "w-40", cell: ({ field }) => field.name, phone: "below" },
    {
      key: "status",
      header: t("events.status"),
      phone: "below",
      cell: (row) => (
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="grid justify-items-start gap-1">
            <Badge tone={row.status ? statusTone(row.status) : "outline"} dot={row.status ?? true}>
              {t(row.status ? statusLabels[row.status] : "series.skipped")}
            </Badge>
            {reasons.has(row.date) && <span className="text-xs text-ink-3">{reasons.get(row.date)}</span>}
          </span>
          {onAdd && isUpcoming(row) && (row.eventId === null || isCanceled(row.status)) && (
            <Button
              className="relative z-10"
              aria-label={t("series.addOne", { date: day(row.startTime) })}
              aria-haspopup="dialog"
              onClick={() => onAdd(row.date)}
            >
              {t("series.addDate")}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

const isCanceled = (status: SeriesDate["status"]) => status === "canceled" || status === "rejected";

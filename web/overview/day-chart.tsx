/** Chart of a figure by day (occupancy, events, revenue), compared with the period before. Screen readers get a table. */
import { scaleBand, scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Card } from "#web/kit/ui/card.tsx";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Change } from "./change.tsx";

export interface ChartPoint {
  /** Local date. */
  date: string;
  value: number;
}

interface DayChartProps {
  title: string;
  total: number;
  totalBefore: number;
  days: readonly ChartPoint[];
  before: readonly ChartPoint[];
  format: (value: number) => string;
  /** Writes the values of the axis. Default: as `format`. */
  formatTick?: (value: number) => string;
  minAxis: number;
  isShare?: boolean;
  /** Names the days it is compared with. Default: the period before. */
  beforeLabel?: string;
  link: ReactNode;
}

const height = 200;
const DEFAULT_WIDTH = 460;
const margin = { top: 8, right: 2, bottom: 22 };
/** Pixels for an axis label: gap, each character, and each day. */
const [labelGap, characterWidth, dayWidth] = [8, 7, 64];
const tickCount = 4;

/** Measures the width in pixels, so that the chart's text has the size of other text. */
function useMeasuredWidth() {
  const ref = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(DEFAULT_WIDTH);
  useEffect(() => {
    const measured = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width || DEFAULT_WIDTH));
    if (ref.current) measured.observe(ref.current);
    return () => measured.disconnect();
  }, []);
  return { ref, width };
}

export function DayChart(props: DayChartProps) {
  const { title, total, totalBefore, days, before, format, minAxis: least, isShare = false, link } = props;
  const t = useTranslation();
  const formatTick = props.formatTick ?? format;
  const beforeLabel = props.beforeLabel ?? t("overview.periodBefore");
  const week = useWeekdayFormats();
  const [pointed, setPointed] = useState<number>();
  const { ref, width } = useMeasuredWidth();
  const highest = Math.max(least, ...days.map(({ value }) => value), ...before.map(({ value }) => value));
  const y = scaleLinear([0, highest], [height - margin.bottom, margin.top]).nice(tickCount);
  const ticks = y.ticks(tickCount);
  const left = labelGap + characterWidth * Math.max(...ticks.map((value) => formatTick(value).length));
  const x = scaleBand<number>(
    days.map((_, index) => index),
    [left, width - margin.right],
  ).padding(days.length > 100 ? 0 : 0.25);
  const middle = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const path = line<ChartPoint>(
    (_, index) => middle(index),
    ({ value }) => y(value),
  );
  const day = (date: string) => shortDay(date, week.date(date));
  const legendText = (points: readonly ChartPoint[], otherwise: string) => {
    const point = pointed === undefined ? undefined : points[pointed];
    return point ? `${day(point.date)} · ${format(point.value)}` : otherwise;
  };
  const step = Math.max(1, Math.ceil((days.length * dayWidth) / (width - left)));
  const pointAt = (clientX: number, box: DOMRect) => {
    const index = Math.floor((clientX - box.left - left) / x.step());
    setPointed(index >= 0 && index < days.length ? index : undefined);
  };
  return (
    <Card title={title} action={link}>
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 px-4 pt-3">
        <span className="text-xl font-semibold tnum">{format(total)}</span>
        <Change value={total} before={totalBefore} isShare={isShare} className="text-xs" />
        <span className="text-xs text-ink-3 tnum">{t("overview.before", { value: format(totalBefore) })}</span>
      </div>
      <div className="px-4 pt-2 pb-2">
        <svg
          ref={ref}
          height={height}
          className="block w-full"
          aria-hidden
          onPointerMove={({ clientX, currentTarget }) => pointAt(clientX, currentTarget.getBoundingClientRect())}
          onPointerLeave={() => setPointed(undefined)}
        >
          {ticks.map((value) => (
            <g key={value}>
              <line x1={left} x2={width - margin.right} y1={y(value)} y2={y(value)} className="stroke-line" />
              <text x={left - labelGap} y={y(value) + 3.5} textAnchor="end" className="fill-ink-3 text-2xs tnum">
                {formatTick(value)}
              </text>
            </g>
          ))}
          {days.map(({ date, value }, index) => (
            <rect
              key={date}
              x={x(index) ?? 0}
              width={x.bandwidth()}
              y={y(Math.max(0, value))}
              height={Math.max(0, y(0) - y(Math.max(0, value)))}
              rx={Math.min(2, x.bandwidth() / 4)}
              className={index === pointed ? "fill-accent-hover" : "fill-accent"}
            />
          ))}
          {/* The line below it keeps the dashes apart from the bars. */}
          <path d={path(before) ?? ""} className="fill-none stroke-surface" strokeWidth={4} strokeLinejoin="round" />
          <path
            d={path(before) ?? ""}
            className="fill-none stroke-ink-2"
            strokeWidth={1.5}
            strokeDasharray="4 3"
            strokeLinejoin="round"
          />
          {days.map(({ date }, index) =>
            index % step === 0 ? (
              <text
                key={date}
                x={Math.min(middle(index), width - dayWidth / 2)}
                y={height - 6}
                textAnchor="middle"
                className="fill-ink-3 text-2xs tnum"
              >
                {day(date)}
              </text>
            ) : null,
          )}
        </svg>
      </div>
      <p className="flex gap-4 px-4 pb-3 text-xs whitespace-nowrap text-ink-2 tnum" aria-hidden>
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-sm bg-accent" /> {legendText(days, t("overview.thisPeriod"))}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="w-4 border-t-2 border-dashed border-ink-2" /> {legendText(before, beforeLabel)}
        </span>
      </p>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t("overview.day")}</th>
            <th scope="col">{t("overview.thisPeriod")}</th>
            <th scope="col">{beforeLabel}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, value }, index) => (
            <tr key={date}>
              <th scope="row">{week.date(date)}</th>
              <td>{format(value)}</td>
              <td>{format(before[index]?.value ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Drops the year, which every label would repeat. */
const shortDay = (date: string, text: string): string => text.replace(/[,/\s]*\b\d{4}\b/, "") || date;

/** Time axis of the grid: hours and the line of the current time (now). */
import "./time-axis.css";
import { type RefObject, useEffect, useRef } from "react";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { findAxisLane } from "./lane-background.tsx";
import type { Board } from "./board.ts";
import { ariaColumnAt } from "./geometry.ts";
import { hourStyle } from "./lane.tsx";

interface TimeAxisProps {
  board: Board;
  /** Epoch milliseconds. */
  now: number;
  isVertical: boolean;
  /** The least pixels per hour. */
  hour: number;
}

/** Puts the time zone on a second line, because the gutter is narrow. */
const splitTimeLines = (time: string) => time.replace(/ (?=GMT|UTC)/, "\n");
/** Includes the label's padding. */
const LINE_PX = 16;
const CHARACTER_PX = 6.5;

export function TimeAxis({ board, now, isVertical, hour }: TimeAxisProps) {
  const t = useTranslation();
  const { time } = useDateFormats(board.timezone);
  const gutter = findAxisLane(board);
  if (!gutter) return null;
  const hours = Array.from({ length: Math.ceil(board.span / 60) }, (_, index) => index * 60);
  const at = (minutes: number) => ({ [isVertical ? "top" : "left"]: `${(minutes / board.span) * 100}%` });
  const current = minuteOfNow(board, now);
  // The label of the current time replaces an hour that it would touch.
  const lines = splitTimeLines(time(now)).split("\n");
  const besidePx = isVertical ? LINE_PX * lines.length : (lines[0] ?? "").length * CHARACTER_PX + 6;
  const isBesideNow = (minutes: number) =>
    current !== undefined && (Math.abs(current - minutes) / 60) * hour < besidePx;
  return (
    <div role="rowgroup" className="planner-times">
      <div role="row" className="contents">
        <div role="columnheader" aria-colindex={1} className="planner-corner">
          <span className="sr-only">{t("planning.lane")}</span>
        </div>
        <div role="presentation" className="planner-hours" style={hourStyle(hour)}>
          {hours.map((minutes) => (
            <span
              key={minutes}
              role="columnheader"
              aria-colindex={ariaColumnAt(minutes)}
              aria-colspan={Math.min(4, (board.span - minutes) / 15)}
              data-beside-now={isBesideNow(minutes) ? "" : undefined}
              style={at(minutes)}
            >
              {splitTimeLines(time(gutter.origin + minutes * 60_000))}
            </span>
          ))}
          {current !== undefined && (
            <b aria-hidden style={at(current)}>
              {splitTimeLines(time(now))}
            </b>
          )}
        </div>
      </div>
    </div>
  );
}

function minuteOfNow({ lanes, span }: Board, now: number): number | undefined {
  for (const { origin } of new Map(lanes.map((lane) => [lane.origin, lane])).values()) {
    const minutes = (now - origin) / 60_000;
    if (minutes >= 0 && minutes <= span) return minutes;
  }
  return undefined;
}

/** Ignores opening hours after midnight that belong to the evening before. */
const firstOpening = ({ lanes }: Board): number => {
  const starts = lanes.flatMap(
    ({ open }) => open.find(({ from }, index) => from > 0 || open.length === index + 1) ?? [],
  );
  return starts.length === 0 ? 0 : Math.min(...starts.map(({ from }) => from)) - 30;
};

/** Scrolls to one hour before now, and to today in a week, or to the opening on other days; at first and when the day changes. */
export function useScrollToNow(
  scroller: RefObject<HTMLElement | null>,
  { board, isVertical, now, hour }: { board: Board; isVertical: boolean; now: number; hour: number },
) {
  const wanted = `${board.lanes[0]?.origin} ${isVertical} ${board.span}`;
  const done = useRef("");
  const minutes = minuteOfNow(board, now);
  const opensAt = firstOpening(board);
  useEffect(() => {
    if (done.current === wanted || !scroller.current) return;
    const isFirst = done.current === "";
    done.current = wanted;
    const first = minutes === undefined ? opensAt : minutes - 60;
    const start = Math.max(0, (first / 60) * hour);
    // Scrolling would force a layout.
    if (!isFirst || start > 0) scroller.current.scrollTo(isVertical ? { top: start } : { left: start });
    // A phone has room for two days of a week.
    if (isVertical)
      scroller.current.querySelector("[aria-current=date]")?.scrollIntoView({ inline: "start", block: "nearest" });
  }, [scroller, wanted, minutes, opensAt, hour, isVertical]);
}

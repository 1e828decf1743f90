/** The hours beside the lanes, and where it is now among them. */
import { type RefObject, useEffect, useRef } from "react";
import { useDates } from "#web/kit/dates.ts";
import { useWords } from "#web/kit/words.ts";
import { gutterOf } from "./behind.tsx";
import type { Board } from "./board.ts";
import { columnOf } from "./geometry.ts";
import { hourStyle } from "./lane.tsx";

interface TimesProps {
  board: Board;
  /** In epoch milliseconds. */
  now: number;
  isVertical: boolean;
  /** Pixels of an hour, or more. */
  hour: number;
}

/** Which of two hours it is stands below: beside it there is no room. */
const inLines = (time: string) => time.replace(/ (?=GMT|UTC)/, "\n");
/** A line of text and the edges of the pill that says the time. */
const linePx = 16;
/** What a character of it is wide at most. */
const characterPx = 6.5;

/** The hours beside the lanes, and what time it is. */
export function Times({ board, now, isVertical, hour }: TimesProps) {
  const t = useWords();
  const { time } = useDates(board.timezone);
  const gutter = gutterOf(board);
  if (!gutter) return null;
  const hours = Array.from({ length: Math.ceil(board.span / 60) }, (_, index) => index * 60);
  const at = (minutes: number) => ({ [isVertical ? "top" : "left"]: `${(minutes / board.span) * 100}%` });
  const current = nowOn(board, now);
  // Where the pill with the time would touch an hour, it stands in its place.
  const lines = inLines(time(now)).split("\n");
  const besidePx = isVertical ? linePx * lines.length : (lines[0] ?? "").length * characterPx + 6;
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
              aria-colindex={columnOf(minutes)}
              aria-colspan={Math.min(4, (board.span - minutes) / 15)}
              data-beside-now={isBesideNow(minutes) ? "" : undefined}
              style={at(minutes)}
            >
              {inLines(time(gutter.origin + minutes * 60_000))}
            </span>
          ))}
          {current !== undefined && (
            <b aria-hidden style={at(current)}>
              {inLines(time(now))}
            </b>
          )}
        </div>
      </div>
    </div>
  );
}

/** Where it is now on any of the lanes. */
function nowOn({ lanes, span }: Board, now: number): number | undefined {
  for (const { origin } of new Map(lanes.map((lane) => [lane.origin, lane])).values()) {
    const minutes = (now - origin) / 60_000;
    if (minutes >= 0 && minutes <= span) return minutes;
  }
  return undefined;
}

/** When the day itself begins: what is open past midnight is of the evening before. */
const openingOf = ({ lanes }: Board): number => {
  const starts = lanes.flatMap(
    ({ open }) => open.find(({ from }, index) => from > 0 || open.length === index + 1) ?? [],
  );
  return starts.length === 0 ? 0 : Math.min(...starts.map(({ from }) => from)) - 30;
};

/** On another day, or at first, an hour before now stands at the edge; where it is not today, the opening. */
export function useScrollToNow(
  scroller: RefObject<HTMLElement | null>,
  { board, isVertical, now, hour }: { board: Board; isVertical: boolean; now: number; hour: number },
) {
  const wanted = `${board.lanes[0]?.origin} ${isVertical} ${board.span}`;
  const done = useRef("");
  const minutes = nowOn(board, now);
  const opensAt = openingOf(board);
  useEffect(() => {
    if (done.current === wanted || !scroller.current) return;
    const isFirst = done.current === "";
    done.current = wanted;
    const first = minutes === undefined ? opensAt : minutes - 60;
    const start = Math.max(0, (first / 60) * hour);
    // It begins there: to scroll would only make the browser lay it out at once.
    if (isFirst && start === 0) return;
    scroller.current.scrollTo(isVertical ? { top: start } : { left: start });
  }, [scroller, wanted, minutes, opensAt, hour, isVertical]);
}

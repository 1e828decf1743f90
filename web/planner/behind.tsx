/** What is behind the events of a lane: when it is open and for whom, what is over, what is taken around it, what it costs. */
import { Timer } from "lucide-react";
import type { Writing } from "./block.tsx";
import { type Board, closedOn, type Item, type Lane } from "./board.ts";
import { isStanding } from "./filters.ts";
import type { Place } from "./geometry.ts";

interface BehindProps {
  board: Board;
  index: number;
  lane: Lane;
  items: readonly Item[];
  place: Place;
  /** How many minutes of it are over. */
  past: number;
  currency: string;
  /** Pixels of an hour. */
  hour: number;
  writing: Writing;
}

/** A strip that is lower says nothing. */
const signPx = 14;

/** The lane whose hours stand beside all of them: one on which the clock is not changed, where there is such. */
export function gutterOf({ lanes, span, timezone }: Board): Lane | undefined {
  const [first] = lanes;
  // A day's lanes all have the same hours.
  if (first === undefined || lanes.at(-1)?.origin === first.origin) return first;
  const offsetAt = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).offsetNanoseconds;
  return lanes.find(({ origin }) => offsetAt(origin) === offsetAt(origin + span * 60_000)) ?? first;
}

/** The hours of a lane on which the clock is changed, as far as they are others than those beside the lanes. */
function ownHoursOf(board: Board, lane: Lane, time: Writing["dates"]["time"]): { from: number; text: string }[] {
  const gutter = gutterOf(board);
  if (!gutter || gutter.origin === lane.origin) return [];
  const hours = Array.from({ length: Math.ceil(board.span / 60) }, (_, index) => index * 60);
  const isOwn = (at: number) => time(lane.origin + at * 60_000) !== time(gutter.origin + at * 60_000);
  if (!isOwn(hours.at(-1) ?? 0)) return [];
  return hours.filter(isOwn).map((from) => ({ from, text: time(lane.origin + from * 60_000) }));
}

export function Behind({ board, index, lane, items, place, past, currency, hour, writing }: BehindProps) {
  const { t, money, dates } = writing;
  const { span } = board;
  const after = lane.field.turnaround;
  const isClosed = lane.field.status === "closed";
  return (
    <>
      {closedOn(lane, span).map((stretch) => (
        <div key={stretch.from} className="planner-closed" style={place(stretch)} />
      ))}
      {lane.staffOnly.map((stretch) => (
        <div key={stretch.from} className="planner-staff" title={t("planning.staffOnly")} style={place(stretch)} />
      ))}
      {ownHoursOf(board, lane, dates.time).map(({ from, text }) => (
        <div key={from} aria-hidden className="planner-own-hour" style={place({ from, to: from + 60 })}>
          {text}
        </div>
      ))}
      {past > 0 && <div className="planner-past" style={place({ from: 0, to: past })} />}
      {lane.bands.map((band) => (
        <div
          key={band.from}
          className="planner-band"
          title={t(band.isEach ? "planning.bandEach" : "planning.band", {
            price: money(band.price, currency),
            count: band.duration,
          })}
          style={{ ...place(band), "--level": band.level } as object}
        />
      ))}
      {after > 0 &&
        items
          .filter(({ event, to }) => isStanding(event) && to < span)
          .map(({ id, to }) => (
            <div key={id} className="planner-turnaround" style={place({ from: to, to: Math.min(span, to + after) })}>
              {(after / 60) * hour >= signPx && <Timer aria-hidden />}
            </div>
          ))}
      {board.shades
        .filter(({ lane: its }) => its === index)
        .map((shade) => (
          <div key={shade.id} className="planner-shade" style={place(shade)}>
            <span>{t("planning.inUseBy", { name: shade.by })}</span>
          </div>
        ))}
      {isClosed && (
        <div className="planner-veil">
          <span>{t("planning.closed")}</span>
        </div>
      )}
    </>
  );
}

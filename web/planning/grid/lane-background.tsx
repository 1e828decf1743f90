/** Background of a lane: closed hours, hour lines, price bands. */
import "./lane-background.css";
import { Timer } from "lucide-react";
import type { Formatters } from "./event-block.tsx";
import { type Board, closedIntervals, type BoardItem, type Lane, mergeRelatedUses } from "./board.ts";
import { isActiveEvent } from "./event-criteria.ts";
import type { Positioner } from "./geometry.ts";

interface LaneBackgroundProps {
  board: Board;
  index: number;
  lane: Lane;
  items: readonly BoardItem[];
  place: Positioner;
  /** Minutes of the lane that are over. */
  past: number;
  currency: string;
  /** Pixels per hour. */
  hour: number;
  formatters: Formatters;
}

/** A lower strip has no room for the sign. */
const MIN_SIGN_PX = 14;

/** Returns the lane whose hours label the axis, preferably one without a clock change (DST). */
export function findAxisLane({ lanes, span, timezone }: Board): Lane | undefined {
  const [first] = lanes;
  // All lanes of one day have the same hours.
  if (first === undefined || lanes.at(-1)?.origin === first.origin) return first;
  const offsetAt = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).offsetNanoseconds;
  return lanes.find(({ origin }) => offsetAt(origin) === offsetAt(origin + span * 60_000)) ?? first;
}

function listShiftedHours(
  board: Board,
  lane: Lane,
  time: Formatters["dates"]["time"],
): { from: number; text: string }[] {
  const gutter = findAxisLane(board);
  if (!gutter || gutter.origin === lane.origin) return [];
  const hours = Array.from({ length: Math.ceil(board.span / 60) }, (_, index) => index * 60);
  const isOwn = (at: number) => time(lane.origin + at * 60_000) !== time(gutter.origin + at * 60_000);
  if (!isOwn(hours.at(-1) ?? 0)) return [];
  return hours.filter(isOwn).map((from) => ({ from, text: time(lane.origin + from * 60_000) }));
}

export function LaneBackground({
  board,
  index,
  lane,
  items,
  place,
  past,
  currency,
  hour,
  formatters,
}: LaneBackgroundProps) {
  const { t, money, dates } = formatters;
  const { span } = board;
  const after = lane.field.turnaround;
  const isClosed = lane.field.status === "closed";
  return (
    <>
      {closedIntervals(lane, span).map((stretch) => (
        <div key={stretch.from} className="planner-closed" style={place(stretch)} />
      ))}
      {lane.staffOnly.map((stretch) => (
        <div key={stretch.from} className="planner-staff-only" title={t("planning.staffOnly")} style={place(stretch)} />
      ))}
      {listShiftedHours(board, lane, dates.time).map(({ from, text }) => (
        <div key={from} aria-hidden className="planner-shifted-hour" style={place({ from, to: from + 60 })}>
          {text}
        </div>
      ))}
      {past > 0 && <div className="planner-past" style={place({ from: 0, to: past })} />}
      {lane.priceBands.map((band) => (
        <div
          key={band.from}
          className="planner-price-band"
          title={t(band.isEach ? "planning.bandEach" : "planning.band", {
            price: money(band.price, currency),
            count: band.duration,
          })}
          style={{ ...place(band), "--level": band.level } as object}
        />
      ))}
      {after > 0 &&
        items
          .filter(({ event, to }) => isActiveEvent(event) && to < span)
          .map(({ id, to }) => (
            <div key={id} className="planner-turnaround" style={place({ from: to, to: Math.min(span, to + after) })}>
              {(after / 60) * hour >= MIN_SIGN_PX && <Timer aria-hidden />}
            </div>
          ))}
      {mergeRelatedUses(board.relatedUses.filter(({ lane: laneIndex }) => laneIndex === index)).map((use) => (
        <div key={use.id} className="planner-related-use" style={place(use)}>
          <span>{t("planning.inUseBy", { name: use.fieldNames.join(", ") })}</span>
        </div>
      ))}
      {isClosed && (
        <div className="planner-closed-field">
          <span>{t("planning.closed")}</span>
        </div>
      )}
    </>
  );
}

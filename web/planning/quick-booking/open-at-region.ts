import { type Board, instantAt, isSlotUnavailable, type Lane } from "#web/planning/grid/board.ts";
import { type GridRegion, type Interval, lanesOf } from "#web/planning/grid/geometry.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { NewBooking } from "./booking-store.ts";
import { placesOfRegion } from "./placement.ts";
import type { BookingPlace, QuickKind } from "./quick-draft.ts";

export type RegionDecision =
  | { action: "refuse"; message: MessageKey }
  | { action: "open"; booking: NewBooking }
  /** Customers book on another page. */
  | { action: "navigate"; place: BookingPlace | undefined };

interface RegionOptions {
  kind?: QuickKind | undefined;
  isTeam: boolean;
  /** Minutes, for a start without a length. */
  defaultDuration: number;
  now: number;
}

function reasonNotBookable(board: Board, lane: number, from: number, now: number): MessageKey | undefined {
  const track = board.lanes[lane];
  if (!track) return undefined;
  const isIn = (intervals: readonly Interval[]) => intervals.some((one) => one.from <= from && from < one.to);
  if (Date.parse(instantAt(track, from)) < now) return "planning.isGone";
  if (!isIn(track.open)) return "events.outsideHours";
  return isIn(track.staffOnly) ? "planning.staffOnly" : undefined;
}

/** @returns leftOut names of drawn fields that are taken, where only a block can stand */
export function resolveRegionAction(
  board: Board,
  region: GridRegion,
  { kind = "event", isTeam, defaultDuration, now }: RegionOptions,
): RegionDecision & { leftOut: string[] } {
  const all = lanesOf(region).filter((lane) => board.lanes[lane]?.field.status !== "closed");
  if (all.length === 0) return { action: "refuse", message: "events.fieldClosed", leftOut: [] };
  const untaken = all.filter((lane) => !isSlotUnavailable(board, { slot: { ...region, lane } }));
  const lanes = kind === "block" || untaken.length === 0 || all.length === 1 ? all : untaken;
  const others = all.filter((lane) => !lanes.includes(lane));
  const leftOut = others.flatMap((lane) => board.lanes[lane]?.field.name ?? []);
  const { from, to } = region;
  const [lane = region.lane] = lanes;
  const places = placesOfRegion(board, { ...region, lane, lanes });
  if (!isTeam) {
    const message = reasonNotBookable(board, lane, from, now);
    return message ? { action: "refuse", message, leftOut } : { action: "navigate", place: places[0], leftOut };
  }
  const takenPlaces = placesOfRegion(board, { ...region, lanes: others });
  const duration = to - from || defaultDuration;
  return { action: "open", booking: { kind, places, takenPlaces, duration, hasChosenLength: to > from }, leftOut };
}

/** The start of a block that nobody has drawn, on the first field: at the next step from now on, or when the field opens. */
export function regionToBlock(board: Board, now: number): GridRegion | undefined {
  const minutesTo = ({ origin }: Lane) => (now - origin) / 60_000;
  const isNowShown = (lane: Lane) => minutesTo(lane) >= 0 && minutesTo(lane) < board.span;
  const usable = board.lanes.filter(({ field }) => field.status !== "closed");
  const lane = usable.find(isNowShown) ?? usable[0];
  if (!lane) return undefined;
  const { step, open } = lane;
  const from = isNowShown(lane) ? Math.ceil(minutesTo(lane) / step) * step : (open[0]?.from ?? 0);
  return { lane: board.lanes.indexOf(lane), from, to: from };
}

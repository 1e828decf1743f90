/** The target of a move, and the changes that it makes. Pure. */
import type { Planning, PlanningEvent } from "#contract/planning.ts";
import { toWallClock } from "#web/availability/slots.ts";
import type { EventChanges } from "#web/events/event-draft.ts";
import { type Board, instantAt, type BoardItem } from "#web/planning/grid/board.ts";
import type { GridSlot } from "#web/planning/grid/geometry.ts";

export interface MoveTarget {
  eventId: string;
  fieldId: string;
  fieldName: string;
  timezone: string;
  startTime: string;
  /** Minutes. */
  duration: number;
  /** Moves it outside of the opening hours. */
  override?: boolean;
  overrideReason?: string;
  /** Moved by keyboard: the focus follows. */
  isByKeys?: boolean | undefined;
  /** Placement when the drag started. */
  initial: Pick<PlanningEvent, "fieldId" | "startTime" | "endTime">;
  /** Target of the user's earlier move, which may still be on its way. */
  pending?: MoveTarget["initial"];
}

export function buildMoveTarget(
  board: Board,
  { event }: BoardItem,
  { lane: index, from, to }: GridSlot,
): MoveTarget | undefined {
  const lane = board.lanes[index];
  if (!lane || event.id === null) return undefined;
  const { id: fieldId, name: fieldName, timezone } = lane.field;
  const where = { fieldId, fieldName, timezone, startTime: instantAt(lane, from), duration: to - from };
  return { eventId: event.id, ...where, initial: event };
}

/** @param from the current field */
export const changesForMove = (
  { fieldId, startTime, duration, override }: MoveTarget,
  from?: { fieldId: string },
): EventChanges => ({
  ...(from?.fieldId === fieldId ? {} : { fieldId }),
  startTime,
  duration,
  ...(override ? { override } : {}),
});

interface EventPlacement {
  fieldId: string;
  startTime: string;
  endTime: string;
}
const isSameInstant = (one: string, other: string) => Date.parse(one) === Date.parse(other);
/** Whether somebody else moved the event since the drag started. */
export const wasMovedMeanwhile = (
  { initial, pending = initial }: Pick<MoveTarget, "initial" | "pending">,
  { fieldId, startTime, endTime }: EventPlacement,
): boolean =>
  [initial, pending].every(
    (at) => fieldId !== at.fieldId || !isSameInstant(startTime, at.startTime) || !isSameInstant(endTime, at.endTime),
  );

/** The move as changes of a series: time, duration and field; each occurrence keeps its day. */
export function seriesChangesForMove(
  target: MoveTarget,
  before: EventPlacement & { duration: number; timezone: string },
) {
  const [from, to] = [toWallClock(before.startTime, before.timezone), toWallClock(target.startTime, target.timezone)];
  return {
    isSameDay: from.date === to.date,
    changes: {
      ...(from.time === to.time ? {} : { time: to.time }),
      ...(target.duration === before.duration ? {} : { duration: target.duration }),
      ...(target.fieldId === before.fieldId ? {} : { fieldId: target.fieldId }),
    },
  };
}

/** Shows the event at its target. */
export function applyMove(data: Planning, moved: MoveTarget | undefined): Planning {
  if (!moved) return data;
  const { eventId, fieldId, startTime, duration } = moved;
  const endTime = new Date(Date.parse(startTime) + duration * 60_000).toISOString();
  return {
    ...data,
    events: data.events.map((event) => (event.id === eventId ? { ...event, fieldId, startTime, endTime } : event)),
  };
}

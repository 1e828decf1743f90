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
  override?: boolean;
  overrideReason?: string;
  /** After a keyboard move the focus follows. */
  isByKeys?: boolean | undefined;
  /** The placement when the drag started. */
  initial: Pick<PlanningEvent, "fieldId" | "startTime" | "endTime">;
  /** The target of an earlier move by the user that may not be saved yet. */
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

/** Each occurrence keeps its day; only time, duration and field change. */
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

export function applyMove(data: Planning, moved: MoveTarget | undefined): Planning {
  if (!moved) return data;
  const { eventId, fieldId, startTime, duration } = moved;
  const endTime = new Date(Date.parse(startTime) + duration * 60_000).toISOString();
  return {
    ...data,
    events: data.events.map((event) => (event.id === eventId ? { ...event, fieldId, startTime, endTime } : event)),
  };
}

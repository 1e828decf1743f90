/** Where an event is to be, and what that changes of it. Pure. */
import type { Planning, PlanningEvent } from "#contract/planning.ts";
import { wallClockOf } from "#web/availability/slots.ts";
import type { Changes } from "#web/events/event-draft.ts";
import { type Board, instantAt, type Item } from "#web/planner/board.ts";
import type { Slot } from "#web/planner/geometry.ts";

/** Where an event is to be. */
export interface Target {
  eventId: string;
  fieldId: string;
  fieldName: string;
  timezone: string;
  startTime: string;
  /** Minutes. */
  duration: number;
  /** Outside of the hours, on purpose, and why. */
  override?: boolean;
  because?: string;
  /** Whoever moved it there has no pointer to go on with. */
  isByKeys?: boolean | undefined;
  /** Where the person saw it when they took hold of it. */
  was: Pick<PlanningEvent, "fieldId" | "startTime" | "endTime">;
  /** Where it was being moved to meanwhile by the same person, which may be done or not. */
  onItsWay?: Target["was"];
}

export function targetOf(board: Board, { event }: Item, { lane: index, from, to }: Slot): Target | undefined {
  const lane = board.lanes[index];
  if (!lane || event.id === null) return undefined;
  const { id: fieldId, name: fieldName, timezone } = lane.field;
  const where = { fieldId, fieldName, timezone, startTime: instantAt(lane, from), duration: to - from };
  return { eventId: event.id, ...where, was: event };
}

/** @param from the field where it is */
export const changesTo = ({ fieldId, startTime, duration, override }: Target, from?: { fieldId: string }): Changes => ({
  ...(from?.fieldId === fieldId ? {} : { fieldId }),
  startTime,
  duration,
  ...(override ? { override } : {}),
});

interface Placed {
  fieldId: string;
  startTime: string;
  endTime: string;
}
const isSame = (one: string, other: string) => Date.parse(one) === Date.parse(other);
/** Whether somebody has moved it since it was taken hold of. */
export const isElsewhereBy = (
  { was, onItsWay = was }: Pick<Target, "was" | "onItsWay">,
  { fieldId, startTime, endTime }: Placed,
): boolean =>
  [was, onItsWay].every(
    (at) => fieldId !== at.fieldId || !isSame(startTime, at.startTime) || !isSame(endTime, at.endTime),
  );

/** A move as several dates of a series can make it: the hour, the length, the field; each keeps its day. */
export function seriesChangesOf(target: Target, before: Placed & { duration: number; timezone: string }) {
  const [from, to] = [wallClockOf(before.startTime, before.timezone), wallClockOf(target.startTime, target.timezone)];
  return {
    isSameDay: from.date === to.date,
    changes: {
      ...(from.time === to.time ? {} : { time: to.time }),
      ...(target.duration === before.duration ? {} : { duration: target.duration }),
      ...(target.fieldId === before.fieldId ? {} : { fieldId: target.fieldId }),
    },
  };
}

/** The planning with an event where it is being moved to. */
export function withMoved(data: Planning, moved: Target | undefined): Planning {
  if (!moved) return data;
  const { eventId, fieldId, startTime, duration } = moved;
  const endTime = new Date(Date.parse(startTime) + duration * 60_000).toISOString();
  return {
    ...data,
    events: data.events.map((event) => (event.id === eventId ? { ...event, fieldId, startTime, endTime } : event)),
  };
}

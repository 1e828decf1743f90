/** Computes the occupancy (utilization) of a month from minutes. */
import type { FieldOccupancy } from "#contract/planning.ts";

export type OccupancyMinutes = Pick<FieldOccupancy, "open" | "taken">;

export function datesOfMonth(date: string): string[] {
  const first = Temporal.PlainDate.from(date).with({ day: 1 });
  return Array.from({ length: first.daysInMonth }, (_, days) => first.add({ days }).toString());
}

/** Returns occupancy by date, from 0 to 1; undefined where nothing is open. */
export const occupancyByDay = ({ open, taken }: OccupancyMinutes): (number | undefined)[] =>
  open.map((minutes, index) => (minutes > 0 ? (taken[index] ?? 0) / minutes : undefined));

/** Leaves out parts, because they take the time of their whole. */
export function sumOverFields(fields: readonly FieldOccupancy[]): OccupancyMinutes {
  const known = new Set(fields.map(({ id }) => id));
  const wholes = fields.filter(({ parentId }) => parentId === null || !known.has(parentId));
  const sum = (of: "open" | "taken") =>
    (wholes[0]?.[of] ?? []).map((_, index) => wholes.reduce((total, field) => total + (field[of][index] ?? 0), 0));
  return { open: sum("open"), taken: sum("taken") };
}

export function totalOccupancy({ open, taken }: OccupancyMinutes): number {
  const add = (sum: number, minutes: number) => sum + minutes;
  const minutes = open.reduce(add, 0);
  return minutes > 0 ? taken.reduce(add, 0) / minutes : 0;
}

export const occupancyLevel = (load: number): number => Math.min(5, Math.ceil(load * 5));

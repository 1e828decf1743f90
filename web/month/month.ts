/** A month at a glance, in numbers. Pure. */
import type { FieldOccupancy } from "#contract/planning.ts";

export type Loads = Pick<FieldOccupancy, "open" | "taken">;

/** The dates of the month around one, from its first to its last. */
export function monthOf(date: string): string[] {
  const first = Temporal.PlainDate.from(date).with({ day: 1 });
  return Array.from({ length: first.daysInMonth }, (_, days) => first.add({ days }).toString());
}

/** How much of the open time is taken on each date, from 0 to 1; undefined where nothing is open. */
export const loadsOf = ({ open, taken }: Loads): (number | undefined)[] =>
  open.map((minutes, index) => (minutes > 0 ? (taken[index] ?? 0) / minutes : undefined));

/** Of all fields together. Parts take the time of their whole, which therefore stands for them. */
export function sumOf(fields: readonly FieldOccupancy[]): Loads {
  const known = new Set(fields.map(({ id }) => id));
  const wholes = fields.filter(({ parentId }) => parentId === null || !known.has(parentId));
  const sum = (of: "open" | "taken") =>
    (wholes[0]?.[of] ?? []).map((_, index) => wholes.reduce((total, field) => total + (field[of][index] ?? 0), 0));
  return { open: sum("open"), taken: sum("taken") };
}

/** Of some days together. */
export function loadOf({ open, taken }: Loads): number {
  const add = (sum: number, minutes: number) => sum + minutes;
  const minutes = open.reduce(add, 0);
  return minutes > 0 ? taken.reduce(add, 0) / minutes : 0;
}

/** How dark a cell is, from 0 for nothing to 5. */
export const levelOf = (load: number): number => Math.min(5, Math.ceil(load * 5));

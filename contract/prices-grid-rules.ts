/**
 * The grid of a price pattern: timeslots × plans. Pure, for both sides.
 * Amounts are minor units, durations minutes, wall times `HH:MM`.
 */
import { findOverlaps, lengthOf, minutesOf, type Slot, type WallTime } from "./hours-week-rules.ts";

export interface Timeslot extends Slot {
  /** Unique in its pattern; `end ≤ start` runs past midnight and belongs to the weekday that it began on. */
  name: string;
  /** Monday = 1 … Sunday = 7. */
  weekdays: readonly number[];
}
export interface Plan {
  /** Unique in its pattern, as is the duration. */
  name: string;
  duration: number;
}
/** A cell of the grid: the price of a plan in a timeslot. */
export interface PriceDetail {
  timeslot: string;
  plan: string;
  /** For the people of one role; null = everybody. */
  roleId: number | null;
  /** 0 = free. Null = not sold; of a role: nothing of its own, so everybody's price holds. */
  price: number | null;
}
export interface PriceGrid {
  timeslots: readonly Timeslot[];
  plans: readonly Plan[];
  details: readonly PriceDetail[];
}
export interface GridProblem {
  path: [keyof PriceGrid, number, string];
  error:
    | "prices.nameTaken"
    | "prices.timeslotsOverlap"
    | "prices.durationTaken"
    | "prices.unknownTimeslot"
    | "prices.unknownPlan"
    | "prices.cellTaken";
}

/** Indexes of what repeats something before it. */
function repeated<T>(list: readonly T[], keyOf: (one: T) => string): number[] {
  const seen = new Set<string>();
  return list.flatMap((one, index) => {
    const key = keyOf(one);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [index] : [];
  });
}
const nameOf = ({ name }: { name: string }) => name.trim().toLowerCase();
const durationOf = ({ duration }: Plan) => String(duration);

/** Indexes of timeslots that overlap one before them on the same weekday, past midnight too. */
function overlapping(timeslots: readonly Timeslot[]): number[] {
  const slots = timeslots.flatMap(({ weekdays, start, end }, owner) =>
    weekdays.map((weekday) => ({ weekday, start, end, owner })),
  );
  const owners = findOverlaps(slots).map(([one, other]) => [slots[one]?.owner ?? 0, slots[other]?.owner ?? 0] as const);
  return [...new Set(owners.flatMap(([one, other]) => (one === other ? [] : [Math.max(one, other)])))].toSorted(
    (one, other) => one - other,
  );
}

/** What is wrong with a grid, each beside the value it belongs to: the later one of two that collide. */
export function checkGrid({ timeslots, plans, details }: PriceGrid): GridProblem[] {
  const unknown = (member: "timeslot" | "plan", among: readonly { name: string }[]) => {
    const names = new Set(among.map(({ name }) => name));
    return details.flatMap((detail, index) => (names.has(detail[member]) ? [] : [index]));
  };
  const cell = ({ timeslot, plan, roleId }: PriceDetail) => JSON.stringify([timeslot, plan, roleId]);
  const checks: [keyof PriceGrid, string, GridProblem["error"], number[]][] = [
    ["timeslots", "name", "prices.nameTaken", repeated(timeslots, nameOf)],
    ["timeslots", "start", "prices.timeslotsOverlap", overlapping(timeslots)],
    ["plans", "name", "prices.nameTaken", repeated(plans, nameOf)],
    ["plans", "duration", "prices.durationTaken", repeated(plans, durationOf)],
    ["details", "timeslot", "prices.unknownTimeslot", unknown("timeslot", timeslots)],
    ["details", "plan", "prices.unknownPlan", unknown("plan", plans)],
    ["details", "price", "prices.cellTaken", repeated(details, cell)],
  ];
  return checks.flatMap(([list, member, error, indexes]) =>
    indexes.map((index) => ({ path: [list, index, member], error })),
  );
}

/**
 * Whether a timeslot holds a wall time: on its own weekdays, and after midnight on the days that follow them.
 * Reads the timeslot once, for many times.
 */
export function holder({ weekdays, start, end }: Timeslot): (time: WallTime) => boolean {
  const from = minutesOf(start);
  const until = from + lengthOf({ start, end });
  return ({ weekday, minute }) =>
    (from <= minute && minute < until && weekdays.includes(weekday)) ||
    (minute + 24 * 60 < until && weekdays.includes(weekday === 1 ? 7 : weekday - 1));
}

export interface RolePrice {
  roleId: number | null;
  price: number;
}

/** The prices of a cell for somebody, the one that holds first. */
export type PricesOf = (timeslot: string, plan: string) => readonly RolePrice[];

/**
 * Reads a grid as somebody: in each cell the cheapest price of their roles holds, else everybody's.
 * @param roleIds of the booker; none for a guest
 */
export function pricesFor(details: readonly PriceDetail[], roleIds: readonly number[]): PricesOf {
  const cells = new Map<string, Map<string, RolePrice[]>>();
  for (const { timeslot, plan, roleId, price } of details) {
    if (price === null || (roleId !== null && !roleIds.includes(roleId))) continue;
    const row = cells.get(timeslot) ?? new Map<string, RolePrice[]>();
    cells.set(timeslot, row.set(plan, [...(row.get(plan) ?? []), { roleId, price }]));
  }
  const order = (one: RolePrice, other: RolePrice) =>
    Number(one.roleId === null) - Number(other.roleId === null) || one.price - other.price;
  return (timeslot, plan) => (cells.get(timeslot)?.get(plan) ?? []).toSorted(order);
}

/** Half hours of a day. */
const halfHours = 48;

/**
 * What a plan costs in every half hour of a week, for the colours of a grid's heat-map.
 * @param roleIds whose price; none for everybody's
 * @returns seven days from Monday, each with 48 prices from midnight on; null where it is not sold
 */
export function heatMap(
  { timeslots, details }: PriceGrid,
  { plan, roleIds }: { plan: string; roleIds: readonly number[] },
): (number | null)[][] {
  const prices = pricesFor(details, roleIds);
  const priced = timeslots.map((timeslot) => ({
    holds: holder(timeslot),
    price: prices(timeslot.name, plan)[0]?.price ?? null,
  }));
  return Array.from({ length: 7 }, (_day, day) =>
    Array.from({ length: halfHours }, (_half, half) => {
      const time = { weekday: day + 1, minute: half * 30 };
      return priced.find(({ holds }) => holds(time))?.price ?? null;
    }),
  );
}

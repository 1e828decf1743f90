/** Price grid: timeslots × plans. Pure. Amounts are minor units, durations minutes, wall times `HH:MM`. */
import { listWeekOverlaps, slotLength, minutesSinceMidnight, type Slot, type WallTime } from "./hours-week-rules.ts";

export interface Timeslot extends Slot {
  /** Unique in its pattern. With `end ≤ start` the timeslot runs past midnight and belongs to the weekday of its start. */
  name: string;
  weekdays: readonly number[];
}
export interface Plan {
  name: string;
  duration: number;
}
export interface PriceDetail {
  timeslot: string;
  plan: string;
  roleId: number | null;
  /** 0: free. Null: not sold, or for a role: everybody's price applies. */
  price: number | null;
}
export interface PriceGrid {
  timeslots: readonly Timeslot[];
  plans: readonly Plan[];
  details: readonly PriceDetail[];
}
export interface GridError {
  path: [keyof PriceGrid, number, string];
  error:
    | "prices.nameTaken"
    | "prices.timeslotsOverlap"
    | "prices.durationTaken"
    | "prices.unknownTimeslot"
    | "prices.unknownPlan"
    | "prices.cellTaken";
}

function findRepeated<T>(list: readonly T[], keyOf: (one: T) => string): number[] {
  const seen = new Set<string>();
  return list.flatMap((one, index) => {
    const key = keyOf(one);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [index] : [];
  });
}
const nameKey = ({ name }: { name: string }) => name.trim().toLowerCase();
const durationKey = ({ duration }: Plan) => String(duration);

/** Indexes of timeslots that overlap an earlier one on the same weekday, also past midnight. */
function findOverlapping(timeslots: readonly Timeslot[]): number[] {
  const slots = timeslots.flatMap(({ weekdays, start, end }, owner) =>
    weekdays.map((weekday) => ({ weekday, start, end, owner })),
  );
  const owners = listWeekOverlaps(slots).map(
    ([one, other]) => [slots[one]?.owner ?? 0, slots[other]?.owner ?? 0] as const,
  );
  return [...new Set(owners.flatMap(([one, other]) => (one === other ? [] : [Math.max(one, other)])))].toSorted(
    (one, other) => one - other,
  );
}

/** Errors of a grid. Of two values that collide, the later one gets the error. */
export function checkGrid({ timeslots, plans, details }: PriceGrid): GridError[] {
  const unknown = (member: "timeslot" | "plan", among: readonly { name: string }[]) => {
    const names = new Set(among.map(({ name }) => name));
    return details.flatMap((detail, index) => (names.has(detail[member]) ? [] : [index]));
  };
  const cell = ({ timeslot, plan, roleId }: PriceDetail) => JSON.stringify([timeslot, plan, roleId]);
  const checks: [keyof PriceGrid, string, GridError["error"], number[]][] = [
    ["timeslots", "name", "prices.nameTaken", findRepeated(timeslots, nameKey)],
    ["timeslots", "start", "prices.timeslotsOverlap", findOverlapping(timeslots)],
    ["plans", "name", "prices.nameTaken", findRepeated(plans, nameKey)],
    ["plans", "duration", "prices.durationTaken", findRepeated(plans, durationKey)],
    ["details", "timeslot", "prices.unknownTimeslot", unknown("timeslot", timeslots)],
    ["details", "plan", "prices.unknownPlan", unknown("plan", plans)],
    ["details", "price", "prices.cellTaken", findRepeated(details, cell)],
  ];
  return checks.flatMap(([list, member, error, indexes]) =>
    indexes.map((index) => ({ path: [list, index, member], error })),
  );
}

/** Tests whether a wall time lies in the timeslot, also past midnight. Reuse the function: it parses the timeslot only once. */
export function createTimeslotMatcher({ weekdays, start, end }: Timeslot): (time: WallTime) => boolean {
  const from = minutesSinceMidnight(start);
  const until = from + slotLength({ start, end });
  return ({ weekday, minute }) =>
    (from <= minute && minute < until && weekdays.includes(weekday)) ||
    (minute + 24 * 60 < until && weekdays.includes(weekday === 1 ? 7 : weekday - 1));
}

export interface RolePrice {
  roleId: number | null;
  price: number;
}

export type CellPriceReader = (timeslot: string, plan: string) => readonly RolePrice[];

/**
 * Reads a grid for one person: in each cell the lowest price of their roles applies, else everybody's.
 * @param roleIds of the booker; empty for a guest
 */
export function createCellPriceReader(details: readonly PriceDetail[], roleIds: readonly number[]): CellPriceReader {
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

const HALF_HOURS_PER_DAY = 48;

/**
 * Prices of a plan in every half hour of a week, for the heat map of a grid.
 * @param roleIds empty: everybody's price
 * @returns seven days from Monday, each with 48 prices from midnight; null if not sold
 */
export function buildHeatMap(
  { timeslots, details }: PriceGrid,
  { plan, roleIds }: { plan: string; roleIds: readonly number[] },
): (number | null)[][] {
  const prices = createCellPriceReader(details, roleIds);
  const priced = timeslots.map((timeslot) => ({
    holds: createTimeslotMatcher(timeslot),
    price: prices(timeslot.name, plan)[0]?.price ?? null,
  }));
  return Array.from({ length: 7 }, (_day, day) =>
    Array.from({ length: HALF_HOURS_PER_DAY }, (_half, half) => {
      const time = { weekday: day + 1, minute: half * 30 };
      return priced.find(({ holds }) => holds(time))?.price ?? null;
    }),
  );
}

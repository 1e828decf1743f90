/**
 * Prices: which durations are sold at a start, and for how much. Pure, for both sides.
 * Amounts are minor units, durations minutes, instants epoch milliseconds, wall times `HH:MM`.
 */
import { wallClock } from "./hours-week-rules.ts";
import { createTimeslotMatcher, createCellPriceReader, type PriceGrid } from "./prices-grid-rules.ts";

/** The price of the whole field, or of each person. */
export type PriceType = "field" | "user";
const priceTypeOrder: readonly PriceType[] = ["field", "user"];

export interface PricePattern extends PriceGrid {
  id: string;
  name: string;
  type: PriceType;
  /** ISO 8601 instant. */
  createdAt: string;
}

/** One thing that is sold at a start. All but duration and price are null where a field without patterns is free. */
export interface PriceOption {
  duration: number;
  plan: string | null;
  timeslot: string | null;
  priceType: PriceType | null;
  /** Price of the field, or of one person. */
  price: number;
  patternId: string | null;
}

const FREE_DURATION_STEP = 30;
const MAX_FREE_DURATION = 240;

/** The durations of a field without price patterns: multiples of 30 minutes, from its step between starts to 4 hours. */
export function listFreeDurations(startStep: number): number[] {
  const shortest = Math.ceil(startStep / FREE_DURATION_STEP) * FREE_DURATION_STEP;
  const count = Math.max(0, (MAX_FREE_DURATION - shortest) / FREE_DURATION_STEP + 1);
  return Array.from({ length: count }, (_, index) => shortest + index * FREE_DURATION_STEP);
}

export interface FieldPricing {
  /** All that are linked to the field; none: the field is free. */
  patterns: readonly PricePattern[];
  timezone: string;
  /** Roles of the booker; none for a guest. */
  roleIds: readonly number[];
  /** The field's, in minutes. */
  startStep: number;
}

/** Patterns by type, field before user, of each type the newest first. */
export const sortByPrecedence = (patterns: readonly PricePattern[]): PricePattern[] =>
  patterns.toSorted(
    (one, other) =>
      priceTypeOrder.indexOf(one.type) - priceTypeOrder.indexOf(other.type) ||
      Date.parse(other.createdAt) - Date.parse(one.createdAt) ||
      (one.id < other.id ? 1 : -1),
  );

/**
 * Reads the prices of a field for one person: to be kept for all starts of a day, which it answers fast in ascending order.
 * Of two patterns of one type that sell something at a start, the newest holds alone.
 * @returns for a start all that is sold then, by price type and duration; nothing where the field is not sold then
 */
export function createPriceReader({
  patterns,
  timezone,
  roleIds,
  startStep,
}: FieldPricing): (start: number) => PriceOption[] {
  if (patterns.length === 0) {
    const none = { plan: null, timeslot: null, priceType: null, price: 0, patternId: null };
    const free = listFreeDurations(startStep).map((duration) => ({ duration, ...none }));
    return () => free;
  }
  const sold = sortByPrecedence(patterns).flatMap(({ id, type, timeslots, plans, details }) => {
    const prices = createCellPriceReader(details, roleIds);
    return timeslots.flatMap((timeslot) => {
      const options = plans
        .toSorted((one, other) => one.duration - other.duration)
        .flatMap(({ name, duration }): PriceOption[] => {
          const [cell] = prices(timeslot.name, name);
          if (!cell) return [];
          const { price } = cell;
          return [{ duration, plan: name, timeslot: timeslot.name, priceType: type, price, patternId: id }];
        });
      return options.length > 0 ? [{ type, holds: createTimeslotMatcher(timeslot), options }] : [];
    });
  });
  const clock = wallClock(timezone);
  return (start) => {
    const time = clock(start);
    const open = sold.filter(({ holds }) => holds(time));
    return priceTypeOrder.flatMap((type) => open.find((one) => one.type === type)?.options ?? []);
  };
}

/** Options sold at one start; see `priceReader`. */
export const listPriceOptions = ({ start, ...selling }: FieldPricing & { start: number }): PriceOption[] =>
  createPriceReader(selling)(start);

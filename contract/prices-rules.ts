/**
 * Prices of a field (pricing, rates). Pure. Amounts are minor units, durations minutes, instants epoch milliseconds, wall
 * times `HH:MM`.
 */
import { wallClock } from "./hours-week-rules.ts";
import { subtractDiscount, type FieldGrants, termsAt } from "./prices-grants-rules.ts";
import { createTimeslotMatcher, createCellPriceReader, type PriceGrid } from "./prices-grid-rules.ts";

export type PriceType = "field" | "user";
const priceTypeOrder: readonly PriceType[] = ["field", "user"];

export interface PricePattern extends PriceGrid {
  id: string;
  name: string;
  type: PriceType;
  /** ISO 8601 instant. */
  createdAt: string;
}

/** A duration sold at one start. Plan, timeslot, type and pattern are null if the field has no patterns and is free. */
export interface PriceOption {
  duration: number;
  plan: string | null;
  timeslot: string | null;
  priceType: PriceType | null;
  price: number;
  patternId: string | null;
}

const FREE_DURATION_STEP = 30;
const MAX_FREE_DURATION = 240;

/** Durations of a field without price patterns: multiples of 30 minutes, from its start step to 4 hours. */
export function listFreeDurations(startStep: number): number[] {
  const shortest = Math.ceil(startStep / FREE_DURATION_STEP) * FREE_DURATION_STEP;
  const count = Math.max(0, (MAX_FREE_DURATION - shortest) / FREE_DURATION_STEP + 1);
  return Array.from({ length: count }, (_, index) => shortest + index * FREE_DURATION_STEP);
}

export interface FieldPricing {
  patterns: readonly PricePattern[];
  timezone: string;
  /** Categories that hold at any time. */
  roleIds: readonly number[];
  startStep: number;
  /** Memberships, whose categories and discounts hold by date. */
  granted?: FieldGrants | undefined;
}

type PriceReader = (start: number) => PriceOption[];

export const sortByPrecedence = (patterns: readonly PricePattern[]): PricePattern[] =>
  patterns.toSorted(
    (one, other) =>
      priceTypeOrder.indexOf(one.type) - priceTypeOrder.indexOf(other.type) ||
      Date.parse(other.createdAt) - Date.parse(one.createdAt) ||
      (one.id < other.id ? 1 : -1),
  );

function createGridReader({ patterns, timezone, roleIds, startStep }: FieldPricing): PriceReader {
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

/**
 * Returns a function that lists the options sold at a start, to one person. Create it once per day, and call it with
 * ascending starts, because it caches the zone's offset. Of several patterns of a type, only the newest that sells
 * applies.
 * @returns options by price type and duration; empty if the field is not sold at that start
 */
export function createPriceReader(selling: FieldPricing): PriceReader {
  if (!selling.granted || selling.granted.grants.length === 0) return createGridReader(selling);
  const readers = new Map<string, PriceReader>();
  return (start) => {
    const { roleIds, discount } = termsAt(selling, start);
    const read = readers.get(roleIds.join()) ?? createGridReader({ ...selling, roleIds });
    readers.set(roleIds.join(), read);
    const options = read(start);
    return discount
      ? options.map((option) => ({ ...option, price: subtractDiscount(option.price, discount) }))
      : options;
  };
}

export const listPriceOptions = ({ start, ...selling }: FieldPricing & { start: number }): PriceOption[] =>
  createPriceReader(selling)(start);

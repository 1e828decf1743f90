/** Prices as a visitor reads them: everybody's, never a role's. */
import type { Slot } from "#contract/hours-week-rules.ts";
import type { PricePattern, PriceType } from "#contract/prices-rules.ts";
import { listPriceRows, type PriceRow, type SoldTime } from "./price-rows.ts";
import type { PublicClub } from "./public-club.ts";
import type { PublicField } from "./queries.ts";

type Prices = { terms: Pick<PublicClub["terms"], "prices"> };

export interface PriceLine {
  times: SoldTime[];
  /** Minutes. */
  duration: number;
  price: number;
}
export interface PriceGroup {
  fields: PublicField[];
  priceType: PriceType;
  /** Minutes: that of most lines. */
  duration: number;
  lines: PriceLine[];
}

const everybodysPrice = (pattern: PricePattern, timeslot: string, plan: string) =>
  pattern.details.find((cell) => cell.timeslot === timeslot && cell.plan === plan && cell.roleId === null)?.price;

/** Prices that visitors would pay: of the whole field before those by person. */
const rowsOfVisitors = ({ terms }: Prices, { id }: PublicField): PriceRow[] =>
  listPriceRows(terms.prices.get(id) ?? [], [], { isOneType: true });

const pickNearest = <Sold extends { duration: number }>(sold: readonly Sold[], duration: number): Sold | undefined =>
  sold.toSorted(
    (one, other) =>
      Math.abs(one.duration - duration) - Math.abs(other.duration - duration) || one.duration - other.duration,
  )[0];

/** Prices of one type of a field, each for the duration nearest to the one asked for. */
function toGroup(field: PublicField, rows: readonly PriceRow[], asked: number): PriceGroup[] {
  const [first] = rows;
  const usual = pickNearest(
    rows.flatMap(({ prices }) => prices),
    asked,
  );
  if (!first || !usual) return [];
  const lines = rows.flatMap(({ times, prices }) => {
    const sold = pickNearest(prices, usual.duration);
    return sold ? [{ times, ...sold }] : [];
  });
  return [{ fields: [field], priceType: first.type, duration: usual.duration, lines }];
}

/** Fields with the same prices together. A field that is sold by person at some times has these in a group of their own. */
export function groupPrices(club: Prices, fields: readonly PublicField[], duration: number): PriceGroup[] {
  const read = fields.flatMap((field) =>
    [...Map.groupBy(rowsOfVisitors(club, field), ({ type }) => type).values()].flatMap((rows) =>
      toGroup(field, rows, duration),
    ),
  );
  const groups = Map.groupBy(read, ({ fields: _own, ...prices }) => JSON.stringify(prices));
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, fields: same.flatMap((one) => one.fields) }] : [];
  });
}

/** The lowest and the highest price of a visitor, whatever the duration; undefined where nothing is sold. */
export function findPriceRange(
  club: Prices,
  field: PublicField,
): { lowest: number; highest: number; priceType: PriceType | null } | undefined {
  const patterns = club.terms.prices.get(field.id) ?? [];
  if (patterns.length === 0) return field.bookable ? { lowest: 0, highest: 0, priceType: null } : undefined;
  const rows = rowsOfVisitors(club, field);
  const priceType = rows[0]?.type;
  const prices = rows.filter(({ type }) => type === priceType).flatMap((row) => row.prices.map(({ price }) => price));
  return priceType && { lowest: Math.min(...prices), highest: Math.max(...prices), priceType };
}

/** Whether some role pays less than everybody. */
export const membersPayLess = ({ terms }: Prices, fields: readonly PublicField[]): boolean =>
  fields.some(({ id }) =>
    (terms.prices.get(id) ?? []).some((pattern) =>
      pattern.details.some(({ timeslot, plan, roleId, price }) => {
        const usual = everybodysPrice(pattern, timeslot, plan);
        return roleId !== null && price !== null && typeof usual === "number" && price < usual;
      }),
    ),
  );

interface PriceTable {
  priceType: PriceType;
  durations: number[];
  lines: { weekdays: number[]; hours: Slot | null; prices: (number | null)[] }[];
}

/** Lists what is sold by one type of price, in all its durations. */
function toTable(priceType: PriceType, rows: readonly PriceRow[]): PriceTable {
  const all = new Set(rows.flatMap(({ prices }) => prices.map(({ duration }) => duration)));
  const durations = [...all].toSorted((one, other) => one - other);
  const lines = rows.flatMap(({ times, prices: sold }) => {
    const prices = durations.map((minutes) => sold.find(({ duration }) => duration === minutes)?.price ?? null);
    return times.map(({ weekdays, hours }) => ({ weekdays, hours: hours ?? null, prices }));
  });
  return { priceType, durations, lines };
}

/** Prices of people of these roles, fields with the same ones together, those by person in tables of their own. */
export function listPriceTables(
  { terms }: Prices,
  fields: readonly PublicField[],
  roleIds: readonly number[],
): (PriceTable & { fields: PublicField[] })[] {
  const read = fields.flatMap((field) => {
    const rows = field.bookable ? listPriceRows(terms.prices.get(field.id) ?? [], roleIds) : [];
    const byType = Map.groupBy(rows, ({ type }) => type);
    return [...byType].map(([type, own]) => ({ field, table: toTable(type, own) }));
  });
  return [...Map.groupBy(read, ({ table }) => JSON.stringify(table)).values()].flatMap((same) =>
    same.slice(0, 1).map(({ table }) => ({ ...table, fields: same.map(({ field }) => field) })),
  );
}

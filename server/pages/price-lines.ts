/** Prices as a visitor reads them: everybody's, never a role's. */
import { type Slot, slotLength } from "#contract/hours-week-rules.ts";
import type { PricePattern, PriceType } from "#contract/prices-rules.ts";
import { createCellPriceReader } from "#contract/prices-grid-rules.ts";
import { sortByPrecedence } from "#contract/prices-rules.ts";
import type { PublicClub } from "./public-club.ts";
import type { PublicField } from "./queries.ts";

export interface PriceLine {
  weekdays: readonly number[];
  /** Undefined: the whole day. */
  hours: Slot | undefined;
  price: number;
}
export interface PriceGroup {
  fields: PublicField[];
  priceType: PriceType;
  /** Minutes. */
  duration: number;
  lines: PriceLine[];
}

const MINUTES_PER_DAY = 1440;
const everybodysPrice = (pattern: PricePattern, timeslot: string, plan: string) =>
  pattern.details.find((cell) => cell.timeslot === timeslot && cell.plan === plan && cell.roleId === null)?.price;

const hoursOf = (slot: Slot): Slot | undefined =>
  slotLength(slot) === MINUTES_PER_DAY ? undefined : { start: slot.start, end: slot.end };

function toLines(pattern: PricePattern, plan: string): PriceLine[] {
  return pattern.timeslots.flatMap(({ name, weekdays, start, end }) => {
    const price = everybodysPrice(pattern, name, plan);
    return price === null || price === undefined ? [] : [{ weekdays, hours: hoursOf({ start, end }), price }];
  });
}

/** The pattern that visitors would pay by: of the whole field before one by person, the newest first. */
const findPattern = ({ terms }: Pick<PublicClub, "terms">, { id }: PublicField): PricePattern | undefined =>
  sortByPrecedence(terms.prices.get(id) ?? []).find(({ details }) =>
    details.some(({ roleId, price }) => roleId === null && price !== null),
  );

/** Fields with the same prices together, for the duration nearest to the one asked for. */
export function groupPrices(
  club: Pick<PublicClub, "terms">,
  fields: readonly PublicField[],
  duration: number,
): PriceGroup[] {
  const read = fields.flatMap((field) => {
    const pattern = findPattern(club, field);
    const [plan] = (pattern?.plans ?? []).toSorted(
      (one, other) =>
        Math.abs(one.duration - duration) - Math.abs(other.duration - duration) || one.duration - other.duration,
    );
    const lines = pattern && plan ? toLines(pattern, plan.name) : [];
    return pattern && plan && lines.length > 0
      ? [{ field, priceType: pattern.type, duration: plan.duration, lines }]
      : [];
  });
  const groups = Map.groupBy(read, ({ priceType, duration: minutes, lines }) =>
    JSON.stringify([priceType, minutes, lines]),
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, fields: same.map(({ field }) => field) }] : [];
  });
}

/** The lowest price of a visitor, whatever the duration; undefined where nothing is sold. */
export function findLowestPrice(
  club: Pick<PublicClub, "terms">,
  field: PublicField,
): { price: number; priceType: PriceType | null } | undefined {
  const patterns = club.terms.prices.get(field.id) ?? [];
  if (patterns.length === 0) return field.bookable ? { price: 0, priceType: null } : undefined;
  const pattern = findPattern(club, field);
  const prices = (pattern?.details ?? []).flatMap(({ roleId, price }) =>
    roleId === null && price !== null ? [price] : [],
  );
  return pattern && prices.length > 0 ? { price: Math.min(...prices), priceType: pattern.type } : undefined;
}

/** Whether some role pays less than everybody. */
export const membersPayLess = ({ terms }: Pick<PublicClub, "terms">, fields: readonly PublicField[]): boolean =>
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

/** Lists what one pattern sells to people of these roles, in all its durations; undefined if that is nothing. */
function toTable(pattern: PricePattern, roleIds: readonly number[]): PriceTable | undefined {
  const priceOf = createCellPriceReader(pattern.details, roleIds);
  const plans = pattern.plans
    .filter((plan) => pattern.timeslots.some(({ name }) => priceOf(name, plan.name).length > 0))
    .toSorted((one, other) => one.duration - other.duration);
  const lines = pattern.timeslots.flatMap(({ name, weekdays, start, end }) => {
    const prices = plans.map((plan) => priceOf(name, plan.name)[0]?.price ?? null);
    const isSold = prices.some((price) => price !== null);
    return isSold ? [{ weekdays: [...weekdays], hours: hoursOf({ start, end }) ?? null, prices }] : [];
  });
  return lines.length > 0
    ? { priceType: pattern.type, durations: plans.map(({ duration }) => duration), lines }
    : undefined;
}

/** Prices of people of these roles, fields with the same ones together. */
export function listPriceTables(
  { terms }: { terms: Pick<PublicClub["terms"], "prices"> },
  fields: readonly PublicField[],
  roleIds: readonly number[],
): (PriceTable & { fields: PublicField[] })[] {
  const read = fields.flatMap((field) => {
    const [table] = sortByPrecedence(terms.prices.get(field.id) ?? []).flatMap((one) => toTable(one, roleIds) ?? []);
    return table && field.bookable ? [{ field, table }] : [];
  });
  return [...Map.groupBy(read, ({ table }) => JSON.stringify(table)).values()].flatMap((same) =>
    same.slice(0, 1).map(({ table }) => ({ ...table, fields: same.map(({ field }) => field) })),
  );
}

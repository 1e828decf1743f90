/** Prices as a visitor reads them: everybody's, never a role's. */
import { slotLength } from "#contract/hours-week-rules.ts";
import type { PricePattern, PriceType } from "#contract/prices-rules.ts";
import { sortByPrecedence } from "#contract/prices-rules.ts";
import type { PublicClub } from "./public-club.ts";
import type { PublicField } from "./queries.ts";

export interface PriceLine {
  weekdays: readonly number[];
  /** Undefined: the whole day. */
  hours: { start: string; end: string } | undefined;
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

function toLines(pattern: PricePattern, plan: string): PriceLine[] {
  return pattern.timeslots.flatMap(({ name, weekdays, start, end }) => {
    const price = everybodysPrice(pattern, name, plan);
    if (price === null || price === undefined) return [];
    const hours = slotLength({ start, end }) === MINUTES_PER_DAY ? undefined : { start, end };
    return [{ weekdays, hours, price }];
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

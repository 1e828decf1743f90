/** How packs (carnets) count: units of a booking, what comes back of them, and from when to when a pack is valid. Pure. */
import type { PackTerms } from "./packs.ts";

type Counting = Pick<PackTerms, "unit" | "minutesPerUnit" | "per">;

/** @param booking minutes and people */
export function unitsNeeded(
  { unit, minutesPerUnit, per }: Counting,
  { minutes, people }: { minutes: number; people: number },
): number {
  if (unit === "minutes" || minutesPerUnit === null) return minutes;
  return Math.ceil(minutes / minutesPerUnit) * (per === "person" ? people : 1);
}

/** Units come back whole or not at all; minutes in part, rounded down. @param percent that the conditions give back */
export function unitsBack({ unit }: Pick<PackTerms, "unit">, units: number, percent: number): number {
  if (percent >= 100) return units;
  return unit === "minutes" ? Math.floor((units * percent) / 100) : 0;
}

/** The part of the price that a pack settles, once some of its units came back. */
export const coveredAfter = (price: number, { units, givenBack }: { units: number; givenBack: number }): number =>
  price - Math.round((price * givenBack) / units);

type Validity = Pick<PackTerms, "validDays" | "validUntil" | "starts">;

/** The day of the beginning is not counted. */
export const lastDayFrom = ({ validDays, validUntil }: Validity, startsOn: string): string | null =>
  validUntil ?? (validDays === null ? null : Temporal.PlainDate.from(startsOn).add({ days: validDays }).toString());

/** Dates of a pack that is sold on a day; without a beginning it begins with its first use. */
export function datesOfSale(terms: Validity, soldOn: string): { startsOn: string | null; expiresOn: string | null } {
  if (terms.starts === "first_use") return { startsOn: null, expiresOn: terms.validUntil };
  return { startsOn: soldOn, expiresOn: lastDayFrom(terms, soldOn) };
}

export const packStates = ["running", "used_up", "expired", "refunded"] as const;
export type PackState = (typeof packStates)[number];

export const unitsLeftOf = (pack: { unitsTotal: number; unitsUsed: number; unitsRefunded: number }): number =>
  pack.unitsTotal - pack.unitsUsed - pack.unitsRefunded;

/** Minor units for the rest of a pack: price × unused ÷ total, less what was given back for units before. */
export function priceOfRest(
  price: number,
  pack: { unitsTotal: number; unitsUsed: number; unitsRefunded: number },
): number {
  const worth = (units: number) => Math.round((price * units) / pack.unitsTotal);
  return worth(pack.unitsRefunded + unitsLeftOf(pack)) - worth(pack.unitsRefunded);
}

/** @param today local date of the organization */
export function packStateOf(
  pack: { unitsTotal: number; unitsUsed: number; unitsRefunded: number; expiresOn: string | null },
  today: string,
): PackState {
  if (unitsLeftOf(pack) === 0) return pack.unitsRefunded > 0 ? "refunded" : "used_up";
  return pack.expiresOn !== null && pack.expiresOn < today ? "expired" : "running";
}

/** Units that come back to an expired pack can be used for so long. */
export const GRACE_DAYS = 7;

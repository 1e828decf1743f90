/** Pure functions on the free slots of a day: local times, dates, the nearest start, alternatives. */
import type { Availability } from "#contract/availability.ts";
import { localTimeToInstant } from "#contract/general-localtime-rules.ts";

export type AvailableField = Availability["fields"][number];
export type SlotStart = AvailableField["starts"][number];
export type SlotOption = SlotStart["options"][number];

/** `duration` is in minutes. */
export interface Slot {
  fieldId: string;
  startTime: string;
  duration: number;
}
export interface FreeSlot extends Slot {
  fieldName: string;
  timezone: string;
  price: number;
}

/**
 * Converts a facility's wall-clock time to an instant. Skipped times move forward; of repeated ones the first counts.
 * @param date `YYYY-MM-DD`
 * @param time `HH:MM`
 * @returns undefined if either is incomplete
 */
export function toInstant(date: string, time: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(`${date}T${time}`)) return undefined;
  return Temporal.Instant.fromEpochMilliseconds(localTimeToInstant(date, time, timeZone)).toString();
}

/** Converts an instant to a facility's local date and its time as `HH:MM`. */
export function toWallClock(instant: string, timeZone: string): { date: string; time: string } {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: "minute" }) };
}

/** @param timeZone the reader's own by default */
export const localToday = (timeZone?: string): string => Temporal.Now.plainDateISO(timeZone).toString();

export const listDatesFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, days) => Temporal.PlainDate.from(first).add({ days }).toString());

export const nextDate = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();

const isSameInstant = (one: string, other: string) => Date.parse(one) === Date.parse(other);

export const findStart = (
  day: Availability | undefined,
  { fieldId, startTime }: Pick<Slot, "fieldId" | "startTime">,
): SlotStart | undefined =>
  startTime === ""
    ? undefined
    : day?.fields
        .find(({ field }) => field.id === fieldId)
        ?.starts.find((start) => isSameInstant(start.startTime, startTime));

/** Picks an option of a start: the wanted duration and price type, else the duration, else the first. */
export function pickOption(
  options: readonly SlotOption[],
  { duration, priceType }: { duration: number; priceType: SlotOption["priceType"] | undefined },
): SlotOption | undefined {
  const fitting = options.filter((option) => option.duration === duration);
  return fitting.find((option) => option.priceType === priceType) ?? fitting[0] ?? options[0];
}

export const sortFreeFirst = (fields: readonly AvailableField[]): AvailableField[] => [
  ...fields.filter(({ starts }) => starts.length > 0),
  ...fields.filter(({ starts }) => starts.length === 0),
];

/**
 * Alternatives to a taken slot: the same time on other fields, then later times (its own field first), then earlier
 * ones.
 * @param most maximum number
 */
export function findAlternativeSlots(day: Availability, wanted: Slot, most = 4): FreeSlot[] {
  const at = Date.parse(wanted.startTime);
  const free = day.fields.flatMap(({ field, timezone, starts }) =>
    starts.flatMap(({ startTime, options }): FreeSlot[] => {
      const option = options.find(({ duration }) => duration === wanted.duration);
      if (!option || (field.id === wanted.fieldId && isSameInstant(startTime, wanted.startTime))) return [];
      const { duration, price } = option;
      return [{ fieldId: field.id, fieldName: field.name, timezone, startTime, duration, price }];
    }),
  );
  // Hours of waiting. Earlier times come last.
  const cost = ({ startTime, fieldId }: FreeSlot) => {
    const wait = (Date.parse(startTime) - at) / 3_600_000;
    return (wait < 0 ? 1000 - wait : wait) + (fieldId === wanted.fieldId ? 0 : 0.1);
  };
  return free.toSorted((a, b) => cost(a) - cost(b)).slice(0, most);
}

/**
 * Answers "what is free about then": merges the free starts of fields into one row for each start, ranks them by what was
 * asked, and proposes what is closest. Pure. Instants are epoch milliseconds, durations minutes, amounts minor units.
 */
import { slotReasons, type SlotReason } from "#contract/availability.ts";

/** A duration that a field can be booked for at a start. */
export interface SlotOffer {
  fieldId: string;
  start: number;
  duration: number;
  priceType: "field" | "user" | null;
  price: number;
  /** Minutes before and after it that nobody could book any more, because they are shorter than any plan. */
  unsellable: number;
}

export interface SlotField {
  id: string;
  parentId: string | null;
  name: string;
}

export interface SlotStart {
  start: number;
  duration: number;
  /** Number of fields that can be booked side by side. */
  free: number;
  /** In the order in which they are proposed. */
  offers: SlotOffer[];
}

const MINUTE_MS = 60_000;
export const NEAR_MINUTES = 90;
const [MAX_NEAR, MAX_INSTEAD] = [5, 6];
/** Cheaper is worth a line from here on. */
const CHEAPER_SHARE = 0.85;

/** A whole whose parts are all free counts as its parts, or as itself if it has fewer. */
export function countSideBySide(fieldIds: ReadonlySet<string>, fields: readonly SlotField[]): number {
  const parts = Map.groupBy(fields, ({ parentId }) => parentId);
  const known = new Set(fields.map(({ id }) => id));
  const countBelow = (field: SlotField): number =>
    Math.max(
      fieldIds.has(field.id) ? 1 : 0,
      (parts.get(field.id) ?? []).reduce((sum, part) => sum + countBelow(part), 0),
    );
  return fields
    .filter(({ parentId }) => parentId === null || !known.has(parentId))
    .reduce((sum, field) => sum + countBelow(field), 0);
}

/** The total for a number of people. */
export const offerTotal = ({ price, priceType }: SlotOffer, people: number): number =>
  priceType === "user" ? price * people : price;

/** Least time lost, then the lowest price, then the name. */
function sortOffers(offers: readonly SlotOffer[], fields: ReadonlyMap<string, SlotField>, people: number): SlotOffer[] {
  const nameOf = ({ fieldId }: SlotOffer) => fields.get(fieldId)?.name ?? "";
  return offers.toSorted(
    (one, other) =>
      one.unsellable - other.unsellable ||
      offerTotal(one, people) - offerTotal(other, people) ||
      nameOf(one).localeCompare(nameOf(other), undefined, { numeric: true }),
  );
}

/** One row for each start and duration, in order. A field sells by field or by person: the cheaper one counts. */
export function mergeOffers(offers: readonly SlotOffer[], fields: readonly SlotField[], people: number): SlotStart[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return [...Map.groupBy(offers, ({ start, duration }) => `${start} ${duration}`).values()]
    .map((group) => {
      const [first] = group;
      const cheapest = [...Map.groupBy(group, ({ fieldId }) => fieldId).values()].flatMap((own) =>
        own.toSorted((one, other) => offerTotal(one, people) - offerTotal(other, people)).slice(0, 1),
      );
      return {
        start: first?.start ?? 0,
        duration: first?.duration ?? 0,
        free: countSideBySide(new Set(cheapest.map(({ fieldId }) => fieldId)), fields),
        offers: sortOffers(cheapest, byId, people),
      };
    })
    .toSorted((one, other) => one.start - other.start || one.duration - other.duration);
}

export const lowestTotal = ({ offers }: SlotStart, people: number): number =>
  Math.min(...offers.map((offer) => offerTotal(offer, people)));

/** Within 90 minutes of the time asked for, nearest first, the later one where two are as near. */
export function pickNear(starts: readonly SlotStart[], asked: number): SlotStart[] {
  const away = ({ start }: SlotStart) => Math.abs(start - asked);
  return starts
    .filter((one) => away(one) <= NEAR_MINUTES * MINUTE_MS)
    .toSorted((one, other) => away(one) - away(other) || other.start - one.start)
    .slice(0, MAX_NEAR);
}

interface Alternatives {
  asked: { start: number; duration: number };
  people: number;
  /** Starts of the day with the duration asked for, as asked. */
  starts: readonly SlotStart[];
  /** The same fields with other durations, at the time asked for. */
  otherDurations: readonly SlotStart[];
  /** Fields with the other space, at the time asked for. */
  otherSpace: SlotStart | undefined;
  otherFacility: SlotStart | undefined;
  /** At the same time on the next day that has it. */
  otherDay: SlotStart | undefined;
}

/** Later that day is closer than the next day if nothing is near. */
const reasonsWithoutNear: readonly SlotReason[] = ["duration", "space", "later", "day", "facility", "cheaper"];

/** Closest first, at most one of each kind, none of which is near already. */
export function pickInstead({ asked, people, starts, ...other }: Alternatives): (SlotStart & { why: SlotReason })[] {
  const near = pickNear(starts, asked.start);
  const isNear = (one: SlotStart) =>
    near.some(({ start, duration }) => start === one.start && duration === one.duration);
  const shorter = other.otherDurations
    .filter(({ duration }) => duration !== asked.duration)
    .toSorted(
      (one, another) =>
        Math.abs(one.duration - asked.duration) - Math.abs(another.duration - asked.duration) ||
        one.duration - another.duration,
    )[0];
  const usual = near[0] && lowestTotal(near[0], people);
  const [cheaper] =
    usual === undefined
      ? []
      : starts
          .filter((one) => !isNear(one) && lowestTotal(one, people) <= usual * CHEAPER_SHARE)
          .toSorted(
            (one, another) =>
              lowestTotal(one, people) - lowestTotal(another, people) ||
              Math.abs(one.start - asked.start) - Math.abs(another.start - asked.start),
          );
  const later = starts.find((one) => one.start > asked.start && !isNear(one) && one !== cheaper);
  const found: Record<SlotReason, SlotStart | undefined> = {
    duration: shorter,
    space: other.otherSpace,
    day: other.otherDay,
    facility: other.otherFacility,
    cheaper,
    // With enough near the time asked for, nobody wants a much later one.
    later: near.length < MAX_NEAR ? later : undefined,
  };
  const reasons = near.length > 0 ? slotReasons : reasonsWithoutNear;
  return reasons.flatMap((why) => (found[why] ? [{ ...found[why], why }] : [])).slice(0, MAX_INSTEAD);
}

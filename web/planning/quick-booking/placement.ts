/** Converts the place of a quick booking on the grid to field, date and times. */
import type { PlanningField } from "#contract/planning.ts";
import { toInstant, toWallClock } from "#web/availability/slots.ts";
import { type Board, instantAt } from "#web/planning/grid/board.ts";
import { type GridDraft, type GridRegion, lanesOf } from "#web/planning/grid/geometry.ts";
import type { QuickBooking } from "./booking-store.ts";
import type { BookingPlace, QuickDraft } from "./quick-draft.ts";

export type FieldZone = Pick<PlanningField, "id" | "timezone">;

/** Each of the places, for `duration` minutes. */
export interface Placement {
  places: readonly BookingPlace[];
  duration: number;
}

export const valuesOf = ({ form }: Pick<QuickBooking, "form">): QuickDraft => form.snapshot().values as QuickDraft;

/** An incomplete time leaves the booking where it was drawn. */
export function placementOf(booking: QuickBooking, fields: readonly FieldZone[]): Placement {
  const { kind, fieldId, date, startTime, duration } = valuesOf(booking);
  const drawn = kind === "block" ? [...booking.places, ...booking.takenPlaces] : booking.places;
  const isOnly = drawn.length === 1;
  const places = drawn.map((place): BookingPlace => {
    const target = isOnly ? fieldId : place.fieldId;
    const timezone = fields.find(({ id }) => id === target)?.timezone;
    if (!timezone) return place;
    const clicked = toWallClock(place.startTime, timezone);
    const day = isOnly ? date : clicked.date;
    // When clocks go back an hour repeats: only the instant says which one was clicked.
    if (day === clicked.date && startTime === clicked.time) return { ...place, fieldId: target };
    return toBookingPlace({ fieldId: target, date: day, startTime }, timezone) ?? { ...place, fieldId: target };
  });
  return { places, duration: typeof duration === "number" && duration >= 5 ? duration : booking.duration };
}

const MS_PER_MINUTE = 60_000;

export function toGridDraft(
  { lanes, span }: Board,
  { id, state, name }: Pick<GridDraft, "id" | "state" | "name">,
  { places, duration }: Placement,
): GridDraft | undefined {
  const found = places.flatMap(({ fieldId, startTime }) => {
    const lane = lanes.findIndex(({ field, origin }) => {
      const from = (Date.parse(startTime) - origin) / MS_PER_MINUTE;
      return field.id === fieldId && from >= 0 && from < span;
    });
    const at = lanes[lane];
    return at ? [{ lane, from: (Date.parse(startTime) - at.origin) / MS_PER_MINUTE }] : [];
  });
  const [first] = found;
  if (!first) return undefined;
  const to = Math.min(span, first.from + duration);
  return { ...first, to, id, lanes: found.map(({ lane }) => lane), ...(state && { state }), ...(name && { name }) };
}

export const placesOfRegion = ({ lanes }: Board, region: GridRegion): BookingPlace[] =>
  lanesOf(region).flatMap((index): BookingPlace[] => {
    const lane = lanes[index];
    if (!lane || lane.field.status === "closed") return [];
    return [{ fieldId: lane.field.id, startTime: instantAt(lane, region.from) }];
  });

export function toBookingPlace(
  { fieldId, date, startTime }: Pick<QuickDraft, "fieldId" | "date" | "startTime">,
  timezone: string,
): BookingPlace | undefined {
  const instant = toInstant(date, startTime, timezone);
  return instant === undefined ? undefined : { fieldId, startTime: new Date(instant).toISOString() };
}

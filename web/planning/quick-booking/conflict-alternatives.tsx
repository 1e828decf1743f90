/** Other free times if a booking overlaps with another (conflict). */
import { Check, X } from "lucide-react";
import { useState } from "react";
import type { Availability } from "#contract/availability.ts";
import type { PlanningField } from "#contract/planning.ts";
import { AlternativeSlots } from "#web/availability/slot-chip.tsx";
import { type FreeSlot, toWallClock } from "#web/availability/slots.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { useFormSnapshot } from "#web/kit/form/form-context.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Board, BoardItem } from "#web/planning/grid/board.ts";
import { eventTitle } from "#web/planning/grid/event-title.ts";
import { findAlternatives, findConflicts } from "#web/planning/grid/free-times.ts";
import type { BookingStore, PlaceOutcome, QuickBooking } from "./booking-store.ts";
import type { Placement } from "./placement.ts";

export function useConflicts(board: Board, { places, duration }: Placement, fields: readonly PlanningField[]) {
  const t = useTranslation();
  const refused = useFormSnapshot(({ errors }) => errors["startTime"]?.message);
  const isOutside = places.some(({ fieldId, startTime }) => {
    const [start, end] = [Date.parse(startTime), Date.parse(startTime) + duration * 60_000];
    const field = fields.find(({ id }) => id === fieldId);
    const dayOf = (instant: string) => field && toWallClock(instant, field.timezone).date;
    // Only the server knows the hours of days that are not shown.
    const open = field?.open.filter((range) => dayOf(range.start) === dayOf(startTime)) ?? [];
    return open.length > 0 && !open.some((range) => Date.parse(range.start) <= start && end <= Date.parse(range.end));
  });
  return {
    taken: findConflicts(board, places, duration),
    isOutside: isOutside || refused === t("events.outsideHours"),
  };
}

interface ConflictAlternativesProps {
  booking: QuickBooking;
  placement: Placement;
  store: BookingStore;
  board: Board;
  fields: readonly PlanningField[];
  day: Availability | undefined;
  taken: readonly BoardItem[];
}

export function ConflictAlternatives(props: ConflictAlternativesProps) {
  const { booking, placement, store, board, fields, day, taken } = props;
  const t = useTranslation();
  const isBlock = useFieldValue("kind") === "block";
  const [now] = useState(() => Date.now());
  const { time } = useDateFormats(board.timezone);
  const [place] = placement.places;
  // After other failures, such as a lost connection, the slot may still be free.
  const isRefused = useFormSnapshot(({ errors }) => errors["startTime"]?.from === "server") || taken.length > 0;
  const wanted = place && { ...place, duration: placement.duration };
  const free =
    wanted && isRefused && placement.places.length === 1
      ? findAlternatives(isBlock ? undefined : day, { board, wanted, now })
      : [];
  const choose = ({ fieldId, startTime }: FreeSlot) => store.moveTo(booking.id, [{ fieldId, startTime }], fields);
  return (
    <>
      {booking.outcomes.length > 0 && (
        <ul role="status" className="grid gap-1 rounded-lg bg-sunken px-3 py-2 text-13">
          {booking.outcomes.map((outcome) => (
            <PlaceOutcomeRow key={`${outcome.name} ${outcome.startTime}`} {...outcome} />
          ))}
        </ul>
      )}
      {taken.length > 0 && (
        <p role="alert" className="text-13 text-danger">
          {taken
            .map(({ event }) =>
              t("planning.takenBy", {
                name: eventTitle(event, t),
                start: time(event.startTime),
                end: time(event.endTime),
              }),
            )
            .join(" · ")}
        </p>
      )}
      <AlternativeSlots label={t("planning.nextFree")} slots={free} onChoose={choose} />
    </>
  );
}

function PlaceOutcomeRow({ name, startTime, timezone, refusal }: PlaceOutcome) {
  const t = useTranslation();
  const { zonedDateTime } = useDateFormats(timezone);
  return (
    <li className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
      {refusal === undefined ? (
        <Check className="text-accent-ink" aria-hidden />
      ) : (
        <X className="text-danger" aria-hidden />
      )}
      <span className="min-w-0">
        {name}, {zonedDateTime(startTime)}: {refusal ?? t("planning.isBooked")}
      </span>
    </li>
  );
}

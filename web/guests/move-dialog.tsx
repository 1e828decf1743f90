/** Moves a guest's booking: the same hour of another day, or a time about it. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from "lucide-react";
import { useState } from "react";
import type { SlotStart } from "#contract/availability.ts";
import { type GuestBooking, guests } from "#contract/guests.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { nextDate, toWallClock } from "#web/availability/slots.ts";
import { ApiError, call, endpointQuery, firstErrorMessage } from "#web/kit/data/api.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import type { Choice } from "./choice.ts";
import { ownBookingQuery } from "./own-booking.ts";

interface MoveDialogProps {
  secret: string;
  booking: GuestBooking;
  onMoved: () => void;
}

/** A list has the times within 90 minutes of the one asked for. */
const STEP_MINUTES = 180;

/** @returns undefined where that is another day */
function shiftTime(time: string, minutes: number): string | undefined {
  const midnight = Temporal.PlainDate.from("2000-01-01");
  const shifted = midnight.toPlainDateTime(time).add({ minutes });
  return shifted.toPlainDate().equals(midnight)
    ? shifted.toPlainTime().toString({ smallestUnit: "minute" })
    : undefined;
}

const previousDate = (date: string) => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();

/** The same field where it is free then, else the first one; undefined for the time and field that the booking has. */
function pickChoice(start: SlotStart, { startTime, field: { id: ownId } }: GuestBooking): Choice | undefined {
  const others = start.startTime === startTime ? start.fields.filter(({ id }) => id !== ownId) : start.fields;
  const field = others.find(({ id }) => id === ownId) ?? others[0];
  return field && { start, field };
}

export function MoveDialog({ secret, booking, onMoved }: MoveDialogProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const priceText = usePriceText();
  const { timezone } = booking;
  const { longDay, timeRange } = useDateFormats(timezone);
  const own = toWallClock(booking.startTime, timezone);
  const [date, setDate] = useState(own.date);
  const [time, setTime] = useState(own.time);
  const [moving, setMoving] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { data, error } = useQuery({
    ...endpointQuery(guests.ownSlots, { params: { secret }, query: { date, time } }, { quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const choices = (data?.data.near ?? [])
    .flatMap((start) => pickChoice(start, booking) ?? [])
    .toSorted((one, other) => (one.start.startTime < other.start.startTime ? -1 : 1));
  const [earlier, later] = [shiftTime(time, -STEP_MINUTES), shiftTime(time, STEP_MINUTES)];
  const move = async ({ start, field }: Choice) => {
    setMoving(start.startTime);
    setFailure(undefined);
    try {
      const body = { fieldId: field.id, startTime: start.startTime };
      const answer = await call(guests.move, { params: { secret }, body }, { quiet: "outcome" });
      cache.setQueryData(ownBookingQuery(secret).queryKey, answer);
      onMoved();
    } catch (refusal) {
      setFailure(refusal instanceof ApiError ? firstErrorMessage(refusal) : t("kit.wrong"));
      setMoving(undefined);
    }
  };
  const today = Temporal.Now.plainDateISO(timezone).toString();
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-2">
        <Button
          variant="ghost"
          aria-label={t("guests.dayBefore")}
          disabled={date <= today}
          onClick={() => setDate(previousDate(date))}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <p className="text-center font-medium first-letter:uppercase" aria-live="polite">
          {longDay(`${date}T12:00:00Z`)}
        </p>
        <Button variant="ghost" aria-label={t("guests.dayAfter")} onClick={() => setDate(nextDate(date))}>
          <ChevronRight aria-hidden />
        </Button>
      </div>
      {failure && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {failure}
        </p>
      )}
      {error ? (
        <p role="alert" className="text-13 text-rose-fg">
          {error.message}
        </p>
      ) : !data ? (
        <Skeleton className="h-24 w-full" />
      ) : choices.length === 0 ? (
        <p className="text-13 text-ink-2">{data.data.refusal ?? t("bookings.noneFree")}</p>
      ) : (
        <ul aria-label={t("search.free")} className="divide-y divide-line rounded-lg border border-line">
          {choices.map(({ start, field }) => (
            <li key={start.startTime} className="flex items-center justify-between gap-3 px-3 py-2">
              <span className="grid min-w-0 text-13 tnum">
                <span className="font-medium">
                  {timeRange(start.startTime, start.endTime)} · {priceText(field.price, booking.currency)}
                </span>
                <span className="[overflow-wrap:anywhere] text-ink-2">{field.name}</span>
              </span>
              <Button
                size="sm"
                pending={moving === start.startTime}
                disabled={moving !== undefined}
                onClick={() => void move({ start, field })}
              >
                {t("guests.moveHere")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" disabled={earlier === undefined} onClick={() => earlier && setTime(earlier)}>
          <ChevronUp aria-hidden />
          {t("guests.earlier")}
        </Button>
        <Button variant="ghost" disabled={later === undefined} onClick={() => later && setTime(later)}>
          {t("guests.later")}
          <ChevronDown aria-hidden />
        </Button>
      </div>
    </div>
  );
}

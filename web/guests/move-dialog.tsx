/** Moves a guest's booking: the same hour of another day, or a time about it. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { SlotStart } from "#contract/availability.ts";
import { type GuestBooking, guests } from "#contract/guests.ts";
import { usePriceText } from "#web/availability/quote.tsx";
import { nextDate, toWallClock } from "#web/availability/slots.ts";
import { ApiError, call, endpointQuery, firstErrorMessage } from "#web/kit/data/api.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { ownBookingQuery } from "./own-booking.ts";

interface MoveDialogProps {
  secret: string;
  slug: string;
  booking: GuestBooking;
  onClose: () => void;
}

const previousDate = (date: string) => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();

export function MoveDialog({ secret, slug, booking, onClose }: MoveDialogProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const priceText = usePriceText();
  const { timezone, duration, sport } = booking;
  const { longDay, timeRange } = useDateFormats(timezone);
  const own = toWallClock(booking.startTime, timezone);
  const [date, setDate] = useState(own.date);
  const [moving, setMoving] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const query = {
    date,
    time: own.time,
    duration,
    ...(sport && { sportId: sport.id }),
    ...(booking.people !== null && { people: booking.people }),
  };
  const { data, error } = useQuery({
    ...endpointQuery(guests.slots, { params: { slug }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const starts = data?.data.near ?? [];
  const move = async (start: SlotStart) => {
    const field = start.fields.find(({ id }) => id === booking.field.id) ?? start.fields[0];
    if (!field) return;
    setMoving(start.startTime);
    setFailure(undefined);
    try {
      const body = { fieldId: field.id, startTime: start.startTime };
      const answer = await call(guests.move, { params: { secret }, body }, { quiet: "outcome" });
      cache.setQueryData(ownBookingQuery(secret).queryKey, answer);
      onClose();
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
      ) : starts.length === 0 ? (
        <p className="text-13 text-ink-2">{data.data.refusal ?? t("bookings.noneFree")}</p>
      ) : (
        <ul aria-label={t("search.free")} className="divide-y divide-line rounded-lg border border-line">
          {starts.map((start) => (
            <li key={start.startTime} className="flex items-center justify-between gap-3 px-3 py-2">
              <span className="text-13 tnum">
                {timeRange(start.startTime, start.endTime)} · {priceText(start.price.from, booking.currency)}
              </span>
              <Button
                size="sm"
                pending={moving === start.startTime}
                disabled={moving !== undefined}
                onClick={() => void move(start)}
              >
                {t("guests.moveHere")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

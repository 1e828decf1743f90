/** When and where a booking takes place. */
import { House, MapPinned, Sun, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { Booking } from "#contract/bookings.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { CourtArt } from "#web/kit/ui/court-art.tsx";
import { CourtIcon } from "#web/kit/ui/icons.tsx";
import { bookingStatusLabels, bookingStatusTones } from "./labels.ts";
import { useDayText } from "#web/availability/use-day-text.ts";

const spaceLabels = { indoor: "fields.spaceIndoor", outdoor: "fields.spaceOutdoor" } as const;
const spaceIcons = { indoor: House, outdoor: Sun };

export type TicketBooking = Pick<
  Booking,
  "status" | "sport" | "field" | "facility" | "startTime" | "endTime" | "date" | "timezone" | "people"
>;

interface BookingFactsProps {
  booking: TicketBooking;
  /** Between the time and the place. */
  children?: ReactNode;
}

export function BookingFacts({ booking, children }: BookingFactsProps) {
  const t = useTranslation();
  const { status, sport, field, facility, startTime, endTime, date, timezone, people } = booking;
  const { timeRange, date: dateText, otherZoneName } = useDateFormats(timezone);
  const dayText = useDayText(timezone);
  const zone = otherZoneName(startTime);
  const endsOnOtherDay = dateText(startTime) !== dateText(endTime);
  const FieldIcon = field.space ? spaceIcons[field.space] : CourtIcon;
  return (
    <>
      <CourtArt sport={sport?.name} className="h-21 w-full lg:h-30" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 p-4">
        <div>
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0 text-ink-2 first-letter:uppercase">
              <time dateTime={date}>{dayText(startTime)}</time>
            </p>
            <Badge tone={bookingStatusTones[status]} dot={status} className="mt-px shrink-0">
              {t(bookingStatusLabels[status])}
            </Badge>
          </div>
          <p className="text-[1.75rem]/8.5 font-semibold tracking-tight tnum max-sm:text-2xl lg:text-[2.125rem]/10.5">
            <time dateTime={startTime}>{timeRange(startTime, endTime)}</time>
          </p>
          {endsOnOtherDay && <p className="text-13 text-ink-3">{t("events.endsOn", { date: dateText(endTime) })}</p>}
          {zone && <p className="text-13 text-ink-3">{zone}</p>}
        </div>
        {children}
        <ul className="grid gap-1.5 text-13">
          <Fact icon={<FieldIcon aria-hidden />}>
            <span className="font-medium">{field.name}</span>
            {field.space && `, ${t(spaceLabels[field.space]).toLowerCase()}`}
            {sport && ` · ${sport.name}`}
          </Fact>
          {people !== null && people > 1 && (
            <Fact icon={<Users aria-hidden />}>{t("bookings.players", { count: people })}</Fact>
          )}
          <Fact icon={<MapPinned aria-hidden />}>
            <span className="text-ink-2">{[facility.name, facility.address].filter(Boolean).join(", ")}</span>
          </Fact>
        </ul>
      </div>
    </>
  );
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3">
    {icon}
    <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </li>
);

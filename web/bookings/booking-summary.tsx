/** When and where a booking takes place, with its calendar, the route and the text to share. */
import { CalendarPlus, Navigation, Share2 } from "lucide-react";
import { useState } from "react";
import { type Booking, bookings } from "#contract/bookings.ts";
import { download } from "#web/kit/data/download.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Popover } from "#web/kit/ui/popover.tsx";
import { toast } from "#web/kit/ui/toast-store.ts";
import { googleCalendarUrl, outlookCalendarUrl, routeUrl } from "./links.ts";
import { BookingFacts, type TicketBooking } from "./booking-facts.tsx";

type SummaryBooking = TicketBooking &
  Pick<Booking, "id" | "organization" | "title" | "ended" | "refundDue" | "currency">;

interface BookingSummaryProps {
  booking: SummaryBooking;
  /** Downloads the booking as a file for a calendar. Default: as whoever is signed in. */
  onCalendarFile?: (() => Promise<unknown>) | undefined;
  /** False for who does not play in it. */
  hasCalendar?: boolean;
}

export function BookingSummary({ booking, onCalendarFile, hasCalendar = true }: BookingSummaryProps) {
  const t = useTranslation();
  return (
    <section aria-label={t("bookings.ticket")} className="overflow-hidden rounded-xl border border-line bg-surface">
      <BookingFacts booking={booking}>
        <EndText booking={booking} />
      </BookingFacts>
      <SummaryActions booking={booking} onCalendarFile={onCalendarFile} hasCalendar={hasCalendar} />
    </section>
  );
}

const endTexts = {
  booker: "bookings.endedByYou",
  club: "bookings.endedByClub",
  time: "bookings.endedUnpaid",
} as const;

/** Says who called it off and why, and which refund is under way. */
function EndText({ booking: { status, ended, refundDue, currency } }: { booking: SummaryBooking }) {
  const t = useTranslation();
  const money = useAmountFormat();
  if (!ended) return null;
  return (
    <div className="grid gap-0.5 rounded-md bg-sunken px-3 py-2.5 text-13">
      <p className="font-medium">{t(status === "rejected" ? "bookings.endedRejected" : endTexts[ended.by])}</p>
      {ended.reason && <p className="[overflow-wrap:anywhere] text-ink-2">{ended.reason}</p>}
      {refundDue > 0 && (
        <p className="text-ink-2">{t("events.refundScheduled", { amount: money(refundDue, currency) })}</p>
      )}
    </div>
  );
}

const actionClass =
  "grid w-full cursor-pointer justify-items-center gap-1.5 px-1 pt-2.75 pb-2.5 text-xs font-medium text-ink-2 outline-none hover:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring lg:flex lg:items-center lg:justify-center lg:py-3 lg:text-13 [&_svg]:size-5 [&_svg]:text-accent-ink lg:[&_svg]:size-4";

function SummaryActions({ booking, onCalendarFile, hasCalendar }: BookingSummaryProps) {
  const t = useTranslation();
  const { facility } = booking;
  const hasPlace = facility.address !== null || facility.latitude !== null;
  const isStanding = booking.status !== "canceled" && booking.status !== "rejected";
  return (
    <ul
      aria-label={t("bookings.actions")}
      className="grid auto-cols-fr grid-flow-col divide-x divide-line border-t border-line"
    >
      {isStanding && hasCalendar && (
        <li>
          <CalendarChoice booking={booking} onCalendarFile={onCalendarFile} />
        </li>
      )}
      {hasPlace && (
        <li>
          <a href={routeUrl(facility)} target="_blank" rel="noreferrer" className={actionClass}>
            <Navigation aria-hidden />
            {t("bookings.route")}
          </a>
        </li>
      )}
      {isStanding && (
        <li>
          <ShareButton booking={booking} />
        </li>
      )}
    </ul>
  );
}

const choiceClass =
  "flex h-9 w-full cursor-pointer items-center rounded-md px-2.5 text-left text-13 hover:bg-hover focus-visible:outline-2 focus-visible:outline-ring pointer-coarse:h-11";

function CalendarChoice({ booking, onCalendarFile }: BookingSummaryProps) {
  const t = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const details = { booking, title: bookingTitle(booking) };
  const params = { organizationId: booking.organization.id, eventId: booking.id };
  const downloadOwn = () => download(bookings.calendar, { params }, "booking.ics");
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={t("bookings.addToCalendar")}
      trigger={
        <button type="button" className={actionClass}>
          <CalendarPlus aria-hidden />
          {t("bookings.calendar")}
        </button>
      }
    >
      <ul className="grid min-w-48">
        <li>
          <button
            type="button"
            className={choiceClass}
            onClick={() => {
              setOpen(false);
              void (onCalendarFile ?? downloadOwn)().catch(() => {});
            }}
          >
            {t("bookings.calendarFile")}
          </button>
        </li>
        <li>
          <a href={googleCalendarUrl(details)} target="_blank" rel="noreferrer" className={choiceClass}>
            Google Calendar
          </a>
        </li>
        <li>
          <a href={outlookCalendarUrl(details)} target="_blank" rel="noreferrer" className={choiceClass}>
            Outlook
          </a>
        </li>
      </ul>
    </Popover>
  );
}

/** By its sport; a booking without one by its field. */
function bookingTitle({ title, sport, field, organization }: SummaryBooking): string {
  return `${title ?? sport?.name ?? field.name} · ${organization.name}`;
}

function ShareButton({ booking }: { booking: SummaryBooking }) {
  const t = useTranslation();
  const { startTime, endTime, timezone, field, facility, sport } = booking;
  const { longDay, timeRange } = useDateFormats(timezone);
  const text = [
    [sport?.name, longDay(startTime), timeRange(startTime, endTime)].filter(Boolean).join(" · "),
    [field.name, facility.name, facility.address].filter(Boolean).join(", "),
  ].join("\n");
  const share = async () => {
    if ("share" in navigator) {
      // Closing the system's sheet is no failure.
      await navigator.share({ text }).catch(() => {});
      return;
    }
    try {
      await (navigator as Navigator).clipboard.writeText(text);
      toast({ description: t("bookings.shareCopied"), variant: "success" });
    } catch {
      toast({ description: t("search.copyRefused"), variant: "error" });
    }
  };
  return (
    <button type="button" className={actionClass} onClick={() => void share()}>
      <Share2 aria-hidden />
      {t("bookings.share")}
    </button>
  );
}

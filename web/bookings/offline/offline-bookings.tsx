/** One's own bookings as this browser keeps them, to be read. */
import { Phone, Ticket } from "lucide-react";
import type { ReactNode } from "react";
import type { OfflineBooking } from "#contract/bookings.ts";
import { describeCancellation } from "#contract/events-cancellation-rules.ts";
import { telephoneLink } from "#messages/telephone-link.ts";
import { useDayText } from "#web/availability/use-day-text.ts";
import { bookingStatusLabels, bookingStatusTones } from "#web/bookings/labels.ts";
import { BookingFacts } from "#web/bookings/booking-facts.tsx";
import { usePriceText } from "#web/availability/price-text.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";

export function OfflineBookingList({ bookings }: { bookings: readonly OfflineBooking[] }) {
  const t = useTranslation();
  const now = useNow();
  const next = bookings.filter(({ endTime }) => Date.parse(endTime) > now);
  return (
    <Card>
      {next.length === 0 ? (
        <EmptyState icon={Ticket} title={t("overview.noBookings")} />
      ) : (
        <ul className="divide-y divide-line">
          {next.map((booking) => (
            <BookingRow key={booking.id} booking={booking} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const nameOf = ({ title, sport, field }: OfflineBooking): string => title ?? sport?.name ?? field.name;

function BookingRow({ booking }: { booking: OfflineBooking }) {
  const t = useTranslation();
  const { id, organization, field, facility, startTime, endTime, timezone, status } = booking;
  const dayText = useDayText(timezone);
  const { timeRange } = useDateFormats(timezone);
  return (
    <li className="relative grid min-h-15 gap-0.5 px-4 py-2.5 hover:bg-hover has-[a:focus-visible]:bg-hover">
      <span className="flex items-start justify-between gap-3">
        {/* No link of the router: the browser opens this same page anew. */}
        <a
          href={`/organizations/${organization.id}/bookings/${id}`}
          className="min-w-0 font-medium [overflow-wrap:anywhere] outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {nameOf(booking)}
        </a>
        <Badge tone={bookingStatusTones[status]} dot={status} className="shrink-0">
          {t(bookingStatusLabels[status])}
        </Badge>
      </span>
      <span className="text-13 first-letter:uppercase tnum">{`${dayText(startTime)}, ${timeRange(startTime, endTime)}`}</span>
      <span className="text-xs [overflow-wrap:anywhere] text-ink-3">
        {[field.name, facility.name, organization.name].join(" · ")}
      </span>
    </li>
  );
}

export function OfflineBookingDetails({ booking }: { booking: OfflineBooking }) {
  const t = useTranslation();
  const priceText = usePriceText();
  const { organization, contact, description, notes, price, currency } = booking;
  return (
    <>
      <section aria-label={t("bookings.ticket")} className="overflow-hidden rounded-xl border border-line bg-surface">
        <BookingFacts booking={booking} />
      </section>
      <CancellationRule booking={booking} />
      <Card>
        <DescriptionList>
          <DescriptionItem name={t("events.price")}>{priceText(price, currency)}</DescriptionItem>
          {description && <DescriptionItem name={t("events.description")}>{description}</DescriptionItem>}
          {notes && <DescriptionItem name={t("events.notes")}>{notes}</DescriptionItem>}
        </DescriptionList>
      </Card>
      <Card padded>
        <p className="font-medium [overflow-wrap:anywhere]">{organization.name}</p>
        {contact.phone && (
          <a
            href={telephoneLink(contact.phone)}
            className="mt-0.5 inline-flex min-h-11 items-center gap-2 text-13 text-ink-2 tnum hover:underline"
          >
            <Phone className="size-4 text-ink-3" aria-hidden />
            {contact.phone}
          </a>
        )}
      </Card>
    </>
  );
}

/** The deadline may have passed since the booking was kept. */
function stateOf({ cancellation, startTime }: OfflineBooking, now: number): OfflineBooking["cancellation"]["state"] {
  const { state, until } = cancellation;
  if (state === "ended" || state === "team") return state;
  if (Date.parse(startTime) <= now) return "started";
  return state === "open" && Date.parse(until) < now ? "late" : state;
}

function CancellationRule({ booking }: { booking: OfflineBooking }): ReactNode {
  const t = useTranslation();
  const now = useNow();
  const { zonedDayTime } = useDateFormats(booking.timezone);
  const { cancellation, holdExpiresAt, contact } = booking;
  const rule = {
    ...{ state: stateOf(booking, now), until: new Date(cancellation.until) },
    ...{ refundNow: 0, refundAfter: 0, steps: [] },
  };
  // Amounts are not kept, so that nothing is said of a refund.
  const facts = { payUntil: holdExpiresAt, isPaid: false };
  const text = describeCancellation(rule, facts, { t, at: zonedDayTime, contact, isContactBeside: true });
  return (
    text && (
      <Card padded>
        <p className="font-medium text-pretty">{text.title}</p>
        <p className="text-13 text-ink-2">{[...text.details, t("bookings.offlineRefused")].join(" ")}</p>
      </Card>
    )
  );
}

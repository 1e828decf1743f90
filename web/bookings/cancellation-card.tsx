/** Until when a booking can be moved or canceled and what comes back; afterwards why not, and whom to call. */
import { Link } from "@tanstack/react-router";
import { ArrowRightLeft, CalendarCheck, CalendarX2, Clock, Mail, Phone } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Booking } from "#contract/bookings.ts";
import { unitsBack } from "#contract/packs-rules.ts";
import { describeCancellation } from "#contract/events-cancellation-rules.ts";
import { NoShowTerm } from "#web/availability/no-show-term.tsx";
import { toWallClock } from "#web/availability/slots.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { telephoneLink } from "#messages/telephone-link.ts";
import { CancelBookingDialog } from "./cancel-booking-dialog.tsx";

const MINUTE_MS = 60_000;
/** A countdown starts here. */
const COUNTDOWN_MINUTES = 48 * 60;

interface CancellationCardProps {
  booking: Booking;
  /** Buttons that move and cancel. Default: those of whoever is signed in. */
  changes?: ReactNode;
}

export function CancellationCard({ booking, changes }: CancellationCardProps) {
  const t = useTranslation();
  const { cancellation, timezone, holdExpiresAt, contact, actions } = booking;
  const { zonedDayTime, duration } = useDateFormats(timezone);
  const { format } = new Intl.NumberFormat(useLocale(), { style: "percent" });
  const minutesLeft = Math.floor((Date.parse(cancellation.until) - useNow()) / MINUTE_MS);
  const rule = {
    ...{ ...cancellation, until: new Date(cancellation.until) },
    steps: cancellation.steps.map(({ until, percent }) => ({ until: new Date(until), percent })),
  };
  const facts = { payUntil: holdExpiresAt, isPaid: booking.paid > 0 };
  const text = describeCancellation(rule, facts, { t, at: zonedDayTime, contact, isContactBeside: true });
  if (!text) return null;
  const isOpen = cancellation.state === "open";
  const packSteps = listPackSteps(booking).map(({ until, percent }) =>
    t("packs.backUntil", { until: zonedDayTime(until), percent: format(percent / 100) }),
  );
  const Icon = holdExpiresAt ? Clock : isOpen ? CalendarCheck : CalendarX2;
  const isCounted = isOpen && !holdExpiresAt && minutesLeft > 0 && minutesLeft < COUNTDOWN_MINUTES;
  return (
    <Card padded>
      <div className="grid gap-3">
        <div className="flex items-start gap-3">
          <Icon
            className={cx("mt-px size-5 shrink-0", isOpen && !holdExpiresAt ? "text-lime-fg" : "text-rose-fg")}
            strokeWidth={1.75}
            aria-hidden
          />
          <div className="min-w-0">
            <h2 className="font-medium text-pretty">{text.title}</h2>
            <p className="text-13 text-ink-2 empty:hidden">
              {[
                ...text.details,
                ...packSteps,
                ...(isCounted ? [t("bookings.timeLeft", { time: duration(minutesLeft) })] : []),
              ].join(" ")}
            </p>
          </div>
        </div>
        <NoShowTerm fee={booking.noShowFee} currency={booking.currency} />
        {actions.includes("cancel") ? (
          (changes ?? <ChangeButtons booking={booking} />)
        ) : (
          <ContactButton contact={contact} />
        )}
      </div>
    </Card>
  );
}

/** Until when which share of the units comes back: minutes in part, visits whole. */
function listPackSteps({ pack, cancellation }: Booking) {
  if (!pack) return [];
  return cancellation.steps.filter(({ percent }) => unitsBack(pack, pack.units, percent) > 0);
}

/** The finder with the booking's own wishes. */
function moveSearch({ id, date, duration, sport, people, startTime, timezone }: Booking) {
  return {
    move: id,
    date,
    time: toWallClock(startTime, timezone).time,
    duration: String(duration),
    space: "any",
    people: people === null ? "any" : String(people),
    ...(sport && { sport: String(sport.id) }),
  };
}

const bigClass = "h-11! flex-1 rounded-lg! text-sm!";

function ChangeButtons({ booking }: { booking: Booking }) {
  const t = useTranslation();
  const { path } = useScope();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="flex gap-2">
      {booking.actions.includes("move") && (
        <Link
          to={path("/find")}
          search={moveSearch(booking) as never}
          className={buttonClass("secondary", "lg", bigClass)}
        >
          <ArrowRightLeft aria-hidden />
          {t("events.move")}
        </Link>
      )}
      <Button
        variant="danger-quiet"
        size="lg"
        className={bigClass}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {t("bookings.cancel")}
      </Button>
      <CancelBookingDialog
        organizationId={booking.organization.id}
        eventId={booking.id}
        open={isAsking}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

function ContactButton({ contact: { phone, email } }: Pick<Booking, "contact">) {
  const t = useTranslation();
  const className = buttonClass("secondary", "lg", "h-11! rounded-lg! text-sm!");
  if (phone)
    return (
      <a href={telephoneLink(phone)} className={className}>
        <Phone aria-hidden />
        <span className="tnum">{t("bookings.call", { phone })}</span>
      </a>
    );
  if (email)
    return (
      <a href={`mailto:${email}`} className={className}>
        <Mail aria-hidden />
        <span className="truncate">{t("bookings.write", { email })}</span>
      </a>
    );
  return null;
}

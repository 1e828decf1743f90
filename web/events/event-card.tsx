import { Link } from "@tanstack/react-router";
import { Globe, Lock } from "lucide-react";
import type { ReactNode } from "react";
import type { Event } from "#contract/events.ts";
import { confidentialityLabels } from "#web/fields/labels.ts";
import { Badge, statusTone } from "#web/kit/ui/badge.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { cardClass } from "./event-card-skeleton.tsx";
import { attendanceLabels, attendanceTones, kindLabels, pendingReasonLabels, statusLabels } from "./labels.ts";

interface EventCardProps {
  event: Event;
  /** Link target, if it is outside the present scope. */
  to?: string;
  place?: string;
  /** Default: its name. */
  title?: string;
  note?: ReactNode;
  /** Default: status and confidentiality. */
  badges?: ReactNode;
  action?: ReactNode;
}

/** Colour shows the type, shape the status: pending is dashed, completed faded, canceled struck through. */
export function EventCard({ event, to, place, title, note, badges, action }: EventCardProps) {
  const { path } = useScope();
  const { dateTimeRange, withOtherZoneName } = useDateFormats(event.timezone);
  const gone = event.status === "canceled" || event.status === "rejected";
  return (
    <li
      data-type={event.type}
      className={cx(
        cardClass,
        "transition-colors hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring",
        event.status === "pending" && "border-dashed border-line-strong",
      )}
    >
      <span
        aria-hidden
        className={cx(
          "w-1 shrink-0 rounded-full bg-(--ev-bar)",
          event.status === "completed" && "opacity-50",
          gone && "bg-line-strong!",
        )}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <Link
          to={to ?? path(`/events/${event.id}`)}
          className={cx(
            "truncate text-sm font-medium outline-none after:absolute after:inset-0 after:rounded-xl",
            gone && "text-ink-2 line-through",
          )}
        >
          {title ?? event.name}
        </Link>
        <time dateTime={event.startTime} className="mt-1 text-13 text-ink-2 tnum">
          {withOtherZoneName(dateTimeRange(event.startTime, event.endTime), event.startTime)}
        </time>
        <span className="truncate text-13 text-ink-3">
          {event.field.name} · {place ?? event.facility.name}
        </span>
        {note && <span className="mt-1 text-13 text-ink-2">{note}</span>}
        <span className="mt-auto flex flex-wrap items-center gap-x-1 gap-y-2.5 pt-2.5">
          {badges ?? <EventBadges event={event} />}
          {/* Above the link, which covers the card. */}
          {action && <span className="relative -my-1 ml-auto">{action}</span>}
        </span>
      </div>
    </li>
  );
}

export function EventBadges({ event: { status, pendingReason, confidentiality, kind, attendance } }: { event: Event }) {
  const t = useTranslation();
  const waits = status === "pending" && pendingReason ? t(pendingReasonLabels[pendingReason]) : undefined;
  return (
    <>
      <span title={waits} className="inline-flex">
        <Badge tone={statusTone(status)} dot={status}>
          {t(statusLabels[status])}
        </Badge>
      </span>
      {kind === "block" && <Badge>{t(kindLabels.block)}</Badge>}
      {attendance && <Badge tone={attendanceTones[attendance]}>{t(attendanceLabels[attendance])}</Badge>}
      <Badge tone="outline" icon={confidentiality === "private" ? <Lock aria-hidden /> : <Globe aria-hidden />}>
        {t(confidentialityLabels[confidentiality])}
      </Badge>
    </>
  );
}

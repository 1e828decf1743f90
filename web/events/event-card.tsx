import { Link } from "@tanstack/react-router";
import type { Event } from "#contract/events.ts";
import { cx } from "#web/kit/cx.ts";
import { useDates } from "#web/kit/dates.ts";
import { useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { EventBadges } from "./event-badges.tsx";

// Both are as high as each other, so that nothing moves when the events arrive.
const frame = "relative flex min-h-31 gap-3 rounded-xl border border-line p-4";

/** Hue says the type; form says the status: pending dashed, completed faded, canceled struck. */
export function EventCard({ event }: { event: Event }) {
  const { path } = useScope();
  const { date, timeRange } = useDates(event.timezone);
  const gone = event.status === "canceled" || event.status === "rejected";
  return (
    <li
      data-type={event.type}
      className={cx(
        frame,
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
          to={path(`/events/${event.id}`)}
          className={cx(
            "truncate text-sm font-medium outline-none after:absolute after:inset-0 after:rounded-xl",
            gone && "text-ink-2 line-through",
          )}
        >
          {event.name}
        </Link>
        <time dateTime={event.startTime} className="mt-1 text-13 text-ink-2 tnum">
          {date(event.startTime)} · {timeRange(event.startTime, event.endTime)}
        </time>
        <span className="truncate text-13 text-ink-3">
          {event.field.name} · {event.facility.name}
        </span>
        <span className="mt-auto flex flex-wrap gap-1 pt-2.5">
          <EventBadges event={event} />
        </span>
      </div>
    </li>
  );
}

export const EventCardSkeleton = () => (
  <li className={frame} aria-hidden>
    <Skeleton className="w-1 shrink-0 rounded-full" />
    <div className="flex flex-1 flex-col">
      <Skeleton className="my-0.75 h-3.5 w-36" />
      <Skeleton className="mt-1.75 mb-0.5 h-3.5 w-44 max-w-full" />
      <Skeleton className="my-0.5 h-3.5 w-32" />
      <span className="mt-auto flex gap-1 pt-2.5">
        <Skeleton className="h-5 w-18" />
        <Skeleton className="h-5 w-16" />
      </span>
    </div>
  </li>
);

/** Hints for and against a request, as badges. */
import { Link } from "@tanstack/react-router";
import { CalendarOff, Check, Clock, TriangleAlert, Users } from "lucide-react";
import type { BookingRequest } from "#contract/approvals.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const HOUR_MS = 3_600_000;

export function RequestHints({ request, now }: { request: BookingRequest; now: number }) {
  const t = useTranslation();
  const { path } = useScope();
  const { hint, eventIds, startTime } = request;
  const dates = eventIds.length;
  const [overlap] = hint.overlaps;
  const [elsewhere] = hint.customerElsewhere;
  const minutes = Math.max(1, Math.round((Date.parse(startTime) - now) / 60_000));
  const isFree = !overlap && !elsewhere && hint.closedDates === 0 && !hint.hasBegun && !hint.isSoon;
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {overlap && (
        <Link to={path(`/events/${overlap.eventId}`)} className="max-w-full rounded-sm hover:underline">
          <Badge tone="rose" icon={<TriangleAlert aria-hidden />}>
            {hint.overlaps.length === 1
              ? t("approvals.overlapsOne", { name: overlap.name })
              : t("approvals.overlaps", { name: overlap.name, count: hint.overlaps.length - 1 })}
            {dates > 1 && ` · ${t("approvals.datesOverlap", { count: hint.overlappingDates, of: dates })}`}
          </Badge>
        </Link>
      )}
      {hint.closedDates > 0 && (
        <Badge tone={hint.closedDates === dates ? "rose" : "amber"} icon={<CalendarOff aria-hidden />}>
          {dates === 1 ? t("approvals.closed") : t("approvals.datesClosed", { count: hint.closedDates, of: dates })}
        </Badge>
      )}
      {hint.hasBegun && (
        <Badge tone="rose" icon={<Clock aria-hidden />}>
          {t("approvals.hasBegun")}
        </Badge>
      )}
      {hint.isSoon && (
        <Badge tone="amber" icon={<Clock aria-hidden />}>
          {minutes < 60
            ? t("approvals.startsInMinutes", { count: minutes })
            : t("approvals.startsInHours", { count: Math.round((minutes * 60_000) / HOUR_MS) })}
        </Badge>
      )}
      {elsewhere && (
        <Link to={path(`/events/${elsewhere.eventId}`)} className="max-w-full rounded-sm hover:underline">
          <Badge tone="amber" icon={<Users aria-hidden />}>
            {t("approvals.alsoOn", { field: elsewhere.field })}
          </Badge>
        </Link>
      )}
      {isFree && (
        <Badge tone="lime" icon={<Check aria-hidden />}>
          {t("approvals.free")}
        </Badge>
      )}
    </span>
  );
}

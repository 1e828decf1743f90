/** Cells that a request has while it waits and once it is decided; stacked on phones. */
import { Link } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { BookingRequest, DecidedRequest } from "#contract/approvals.ts";
import { localDate } from "#messages/dates.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { requesterName } from "./requester-name.ts";

interface CellProps {
  request: BookingRequest | DecidedRequest;
}

export function Requester({ request }: CellProps) {
  const t = useTranslation();
  const { path, can } = useScope();
  const { customer, eventIds, people } = request;
  const name = requesterName(request);
  const dates = eventIds.length;
  const details = [
    customer && request.name !== customer.name && request.name,
    dates > 1 && t("approvals.dates", { count: dates }),
    (people ?? 1) > 1 && t("events.peopleCount", { count: people ?? 1 }),
  ].filter(Boolean);
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      {customer?.kind === "company" ? (
        <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-lg bg-gray-bg text-gray-fg">
          <Building2 className="size-4" />
        </span>
      ) : (
        <Avatar name={name} className="size-8! text-xs!" />
      )}
      <div className="min-w-0">
        {customer && can("members.show") ? (
          <Link
            to={path(`/customers/${customer.customerId}`)}
            className="block text-13 font-medium [overflow-wrap:anywhere] hover:underline lg:truncate"
          >
            {name}
          </Link>
        ) : (
          <span className="block text-13 font-medium [overflow-wrap:anywhere] lg:truncate">{name}</span>
        )}
        <span className="block text-xs text-ink-3 [overflow-wrap:anywhere] lg:truncate">
          {details.join(" · ") || customer?.phone}
        </span>
      </div>
    </div>
  );
}

/** @param now epoch milliseconds */
export function RequestedTime({ request, now }: CellProps & { now: number }) {
  const t = useTranslation();
  const { path } = useScope();
  const { day, timeRange, time, otherZoneShortName } = useDateFormats(request.timezone);
  const { seriesId, eventIds, startTime, endTime } = request;
  const isToday = localDate(startTime, request.timezone) === localDate(new Date(now), request.timezone);
  const dates = eventIds.length;
  return (
    <Link
      to={path(seriesId && dates > 1 ? `/series/${seriesId}` : `/events/${eventIds[0] ?? ""}`)}
      className="group grid min-w-0 leading-4.5 max-lg:col-start-2 max-lg:row-start-2"
    >
      <span className="text-13 font-medium first-letter:uppercase group-hover:underline">
        {isToday ? t("approvals.today") : day(startTime)}
      </span>
      <span className="text-xs text-ink-3 tnum">
        {localDate(startTime, request.timezone) === localDate(endTime, request.timezone)
          ? timeRange(startTime, endTime)
          : `${time(startTime)} – ${time(endTime)}`}
      </span>
      <span className="text-xs text-ink-3 empty:hidden">{otherZoneShortName(startTime)}</span>
      {dates > 1 && (
        <span className="text-xs text-ink-3">{t("approvals.until", { date: day(request.lastStartTime) })}</span>
      )}
    </Link>
  );
}

export const RequestedPlace = ({ request }: CellProps) => (
  <div className="grid min-w-0 leading-4.5 max-lg:col-start-3 max-lg:row-start-2 max-lg:justify-items-end">
    <span className="text-13 font-medium [overflow-wrap:anywhere] max-lg:text-right lg:truncate">
      {request.field.name}
    </span>
    <span className="text-xs text-ink-3 [overflow-wrap:anywhere] max-lg:text-right lg:truncate">
      {request.facility.name}
    </span>
  </div>
);

export function RequestedPrice({ request }: CellProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <span className="text-right text-13 font-medium tnum max-lg:col-start-3 max-lg:row-start-1 max-lg:text-[0.9375rem]">
      {request.price === 0 ? t("events.free") : money(request.price, request.currency)}
    </span>
  );
}

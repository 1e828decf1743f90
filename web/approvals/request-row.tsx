/** A row of the list of requests, stacked on phones. */
import { Link } from "@tanstack/react-router";
import { Building2, Check, X } from "lucide-react";
import type { BookingRequest } from "#contract/approvals.ts";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { localDate } from "#messages/dates.ts";
import { RequestHints } from "./request-hints.tsx";
import { requesterName } from "./use-decisions.ts";

export const rowClass =
  "grid items-center gap-x-3.5 px-4 lg:grid-cols-[1rem_minmax(10rem,1.3fr)_8rem_minmax(7rem,0.9fr)_4.5rem_minmax(9rem,1.1fr)_3.5rem_12.5rem] lg:px-5";

interface RequestRowProps {
  request: BookingRequest;
  now: number;
  isSelected: boolean;
  isBusy: boolean;
  onSelect: (isSelected: boolean) => void;
  onApprove: () => void;
  onReject: () => void;
}

const MINUTE_MS = 60_000;

export function useWaitingTime(): (since: string, now: number) => string {
  const t = useTranslation();
  return (since, now) => {
    const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE_MS));
    if (minutes < 60) return t("kit.minutes", { minutes });
    if (minutes < 48 * 60) return t("kit.hours", { hours: Math.floor(minutes / 60) });
    return t("approvals.days", { count: Math.floor(minutes / 1440) });
  };
}

export function RequestRow({ request, now, isSelected, isBusy, onSelect, onApprove, onReject }: RequestRowProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const waited = useWaitingTime();
  const { path, can } = useScope();
  const { day, timeRange, time } = useDateFormats(request.timezone);
  const { customer, seriesId, eventIds, startTime, endTime } = request;
  const name = requesterName(request);
  const isToday = localDate(startTime, request.timezone) === localDate(new Date(now), request.timezone);
  const dates = eventIds.length;
  const details = [
    customer && request.name !== customer.name && request.name,
    dates > 1 && t("approvals.dates", { count: dates }),
    (request.people ?? 1) > 1 && t("events.peopleCount", { count: request.people ?? 1 }),
  ].filter(Boolean);
  return (
    <li
      aria-label={name}
      className={cx(
        rowClass,
        "min-h-15 border-b border-line py-2.5 transition-colors max-lg:grid-cols-[1.25rem_1fr_auto] max-lg:gap-y-2 max-lg:py-3",
        isSelected && "bg-accent-soft/55",
        isBusy && "opacity-60",
      )}
    >
      <CheckBox
        label={<span className="sr-only">{t("approvals.select", { name })}</span>}
        checked={isSelected}
        onChange={onSelect}
        className="py-0! pointer-coarse:py-3!"
      />
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
        {dates > 1 && (
          <span className="text-xs text-ink-3">{t("approvals.until", { date: day(request.lastStartTime) })}</span>
        )}
      </Link>
      <div className="grid min-w-0 leading-4.5 max-lg:col-start-3 max-lg:row-start-2 max-lg:justify-items-end">
        <span className="text-13 font-medium [overflow-wrap:anywhere] max-lg:text-right lg:truncate">
          {request.field.name}
        </span>
        <span className="text-xs text-ink-3 [overflow-wrap:anywhere] max-lg:text-right lg:truncate">
          {request.facility.name}
        </span>
      </div>
      <span className="text-right text-13 font-medium tnum max-lg:col-start-3 max-lg:row-start-1 max-lg:text-[0.9375rem]">
        {request.price === 0 ? t("events.free") : money(request.price, request.currency)}
      </span>
      <span className="min-w-0 max-lg:col-span-2 max-lg:col-start-2">
        <RequestHints request={request} now={now} />
      </span>
      <span className="text-right text-xs text-ink-3 tnum max-lg:hidden">{waited(request.created_at, now)}</span>
      <div className="flex justify-end gap-1.5 max-lg:col-span-2 max-lg:col-start-2 max-lg:*:h-10 max-lg:*:flex-1">
        <Button size="sm" aria-haspopup="dialog" disabled={isBusy} onClick={onReject}>
          <X aria-hidden />
          {t("approvals.reject")}
        </Button>
        <Button
          size="sm"
          variant={request.isClear && !isSelected ? "primary" : "secondary"}
          pending={isBusy}
          onClick={onApprove}
        >
          {!isBusy && <Check aria-hidden />}
          {t("approvals.approve")}
        </Button>
      </div>
    </li>
  );
}

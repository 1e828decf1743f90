import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { type Event, events } from "#contract/events.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge, statusTone } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { paymentStatusLabels, statusLabels } from "./labels.ts";

const MAX_SHOWN = 10;

/** Bookings of a customer: those to come, soonest first, then those gone by. */
export function CustomerBookings() {
  const t = useTranslation();
  const { organizationId, can, path } = useScope();
  const customerId = useRouteParam("customerId");
  const { data, error, refetch } = useQuery({
    ...endpointQuery(events.list, { params: { organizationId }, query: { customerId, per_page: MAX_SHOWN } }),
    enabled: can(events.list),
  });
  const total = data?.meta.total ?? 0;
  return (
    <>
      <Outlet />
      {can(events.list) && (
        <Card
          title={t("events.bookings")}
          action={
            total > MAX_SHOWN && (
              <Link to={path("/events")} search={{ customerId }} className={`${textLinkClass} text-13`}>
                {t("events.allBookings", { count: total })}
              </Link>
            )
          }
        >
          {error ? (
            <ErrorState error={error} onRetry={refetch} />
          ) : !data ? (
            <div className="grid gap-2.5 p-4" aria-busy>
              <Skeleton className="h-3.5 w-64" />
              <Skeleton className="h-3.5 w-56" />
            </div>
          ) : data.data.length === 0 ? (
            <p className="px-4 py-3 text-13 text-ink-3">{t("events.noBookings")}</p>
          ) : (
            <ul aria-label={t("events.bookings")} className="divide-y divide-line">
              {data.data.map((event) => (
                <BookingRow key={event.id} event={event} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </>
  );
}

function BookingRow({ event }: { event: Event }) {
  const t = useTranslation();
  const { path } = useScope();
  const money = useAmountFormat();
  const { day, timeRange } = useDateFormats(event.timezone);
  const { status, paymentStatus, price } = event;
  const isOwed = paymentStatus === "due" || paymentStatus === "partially_paid";
  const isCharged = price > 0 && (status === "approved" || status === "completed");
  return (
    <li
      data-type={event.type}
      className="grid grid-cols-[8.5rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 max-sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <span className="flex flex-col text-13 tnum max-sm:col-span-2 max-sm:flex-row max-sm:gap-2">
        <span>{day(event.startTime)}</span>
        <span className="whitespace-nowrap text-ink-3">{timeRange(event.startTime, event.endTime)}</span>
      </span>
      <span className="flex min-w-0 items-center gap-3">
        <span className="h-7 w-[3px] shrink-0 rounded-full bg-(--ev-bar)" aria-hidden />
        <span className="grid min-w-0">
          <Link
            to={path(`/events/${event.id}`)}
            className="text-13 font-medium [overflow-wrap:anywhere] hover:underline"
          >
            {event.field.name}
          </Link>
          <span className="text-xs text-ink-3 [overflow-wrap:anywhere]">{event.facility.name}</span>
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <Badge tone={isOwed ? (status === "completed" ? "red" : "gray") : statusTone(status)} dot>
          {t(isCharged ? paymentStatusLabels[paymentStatus] : statusLabels[status])}
        </Badge>
        <span className="min-w-16 text-right text-13 font-medium tnum">{money(price, event.currency)}</span>
      </span>
    </li>
  );
}

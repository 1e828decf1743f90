/** Bookings of a customer on their page: the next ones, then those gone by. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Repeat } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { CustomerDetail } from "#contract/customers.ts";
import { type Event, events } from "#contract/events.ts";
import type { CustomerParts } from "#web/customers/customer-parts.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge, statusTone, type Tone } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import type { MessageKey } from "#messages/keys.ts";
import { paymentStatusLabels, statusLabels } from "./labels.ts";

export const eventCustomerParts = { Bookings } satisfies Partial<CustomerParts>;

function Bookings({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { can, path } = useScope();
  const params = { organizationId: useScope().organizationId, customerId: customer.id };
  const { data, error, refetch } = useQuery({
    ...endpointQuery(events.ofCustomer, { params }),
    enabled: can(events.ofCustomer),
  });
  if (!can(events.ofCustomer)) return null;
  const found = data?.data;
  const all = (
    <Link to={path("/events")} search={{ customerId: customer.id }} className={`${textLinkClass} text-13`}>
      {t("events.allBookings")}
    </Link>
  );
  return (
    <>
      <Card title={<Counted text={t("events.nextBookings")} count={found?.nextCount} />} action={all}>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !found ? (
          <div className="grid gap-2.5 p-4" aria-busy>
            <Skeleton className="h-3.5 w-64" />
            <Skeleton className="h-3.5 w-56" />
          </div>
        ) : (
          <BookingList label={t("events.nextBookings")} shown={found.next}>
            {t("events.noNextBookings")}
          </BookingList>
        )}
      </Card>
      {found && found.past.length > 0 && (
        <Card
          title={
            <>
              <Counted text={t("events.pastBookings")} count={found.pastCount} />
              {found.noShowCount > 0 && (
                <>
                  <span className="font-normal text-ink-3"> · </span>
                  <Link
                    to={path("/events")}
                    search={{ customerId: customer.id, attendance: "no_show" }}
                    className={`${textLinkClass} text-13 font-normal`}
                  >
                    {t("events.noShows", { count: found.noShowCount })}
                  </Link>
                </>
              )}
            </>
          }
          action={all}
        >
          <BookingList label={t("events.pastBookings")} shown={found.past} />
        </Card>
      )}
    </>
  );
}

const Counted = ({ text, count }: { text: string; count: number | undefined }) => (
  <>
    {text} {count !== undefined && <span className="font-normal text-ink-3 tnum">{count}</span>}
  </>
);

function BookingList({ label, shown, children }: { label: string; shown: readonly Event[]; children?: ReactNode }) {
  if (shown.length === 0) return <p className="px-4 py-3 text-13 text-ink-3">{children}</p>;
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {shown.map((event) => (
        <BookingRow key={event.id} event={event} />
      ))}
    </ul>
  );
}

type BookingState = { tone: Tone; label: MessageKey };

/** The payment, once it counts; before and after that the state of the booking itself. */
function stateOf({ status, pendingReason, price, paymentStatus, dueOn }: Event, today: string): BookingState {
  if (status === "pending" && pendingReason === "approval") return { tone: "rose", label: "events.toApprove" };
  if (status === "pending" || status === "canceled" || status === "rejected" || price === 0)
    return { tone: statusTone(status), label: statusLabels[status] };
  if (paymentStatus !== "due" && paymentStatus !== "partially_paid")
    return { tone: paymentStatus === "paid" ? "lime" : "gray", label: paymentStatusLabels[paymentStatus] };
  if (dueOn !== null && dueOn < today) return { tone: "red", label: "events.overdue" };
  if (dueOn === today) return { tone: "amber", label: "events.dueToday" };
  return { tone: "gray", label: paymentStatus === "due" ? "events.notYetDue" : "events.paymentPartiallyPaid" };
}

function BookingRow({ event }: { event: Event }) {
  const t = useTranslation();
  const id = useId();
  const { path } = useScope();
  const money = useAmountFormat();
  const { day, dayTitle, timeRange, otherZoneShortName } = useDateFormats(event.timezone);
  const today = Temporal.Now.plainDateISO(event.timezone).toString();
  const isThisYear = event.date.slice(0, 4) === today.slice(0, 4);
  const { tone, label } = stateOf(event, today);
  return (
    <li
      data-type={event.type}
      className="relative grid grid-cols-[8rem_3px_minmax(0,1fr)_auto_5rem] items-center gap-x-3.5 px-4 py-2 hover:bg-hover max-sm:grid-cols-[6rem_3px_minmax(0,1fr)_auto] max-sm:gap-x-3"
    >
      <span className="grid text-13 tnum max-sm:row-span-2">
        <span className="first-letter:uppercase">
          {event.date === today ? t("events.today") : isThisYear ? day(event.startTime) : dayTitle(noonOf(event.date))}
        </span>
        <span className="whitespace-nowrap text-xs text-ink-3">{timeRange(event.startTime, event.endTime)}</span>
        <span className="text-xs text-ink-3 empty:hidden">{otherZoneShortName(event.startTime)}</span>
      </span>
      <span className="self-stretch rounded-full bg-(--ev-bar) max-sm:row-span-2" aria-hidden />
      <span className="grid min-w-0 max-sm:row-span-2">
        <Link
          id={id}
          to={path(`/events/${event.id}`)}
          className="text-13 font-medium [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline"
        >
          {event.field.name}
          {event.seriesId && (
            <Repeat className="ml-1.5 inline size-3.5 text-ink-3" aria-label={t("events.ofSeries")} role="img" />
          )}
        </Link>
        <span className="truncate text-xs text-ink-3">{event.facility.name}</span>
      </span>
      <span className="justify-self-end max-sm:col-start-4 max-sm:row-start-2">
        <Badge tone={tone} dot={event.status}>
          {t(label)}
        </Badge>
      </span>
      <span className="text-right text-13 font-medium tnum max-sm:col-start-4 max-sm:row-start-1">
        {money(event.price, event.currency)}
      </span>
    </li>
  );
}

/** Events as a table; on phones each row has three cells, with the rest below the customer and the price. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Event } from "#contract/events.ts";
import { customers } from "#contract/customers.ts";
import { localDate } from "#messages/dates.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge, statusTone, type Tone } from "#web/kit/ui/badge.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import {
  attendanceLabels,
  attendanceTones,
  paymentStatusLabels,
  pendingReasonLabels,
  statusLabels,
  typeLabels,
} from "./labels.ts";

const headClass = "h-9 border-b border-line bg-sunken px-3 text-xs font-medium text-ink-3";
const cellClass = "h-11 border-b border-line px-3 py-1.5";
const phoneHidden = "max-md:hidden";
/** The columns of names share what the others leave; the rest of a name is in its title. */
const oneLine = "xl:max-w-0 xl:truncate";

interface EventsTableProps {
  /** Undefined while they are loading. */
  events: readonly Event[] | undefined;
  isStale: boolean;
  /** All are of one day, which the filters name. */
  isOneDay: boolean;
  /** All are of one facility or field, which the page names. */
  place?: "facility" | "field" | undefined;
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
}

export function EventsTable({ events, isStale, isOneDay, place, selected, onSelect }: EventsTableProps) {
  const t = useTranslation();
  const now = useNow();
  const ids = events?.map(({ id }) => id) ?? [];
  const count = ids.filter((id) => selected.has(id)).length;
  return (
    <table
      aria-busy={!events || isStale}
      className={cx(
        "w-full border-separate border-spacing-0 text-left text-13 transition-opacity",
        isStale && "opacity-60",
      )}
    >
      <caption className="sr-only">{events ? t("events.title") : `${t("events.title")}, ${t("kit.loading")}`}</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className={cx(headClass, "w-9 pl-5")}>
            <CheckBox
              label={<span className="sr-only">{t("events.selectAll")}</span>}
              checked={count > 0 && count === ids.length}
              mixed={count > 0 && count < ids.length}
              onChange={(isSelected) => onSelect(ids, isSelected)}
              disabled={ids.length === 0}
              className="py-0! pointer-coarse:py-0!"
            />
          </th>
          <th scope="col" className={headClass}>
            {t("events.whenColumn")}
          </th>
          <th scope="col" className={headClass}>
            {t("events.customer")}
          </th>
          {place !== "field" && (
            <th scope="col" className={cx(headClass, phoneHidden)}>
              {t(place ? "events.field" : "events.where")}
            </th>
          )}
          <th scope="col" className={cx(headClass, "max-lg:hidden")}>
            {t("events.type")}
          </th>
          <th scope="col" className={cx(headClass, "text-right max-xl:hidden")}>
            {t("events.people")}
          </th>
          <th scope="col" className={cx(headClass, "text-right")}>
            {t("events.price")}
          </th>
          <th scope="col" className={cx(headClass, phoneHidden)}>
            {t("events.payment")}
          </th>
          <th scope="col" className={cx(headClass, "pr-5", phoneHidden)}>
            {t("events.status")}
          </th>
        </tr>
      </thead>
      <tbody>
        {events
          ? events.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                now={now}
                {...{ isOneDay, place }}
                isSelected={selected.has(event.id)}
                onSelect={(isSelected) => onSelect([event.id], isSelected)}
              />
            ))
          : Array.from({ length: 12 }, (_, index) => <SkeletonRow key={index} place={place} />)}
      </tbody>
    </table>
  );
}

interface EventRowProps extends Pick<EventsTableProps, "isOneDay" | "place"> {
  event: Event;
  now: number;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

function EventRow({ event, now, isOneDay, place, isSelected, onSelect }: EventRowProps) {
  const t = useTranslation();
  const { path, isPlatform } = useScope();
  const money = useAmountFormat();
  const { timeRange, time, day, weekdayDate, otherZoneName, otherZoneShortName } = useDateFormats(event.timezone);
  const { status, startTime, endTime, price, currency, pendingReason, attendance } = event;
  const isGone = status === "canceled" || status === "rejected";
  const isThisYear = event.date.slice(0, 4) === localDate(now, event.timezone).slice(0, 4);
  const shownDay = isOneDay ? undefined : isThisYear ? day(startTime) : weekdayDate(startTime);
  const waits = status === "pending" && pendingReason ? t(pendingReasonLabels[pendingReason]) : undefined;
  const payment = <PaymentBadge event={event} now={now} />;
  const premises = isPlatform ? event.organization.name : event.facility.name;
  const statusBadge = (
    <span title={waits} className="inline-flex">
      <Badge tone={attendance ? attendanceTones[attendance] : statusTone(status)} dot={status}>
        {t(attendance ? attendanceLabels[attendance] : statusLabels[status])}
      </Badge>
    </span>
  );
  return (
    <tr
      data-type={event.type}
      className={cx(
        "group relative transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover",
        isSelected && "bg-accent-soft/50",
      )}
    >
      <td className={cx(cellClass, "w-9 pl-5 max-md:pr-0 max-md:pl-3")}>
        <CheckBox
          label={<span className="sr-only">{t("events.selectOne", { name: event.name })}</span>}
          checked={isSelected}
          onChange={onSelect}
          className="relative z-1 -m-2 p-2! pointer-coarse:-m-3 pointer-coarse:p-3!"
        />
      </td>
      <td className={cx(cellClass, "whitespace-nowrap tnum max-md:px-2")}>
        <Link
          to={path(`/events/${event.id}`)}
          className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {shownDay && (
            <span className="block text-xs text-ink-3 xl:mr-2 xl:inline-block xl:min-w-22 xl:text-13">{shownDay}</span>
          )}
          <span className="font-medium max-md:hidden">{timeRange(startTime, endTime)}</span>
          <span className="md:hidden">
            <span className="block font-medium">{time(startTime)}</span>
            <span className="block text-xs text-ink-3">{time(endTime)}</span>
          </span>
          <span
            className="block max-w-44 text-xs whitespace-normal text-ink-3 empty:hidden"
            title={otherZoneName(startTime) || undefined}
          >
            {otherZoneShortName(startTime)}
          </span>
        </Link>
      </td>
      <td className={cx(cellClass, oneLine, "max-md:w-full max-md:px-2 xl:w-[30%]")}>
        <CustomerAndEvent event={event} isGone={isGone} />
      </td>
      {place !== "field" && (
        <td className={cx(cellClass, oneLine, "xl:w-[24%]", phoneHidden)} title={`${event.field.name} · ${premises}`}>
          <span className="[overflow-wrap:anywhere]">{event.field.name}</span>
          {!place && <span className="ml-2 text-ink-3 max-xl:hidden">{premises}</span>}
        </td>
      )}
      <td className={cx(cellClass, "text-ink-2 whitespace-nowrap max-lg:hidden")}>
        {event.kind === "block" ? t("events.kindBlock") : t(typeLabels[event.type])}
      </td>
      <td className={cx(cellClass, "text-right text-ink-2 tnum max-xl:hidden")}>{event.people ?? "—"}</td>
      <td className={cx(cellClass, "text-right whitespace-nowrap tnum max-md:pr-4")}>
        <span className={cx("font-medium", (price === 0 || isGone) && "text-ink-3")}>
          {price === 0 ? "—" : money(price, currency)}
        </span>
        <span className="mt-0.5 flex justify-end md:hidden">
          {isGone || status === "pending" ? statusBadge : payment}
        </span>
      </td>
      <td className={cx(cellClass, "whitespace-nowrap", phoneHidden)}>{payment}</td>
      <td className={cx(cellClass, "pr-5 whitespace-nowrap", phoneHidden)}>{statusBadge}</td>
    </tr>
  );
}

function CustomerAndEvent({ event, isGone }: { event: Event; isGone: boolean }) {
  const { path } = useScope();
  const name = event.customer?.name ?? event.name;
  return (
    <span className="flex items-center gap-3 max-md:gap-2">
      <span
        className={cx("h-6 w-[3px] shrink-0 rounded-full bg-(--ev-bar)", isGone && "bg-line-strong!")}
        aria-hidden
      />
      <span className="min-w-0 xl:truncate" title={event.name === name ? name : `${name} · ${event.name}`}>
        <span className={cx("[overflow-wrap:anywhere]", isGone && "text-ink-3 line-through")}>
          <CustomerName event={event}>{name}</CustomerName>
          {event.name !== name && (
            <Link
              to={path(`/events/${event.id}`)}
              className="relative z-1 ml-2 font-normal text-ink-3 hover:underline max-lg:hidden"
            >
              {event.name}
            </Link>
          )}
        </span>
        <span className="block text-xs text-ink-3 md:hidden">{event.field.name}</span>
      </span>
    </span>
  );
}

/** Leads to the customer, or to the event where there is none. */
function CustomerName({ event: { id, customer }, children }: { event: Event; children: ReactNode }) {
  const { can, path, isPlatform } = useScope();
  const isLinked = customer?.customerId && !isPlatform && can(customers.read);
  // Above the link of the row.
  return (
    <Link
      to={path(isLinked ? `/customers/${customer.customerId}` : `/events/${id}`)}
      className="relative z-1 font-medium hover:underline"
    >
      {children}
    </Link>
  );
}

const paymentTones: Record<Event["paymentStatus"], Tone> = {
  none: "gray",
  due: "gray",
  partially_paid: "gray",
  paid: "lime",
  partially_refunded: "blue",
  refunded: "blue",
  written_off: "gray",
};

/** An unpaid event is overdue when the day on which it is due has gone by. */
function PaymentBadge({ event, now }: { event: Event; now: number }) {
  const t = useTranslation();
  const { paymentStatus, price, status, dueOn, timezone } = event;
  const isOwed = paymentStatus === "due" || paymentStatus === "partially_paid";
  const stands = status !== "canceled" && status !== "rejected";
  if (paymentStatus === "none" || (isOwed && (price === 0 || !stands)))
    return <span className="text-ink-3 max-md:hidden">—</span>;
  const isOverdue = dueOn !== null && dueOn < localDate(now, timezone);
  return (
    <Badge tone={isOverdue ? "red" : paymentTones[paymentStatus]} dot>
      {t(isOverdue ? "events.overdue" : paymentStatusLabels[paymentStatus])}
    </Badge>
  );
}

const SkeletonRow = ({ place }: Pick<EventsTableProps, "place">) => (
  <tr>
    <td className={cx(cellClass, "w-9 pl-5 max-md:pr-0 max-md:pl-3")}>
      <Skeleton className="size-4" />
    </td>
    <td className={cellClass}>
      <Skeleton className="h-3.5 w-24 max-md:w-12" />
    </td>
    <td className={cellClass}>
      <Skeleton className="h-3.5 w-36 max-w-full" />
    </td>
    {[...(place === "field" ? [] : [""]), "max-lg:hidden", "max-xl:hidden"].map((hidden) => (
      <td key={hidden} className={cx(cellClass, phoneHidden, hidden)}>
        <Skeleton className="h-3.5 w-16" />
      </td>
    ))}
    <td className={cellClass}>
      <Skeleton className="ml-auto h-3.5 w-14" />
    </td>
    <td className={cx(cellClass, phoneHidden)}>
      <Skeleton className="h-5 w-16" />
    </td>
    <td className={cx(cellClass, phoneHidden)}>
      <Skeleton className="h-5 w-18" />
    </td>
  </tr>
);

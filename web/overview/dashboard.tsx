/** Dashboard of an organization or the platform: figures, charts, heat map. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BadgeEuro, CalendarCheck, CalendarOff, Hourglass, type LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { MAX_COUNTED, overview, type Overview } from "#contract/overview.ts";
import { statusLabels, typeLabels } from "#web/events/labels.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { Select } from "#web/kit/ui/select.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { formatShortMoney } from "#messages/format-money.ts";
import { localDate } from "#messages/dates.ts";
import { DayChart } from "./day-chart.tsx";
import { ProviderDifferences } from "./provider-differences.tsx";
import { HeatMap } from "./heat-map.tsx";
import { PeriodPicker, usePeriod } from "./period-picker.tsx";
import { Breakdown } from "./breakdown.tsx";

interface DashboardProps {
  now: Date;
  children: ReactNode;
}

export function Dashboard({ now, children }: DashboardProps) {
  const t = useTranslation();
  const { organizationId, isPlatform, can } = useScope();
  const period = usePeriod();
  const [currency, setCurrency] = useState<string>();
  const request = { params: { organizationId }, query: { ...period, ...(currency && { currency }) } };
  const { data, error, refetch } = useQuery({
    ...endpointQuery(overview.read, request),
    placeholderData: keepPreviousData,
    // Today's figures change all the time.
    staleTime: 0,
  });
  if (error)
    return (
      <>
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
        {children}
      </>
    );
  if (!data) return <DashboardSkeleton>{children}</DashboardSkeleton>;
  const seen = data.data;
  const today = localDate(now, seen.timezone);
  return (
    <>
      {isPlatform && can("payments.show") && <ProviderDifferences />}
      <TodayFigures seen={seen} today={today} />
      {children}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{t("overview.figures")}</h2>
        <div className="flex flex-wrap items-center justify-end gap-2 max-sm:w-full">
          {seen.hasRevenue && seen.currencies.length > 1 && (
            <Select
              aria-label={t("overview.currency")}
              className="max-sm:w-full"
              value={seen.currency}
              onValueChange={setCurrency}
              options={seen.currencies.map((one) => ({ value: one, label: one }))}
            />
          )}
          <PeriodPicker shown={seen} today={today} />
        </div>
      </div>
      <Charts seen={seen} />
    </>
  );
}

/** The figures count active events without blocks. */
const activeEventsQuery = "kind=event&stands=true";

function TodayFigures({ seen, today }: { seen: Overview; today: string }) {
  const t = useTranslation();
  const { path, can } = useScope();
  const { now } = seen;
  const figures: [string, number, LucideIcon, string | undefined, ReactNode?][] = [
    [
      t("overview.eventsToday"),
      now.today,
      CalendarCheck,
      can("events.show") ? path(`/events?date=${today}&${activeEventsQuery}`) : undefined,
    ],
    [
      t("overview.toApprove"),
      now.toApprove,
      Hourglass,
      can("events.approve")
        ? path("/approvals")
        : can("events.show")
          ? path("/events?status=pending&pendingReason=approval")
          : undefined,
    ],
    [
      t("overview.unpaid"),
      now.unpaid,
      BadgeEuro,
      can("payments.show") ? path("/payments/unpaid") : can("events.show") ? path("/events?unpaid=true") : undefined,
      <DebtSums key="debts" sums={now.debts} />,
    ],
    [
      t("overview.closuresToday"),
      now.closures + now.blocks,
      CalendarOff,
      now.closures === 0 && now.blocks > 0
        ? path(`/events?date=${today}&kind=block&stands=true`)
        : can("patterns.manage")
          ? path(`/closures?date=${today}`)
          : undefined,
      <ClosureCounts key="closures" {...now} />,
    ],
  ];
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4" aria-label={t("overview.today")}>
      {figures.map(([label, count, icon, to, note]) => (
        <Figure key={label} label={label} count={count} icon={icon} to={to} note={note} />
      ))}
    </ul>
  );
}

interface FigureProps {
  label: string;
  count: number;
  icon: LucideIcon;
  to: string | undefined;
  note: ReactNode;
}

/** Beside the number, so that the figure is as high as the others. */
function DebtSums({ sums }: { sums: Overview["now"]["debts"] }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const [main] = sums;
  if (!main) return null;
  const { currency, overdue, today } = main;
  const later = { count: today.count + main.later.count, amount: today.amount + main.later.amount };
  const parts = [
    overdue.count > 0 && {
      key: "overdue",
      text: t("overview.overdue", { count: overdue.count, amount: money(overdue.amount, currency) }),
      tone: "text-danger",
    },
    later.count > 0 && {
      key: "later",
      text: t("overview.later", { count: later.count, amount: money(later.amount, currency) }),
      tone: "text-ink-3",
    },
  ];
  return (
    <span className="grid min-w-0 text-xs/4 tnum sm:text-right">
      {parts.map(
        (part) =>
          part && (
            <span key={part.key} className={part.tone}>
              {part.text}
            </span>
          ),
      )}
    </span>
  );
}

function ClosureCounts({ closures, blocks }: Pick<Overview["now"], "closures" | "blocks">) {
  const t = useTranslation();
  if (blocks === 0) return null;
  return (
    <span className="grid min-w-0 text-xs/4 text-ink-3 tnum sm:text-right">
      {closures > 0 && <span>{t("overview.closureCount", { count: closures })}</span>}
      <span>{t("overview.blockCount", { count: blocks })}</span>
    </span>
  );
}

function Figure({ label, count, icon: Icon, to, note }: FigureProps) {
  const locale = useLocale();
  const number = new Intl.NumberFormat(locale).format(Math.min(count, MAX_COUNTED));
  return (
    <li className="relative rounded-xl border border-line bg-surface px-4 py-3 transition-colors has-[a:hover]:bg-hover">
      <span className="flex items-center gap-2 text-xs text-ink-3">
        <Icon className="size-3.5 shrink-0" aria-hidden />
        {to ? (
          <Link
            to={to}
            className="outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-ring"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </span>
      <span className="mt-1 flex items-center justify-between gap-x-3 gap-y-1 max-sm:flex-wrap">
        <span className="text-2xl font-semibold tnum">{count > MAX_COUNTED ? `${number}+` : number}</span>
        {note}
      </span>
    </li>
  );
}

const occupancyShare = ({ takenMinutes, openMinutes }: { takenMinutes: number; openMinutes: number }) =>
  openMinutes === 0 ? 0 : takenMinutes / openMinutes;

function Charts({ seen }: { seen: Overview }) {
  const t = useTranslation();
  const locale = useLocale();
  const money = useAmountFormat();
  const { duration } = useDateFormats();
  const { path, can } = useScope();
  const percent = (value: number) => new Intl.NumberFormat(locale, { style: "percent" }).format(value);
  const count = (value: number) => new Intl.NumberFormat(locale).format(value);
  const within = `from=${seen.from}&to=${seen.to}`;
  const list = (to: string, allowed: boolean) =>
    allowed && (
      <Link to={to} className={`${textLinkClass} text-13`}>
        {t("overview.seeAll")}
      </Link>
    );
  const toEvents = (more: string) => path(`/events?${within}&${more}`);
  const occupancy = (days: Overview["days"]) => days.map((day) => ({ date: day.date, value: occupancyShare(day) }));
  const revenue = (days: Overview["days"]) => days.map(({ date, revenue: value }) => ({ date, value }));
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <DayChart
          title={t("overview.occupancy")}
          total={occupancyShare(seen.sum)}
          totalBefore={occupancyShare(seen.sumBefore)}
          days={occupancy(seen.days)}
          before={occupancy(seen.daysBefore)}
          format={percent}
          minAxis={0.1}
          isShare
          link={list(toEvents(activeEventsQuery), can("events.show"))}
        />
        {seen.hasRevenue ? (
          <DayChart
            title={t("overview.revenue")}
            total={seen.sum.revenue}
            totalBefore={seen.sumBefore.revenue}
            days={revenue(seen.days)}
            before={revenue(seen.daysBefore)}
            format={(value) => money(value, seen.currency)}
            formatTick={(value) => formatShortMoney(value, seen.currency, locale)}
            minAxis={1000}
            // The sum of invoices and credit notes equals the revenue.
            link={list(path(`${can("invoices.show") ? "/invoices" : "/payments"}?${within}`), true)}
          />
        ) : (
          <DayChart
            title={t("overview.events")}
            total={seen.sum.events}
            totalBefore={seen.sumBefore.events}
            days={seen.days.map(({ date, events: value }) => ({ date, value }))}
            before={seen.daysBefore.map(({ date, events: value }) => ({ date, value }))}
            format={count}
            minAxis={4}
            link={list(toEvents(activeEventsQuery), can("events.show"))}
          />
        )}
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3">
        <HeatMap
          hours={seen.hours}
          openHours={seen.openHours}
          format={duration}
          to={
            can("events.show")
              ? (weekday, hour) => toEvents(`${activeEventsQuery}&weekday=${weekday}&hour=${hour}`)
              : undefined
          }
        />
        <Breakdown
          title={t("overview.topFields")}
          shares={seen.topFields.map(({ id, name, facilityName, takenMinutes, ...field }) => ({
            key: id,
            label: name,
            hint: [facilityName, field.revenue !== 0 && money(field.revenue, seen.currency)]
              .filter(Boolean)
              .join(" · "),
            value: takenMinutes,
            // The hours that order the fields and draw their bars, then their share of the opening hours.
            text: `${t("kit.hours", { hours: count(Math.round(takenMinutes / 60)) })} · ${percent(occupancyShare({ takenMinutes, ...field }))}`,
            to: toEvents(`${activeEventsQuery}&fieldId=${id}`),
          }))}
        />
        <div className="grid gap-5">
          <Breakdown
            title={t("overview.byStatus")}
            shares={seen.byStatus.map(({ status, events }) => ({
              key: status,
              label: t(statusLabels[status]),
              value: events,
              text: count(events),
              to: toEvents(`kind=event&status=${status}`),
            }))}
          />
          <Breakdown
            typed
            title={t("overview.byType")}
            shares={seen.byType.map(({ type, events }) => ({
              key: type,
              label: t(typeLabels[type]),
              value: events,
              text: count(events),
              to: toEvents(`${activeEventsQuery}&type=${type}`),
            }))}
          />
        </div>
      </div>
    </>
  );
}

const DashboardSkeleton = ({ children }: { children: ReactNode }) => (
  <>
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4" aria-busy>
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-[4.625rem] rounded-xl" />
      ))}
    </div>
    {children}
    <Skeleton className="mt-2 h-8 w-64" />
    <div className="grid gap-5 md:grid-cols-2">
      <Skeleton className="h-[19.5rem] rounded-xl" />
      <Skeleton className="h-[19.5rem] rounded-xl" />
    </div>
  </>
);

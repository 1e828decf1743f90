/** The reports one by one. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  type BookingCounts,
  cancelerLabels,
  cancellationLeadLabels,
  type CancellationsReport,
  type OccupancyReport,
  type RevenueReport,
} from "#contract/reports.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { formatShortMoney } from "#messages/format-money.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { DayChart } from "#web/overview/day-chart.tsx";
import { useSportOptions } from "#web/sports/use-sport-options.ts";
import { Bars } from "./bars.tsx";
import { useNumberFormats } from "#web/kit/format/number-formats.ts";
import { Figures, occupancyShare, shareOf } from "./figures.tsx";
import { HeatTable } from "./heat-table.tsx";
import { useReport } from "./use-report.ts";

interface ReportStateProps<Report> {
  query: Pick<UseQueryResult<{ data: Report }>, "data" | "error" | "refetch">;
  children: (report: Report) => ReactNode;
}

export function ReportState<Report>({ query: { data, error, refetch }, children }: ReportStateProps<Report>) {
  if (error)
    return (
      <Card>
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    );
  if (!data) return <Skeleton className="h-96 w-full rounded-xl" />;
  return children(data.data);
}

export function FieldOccupancy({ report }: { report: OccupancyReport }) {
  const t = useTranslation();
  const { path, can } = useScope();
  const groups = [...Map.groupBy(report.fields, ({ facilityId }) => facilityId)].map(([key, fields]) => ({
    key,
    name: fields[0]?.facilityName ?? "",
    rows: fields.map(({ id, name, hours, ...whole }) => ({
      key: id,
      name,
      to: can("fields.show") ? path(`/fields/${id}`) : undefined,
      whole,
      hours,
    })),
  }));
  return (
    <HeatTable
      title={t("reports.fieldAndHour")}
      groups={groups}
      empty={<EmptyState title={t("reports.noFields")}>{t("reports.noFieldsHint")}</EmptyState>}
    />
  );
}

function sumHours(hours: OccupancyReport["weekdays"][number]["hours"]) {
  const sum = { openMinutes: 0, takenMinutes: 0 };
  for (const { openMinutes, takenMinutes } of hours) {
    sum.openMinutes += openMinutes;
    sum.takenMinutes += takenMinutes;
  }
  return sum;
}

export function OccupancyReportView() {
  const t = useTranslation();
  const week = useWeekdayFormats();
  const { count, percent } = useNumberFormats();
  const hours = (minutes: number) => t("kit.hours", { hours: count(Math.round(minutes / 60)) });
  return (
    <ReportState query={useReport("occupancy")}>
      {(report) => (
        <div className="grid gap-4">
          <Figures
            label={t("reports.occupancy")}
            figures={[
              {
                name: t("reports.occupancy"),
                value: occupancyShare(report.sum),
                before: occupancyShare(report.sumBefore),
                format: percent,
                isShare: true,
              },
              {
                name: t("reports.takenHours"),
                value: report.sum.takenMinutes,
                before: report.sumBefore.takenMinutes,
                format: hours,
              },
              {
                name: t("reports.openHours"),
                value: report.sum.openMinutes,
                before: report.sumBefore.openMinutes,
                format: hours,
              },
            ]}
          />
          <FieldOccupancy report={report} />
          <HeatTable
            title={t("reports.weekdayAndHour")}
            groups={[
              {
                key: "week",
                rows: report.weekdays.map(({ weekday, hours: ofDay }) => ({
                  key: String(weekday),
                  name: week.dayName(weekday),
                  whole: sumHours(ofDay),
                  hours: ofDay,
                })),
              },
            ]}
            empty={null}
          />
        </div>
      )}
    </ReportState>
  );
}

export function RevenueByDay({ report }: { report: RevenueReport }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const tag = useLocale();
  const points = (days: RevenueReport["days"]) => days.map(({ date, amount }) => ({ date, value: amount }));
  return (
    <DayChart
      title={t("reports.revenueByDay")}
      total={report.amount}
      totalBefore={report.before}
      days={points(report.days)}
      before={points(report.daysBefore)}
      format={(value) => money(value, report.currency)}
      formatTick={(value) => formatShortMoney(value, report.currency, tag)}
      minAxis={1000}
      beforeLabel={t("reports.periodBefore")}
      link={null}
    />
  );
}

export function RevenueBySport({ report }: { report: RevenueReport }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const names = new Map(useSportOptions().map(({ value, label }) => [value, label]));
  return (
    <Bars
      title={t("reports.bySport")}
      total={money(report.amount, report.currency)}
      empty={t("reports.noRevenue")}
      bars={report.sports.map(({ sportId, amount, before }) => ({
        key: String(sportId),
        name: (sportId !== null && names.get(sportId)) || t("reports.noSport"),
        value: amount,
        before,
        text: money(amount, report.currency),
      }))}
    />
  );
}

export function RevenueReportView() {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <ReportState query={useReport("revenue")}>
      {(report) => (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="grid gap-4">
            <RevenueByDay report={report} />
            <Bars
              title={t("reports.byMethod")}
              empty={t("reports.noRevenue")}
              bars={report.methods.map(({ method, amount, before }) => ({
                key: method,
                name: t(paymentMethodLabels[method]),
                value: amount,
                before,
                text: money(amount, report.currency),
              }))}
            />
            <RevenueBySport report={report} />
          </div>
          <Bars
            title={t("reports.byField")}
            empty={t("reports.noRevenue")}
            bars={report.fields.map(({ id, name, facilityName, amount, before }) => ({
              key: id,
              name,
              hint: facilityName,
              value: amount,
              before,
              text: money(amount, report.currency),
            }))}
          />
        </div>
      )}
    </ReportState>
  );
}

export const canceledShare = ({ bookings, canceled }: BookingCounts): number => shareOf(canceled, bookings + canceled);

export function CancellationsReportView() {
  const t = useTranslation();
  const money = useAmountFormat();
  const { count, percent } = useNumberFormats();
  const { path, can } = useScope();
  const amounts = ({ sum, sumBefore, currency }: CancellationsReport) =>
    (["refunded", "kept"] as const).map((name) => ({
      name: t(`reports.${name}`),
      value: sum[name],
      before: sumBefore[name],
      format: (value: number) => money(value, currency),
    }));
  return (
    <ReportState query={useReport("cancellations")}>
      {(report) => {
        const { period, sum, sumBefore, leads, cancelers, hasRevenue } = report;
        const toEvents = (query: string) =>
          can("events.show") ? path(`/events?kind=event&from=${period.from}&to=${period.to}&${query}`) : undefined;
        return (
          <div className="grid gap-4">
            <Figures
              label={t("reports.cancellations")}
              figures={[
                {
                  name: t("reports.bookings"),
                  value: sum.bookings,
                  before: sumBefore.bookings,
                  format: count,
                  to: toEvents("stands=true"),
                },
                {
                  name: t("reports.canceled"),
                  hint: t("reports.share", { percent: percent(canceledShare(sum)) }),
                  value: sum.canceled,
                  before: sumBefore.canceled,
                  format: count,
                  isLoss: true,
                  to: toEvents("status=canceled"),
                },
                {
                  name: t("reports.noShows"),
                  hint: t("reports.share", { percent: percent(shareOf(sum.noShows, sum.bookings)) }),
                  value: sum.noShows,
                  before: sumBefore.noShows,
                  format: count,
                  isLoss: true,
                  to: toEvents("stands=true&attendance=no_show"),
                },
                ...(hasRevenue ? amounts(report) : []),
              ]}
            />
            <div className="grid gap-4 lg:grid-cols-2">
              <Bars
                title={t("reports.lead")}
                empty=""
                bars={leads.map(({ lead, canceled }) => ({
                  key: lead,
                  name: t(cancellationLeadLabels[lead]),
                  value: canceled,
                  text: count(canceled),
                }))}
              />
              <Bars
                title={t("reports.canceledBy")}
                empty=""
                bars={cancelers.map(({ canceler, canceled }) => ({
                  key: canceler,
                  name: t(cancelerLabels[canceler]),
                  value: canceled,
                  text: count(canceled),
                }))}
              />
            </div>
          </div>
        );
      }}
    </ReportState>
  );
}

const customerFigures = [
  ["fresh", "reports.fresh", "reports.freshHint"],
  ["active", "reports.active", "reports.activeHint"],
  ["returned", "reports.returned", "reports.returnedHint"],
  ["lost", "reports.lost", "reports.lostHint"],
] as const;

export function CustomersReportView() {
  const t = useTranslation();
  const { count } = useNumberFormats();
  return (
    <ReportState query={useReport("customers")}>
      {({ sum, sumBefore }) => (
        <Figures
          label={t("reports.customers")}
          figures={customerFigures.map(([name, label, hint]) => ({
            name: t(label),
            hint: t(hint),
            value: sum[name],
            before: sumBefore[name],
            format: count,
            isLoss: name === "lost",
          }))}
        />
      )}
    </ReportState>
  );
}

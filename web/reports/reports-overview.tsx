/** The figures of all reports in a strip, occupancy by field and hour, and revenue. */
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useNumberFormats } from "#web/kit/format/number-formats.ts";
import { Figures, type Figure, occupancyShare } from "./figures.tsx";
import { canceledShare, FieldOccupancy, ReportState, RevenueByDay, RevenueBySport } from "./report-views.tsx";
import { useReport } from "./use-report.ts";

export function ReportsOverview() {
  const { can } = useScope();
  const occupancy = useReport("occupancy");
  const revenue = useReport("revenue");
  return (
    <div className="grid gap-4">
      <OverviewFigures />
      <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <ReportState query={occupancy}>{(report) => <FieldOccupancy report={report} />}</ReportState>
        {can("payments.show") && (
          <div className="grid gap-4">
            <ReportState query={revenue}>
              {(report) => (
                <>
                  <RevenueByDay report={report} />
                  <RevenueBySport report={report} />
                </>
              )}
            </ReportState>
          </div>
        )}
      </div>
    </div>
  );
}

function OverviewFigures() {
  const t = useTranslation();
  const money = useAmountFormat();
  const { count, percent } = useNumberFormats();
  const { path } = useScope();
  const occupancy = useReport("occupancy").data?.data;
  const revenue = useReport("revenue").data?.data;
  const bookings = useReport("cancellations").data?.data;
  const customers = useReport("customers").data?.data;
  if (!occupancy || !bookings || !customers) return <Skeleton className="h-24 w-full rounded-xl" />;
  const figures: (Figure | undefined)[] = [
    {
      name: t("reports.occupancy"),
      value: occupancyShare(occupancy.sum),
      before: occupancyShare(occupancy.sumBefore),
      format: percent,
      isShare: true,
      to: path("/reports/occupancy"),
    },
    revenue && {
      name: t("reports.revenue"),
      value: revenue.amount,
      before: revenue.before,
      format: (value: number) => money(value, revenue.currency),
      to: path("/reports/revenue"),
    },
    {
      name: t("reports.bookings"),
      value: bookings.sum.bookings,
      before: bookings.sumBefore.bookings,
      format: count,
      to: path("/reports/cancellations"),
    },
    {
      name: t("reports.canceled"),
      value: canceledShare(bookings.sum),
      before: canceledShare(bookings.sumBefore),
      format: percent,
      isShare: true,
      isLoss: true,
      to: path("/reports/cancellations"),
    },
    {
      name: t("reports.fresh"),
      value: customers.sum.fresh,
      before: customers.sumBefore.fresh,
      format: count,
      to: path("/reports/customers"),
    },
  ];
  return <Figures label={t("reports.overview")} figures={figures.filter((figure) => figure !== undefined)} />;
}

/** Reports of an organization: an overview, and a page for each report. */
import { useMutation } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Download } from "lucide-react";
import type { ComponentType } from "react";
import { reportLabels, reportNames, reports, type ReportName, type ReportPeriod } from "#contract/reports.ts";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { TabsBar } from "#web/kit/ui/tabs-bar.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { ReportFilters, useReportFilters } from "./filters.tsx";
import {
  CancellationsReportView,
  CustomersReportView,
  OccupancyReportView,
  RevenueReportView,
} from "./report-views.tsx";
import { ReportsOverview } from "./reports-overview.tsx";
import { useReport } from "./use-report.ts";

const views: Record<ReportName, ComponentType> = {
  occupancy: OccupancyReportView,
  revenue: RevenueReportView,
  cancellations: CancellationsReportView,
  customers: CustomersReportView,
};
export function ReportsPage() {
  const t = useTranslation();
  const { can } = useScope();
  const asked = useParams({ strict: false, select: (params: { report?: string }) => params.report });
  const shown = reportNames.filter((name) => can(reports[name]));
  const report = shown.find((name) => name === asked);
  const period = useReport(report ?? "occupancy").data?.data.period;
  const View = report ? views[report] : ReportsOverview;
  return (
    <Page
      title={t("reports.title")}
      crumbs={useOrganizationCrumbs() ?? []}
      wide
      actions={<ExportReportButton report={report ?? "occupancy"} />}
      tabs={<ReportTabs shown={shown} />}
    >
      <div className="px-4 py-4 sm:px-8 lg:px-5">
        <ReportFilters shown={period} />
        <ComparedPeriods period={period} />
        <View />
      </div>
    </Page>
  );
}

function ReportTabs({ shown }: { shown: readonly ReportName[] }) {
  const t = useTranslation();
  const { path } = useScope();
  const exact = { exact: true, includeSearch: false };
  // The filters stay from one report to the next.
  const search = (now: object) => now;
  return (
    <TabsBar label={t("reports.title")}>
      <Link to={path("/reports")} activeOptions={exact} search={search as never}>
        {t("reports.overview")}
      </Link>
      {shown.map((name) => (
        <Link key={name} to={path(`/reports/${name}`)} activeOptions={exact} search={search as never}>
          {t(reportLabels[name])}
        </Link>
      ))}
    </TabsBar>
  );
}

function ComparedPeriods({ period }: { period: ReportPeriod | undefined }) {
  const t = useTranslation();
  const week = useWeekdayFormats();
  return (
    <p className="-mt-1 mb-3 min-h-5 text-13 text-ink-2 tnum" aria-live="polite">
      {period && (
        <>
          <span className="font-medium whitespace-nowrap text-ink">{week.period(period.from, period.to)}</span>{" "}
          {t("reports.against", { period: week.period(period.beforeFrom, period.beforeTo) })}
        </>
      )}
    </p>
  );
}

function ExportReportButton({ report }: { report: ReportName }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const query = useReportFilters();
  const save = useMutation({
    mutationFn: () => download(reports.csv, { params: { organizationId, report }, query }, `${report}.csv`),
  });
  return (
    <Button pending={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden />
      {t("reports.csv")}
    </Button>
  );
}

/** Period, comparison, facility and sport of a report; they stand in the address. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { fields } from "#contract/fields.ts";
import type { ReportComparison, ReportQuery } from "#contract/reports.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ClearFiltersButton, DateRangeFilter, LabelledSelect } from "#web/kit/list/labelled-filters.tsx";
import { CollapsibleFilters } from "#web/kit/list/list-filters.tsx";
import { parseSearchDate, parseSearchId, parseSearchOption } from "#web/kit/list/list-search.ts";
import { useSportOptions } from "#web/sports/use-sport-options.ts";

const comparisonLabels = { year: "reports.compareYear", before: "reports.compareBefore" } as const satisfies Record<
  ReportComparison,
  string
>;

function parseSport(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

export const useReportFilters = (): ReportQuery =>
  useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => ({
      from: parseSearchDate(search["from"]),
      to: parseSearchDate(search["to"]),
      compare: parseSearchOption(comparisonLabels, search["compare"]),
      facilityId: parseSearchId(search["facilityId"]),
      sportId: parseSport(search["sportId"]),
    }),
  });

/** @param shown the dates that the report is about when none are asked for */
export function ReportFilters({ shown }: { shown: { from: string; to: string } | undefined }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const filters = useReportFilters();
  const { from, to, compare, facilityId, sportId } = filters;
  const { data } = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } }));
  const facilities = data?.data ?? [];
  const sports = useSportOptions();
  return (
    <CollapsibleFilters filters={filters}>
      <div className="grid grid-cols-2 items-end gap-3 lg:flex lg:*:flex-1">
        <DateRangeFilter from={from ?? shown?.from} to={to ?? shown?.to} />
        <LabelledSelect
          name="compare"
          label={t("reports.compare")}
          all={t("reports.compareYear")}
          value={compare === "before" ? compare : undefined}
          options={[{ value: "before", label: t("reports.compareBefore") }]}
        />
        {facilities.length > 1 && (
          <LabelledSelect
            name="facilityId"
            label={t("reports.facility")}
            all={t("reports.allFacilities")}
            value={facilityId}
            options={facilities.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <LabelledSelect
          name="sportId"
          label={t("reports.sport")}
          all={t("reports.allSports")}
          value={sportId === undefined ? undefined : String(sportId)}
          options={sports.map(({ value, label }) => ({ value: String(value), label }))}
        />
        <ClearFiltersButton filters={filters} />
      </div>
    </CollapsibleFilters>
  );
}

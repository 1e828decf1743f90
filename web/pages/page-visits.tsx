/** Visits of the public page and bookings that it led to, by page and source (analytics). */
import { useQuery } from "@tanstack/react-query";
import { type PageCount, pages, type PageSource, pageSources } from "#contract/pages.ts";
import type { MessageKey } from "#messages/keys.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type Column, DataTable } from "#web/kit/list/table.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";

const sourceLabels = {
  direct: "pages.sourceDirect",
  poster: "pages.sourcePoster",
  embed: "pages.sourceEmbed",
  mail: "pages.sourceMail",
} as const satisfies Record<PageSource, MessageKey>;

interface MonthRow {
  month: string;
  counts: readonly PageCount[];
}

const sumOf = (counts: readonly PageCount[], what: "views" | "bookings") =>
  counts.reduce((sum, count) => sum + count[what], 0);

/** Visits and bookings by month and source. */
export function PageVisits() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { month: nameOf } = useDateFormats("UTC");
  const { data, isPending } = useQuery(endpointQuery(pages.counts, { params: { organizationId } }));
  const rows = [...Map.groupBy(data?.data ?? [], ({ month }) => month)].map(([month, counts]) => ({ month, counts }));
  const columns: Column<MonthRow>[] = [
    { key: "month", header: t("pages.countsMonth"), cell: ({ month }) => nameOf(Date.parse(`${month}-15T12:00:00Z`)) },
    ...pageSources.map((source): Column<MonthRow> => ({
      key: source,
      header: t(sourceLabels[source]),
      phone: "below",
      cell: ({ counts }) => <SourceCount label={t(sourceLabels[source])} counts={counts} source={source} />,
    })),
    {
      key: "bookings",
      header: t("pages.counts"),
      phone: "below",
      cell: ({ counts }) =>
        `${t("pages.countsViews", { count: sumOf(counts, "views") })} · ${t("pages.countsBookings", { count: sumOf(counts, "bookings") })}`,
    },
  ];
  return (
    <FormSection title={t("pages.counts")} hint={t("pages.countsHint")}>
      <DataTable
        caption={t("pages.counts")}
        columns={columns}
        rows={rows}
        rowKey={({ month }) => month}
        pending={isPending}
        skeletonRows={2}
        empty={<EmptyState title={t("pages.countsNone")} />}
      />
    </FormSection>
  );
}

function SourceCount({ label, counts, source }: { label: string; counts: readonly PageCount[]; source: PageSource }) {
  const t = useTranslation();
  const { views = 0, bookings = 0 } = counts.find((count) => count.source === source) ?? {};
  return (
    <span className="tabular-nums">
      <span className="sm:hidden">{`${label}: `}</span>
      {views}
      {bookings > 0 && <span className="text-ink-3">{` · ${t("pages.countsBookings", { count: bookings })}`}</span>}
    </span>
  );
}

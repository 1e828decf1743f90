import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Clock } from "lucide-react";
import { hours, type OpeningHourPattern } from "#contract/hours.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badges } from "#web/kit/ui/badge.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { CreateLink, ListTable, useUpdatedColumn } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { groupAlikeDays } from "./week.ts";

export function PatternsPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const search = useListSearch();
  const request = { params: { organizationId }, query: search };
  const listQuery = useQuery({ ...endpointQuery(hours.list, request), placeholderData: keepPreviousRows(request) });
  const create = <CreateLink to={path("/opening-hours/create")}>{t("hours.create")}</CreateLink>;
  const updated = useUpdatedColumn("max-lg:hidden");
  const columns: Column<OpeningHourPattern>[] = [
    {
      key: "name",
      header: t("hours.name"),
      cell: ({ id, name }) => (
        <Link to={path(`/opening-hours/${id}`)} className={`${rowLinkClass} [overflow-wrap:anywhere]`}>
          {name}
        </Link>
      ),
    },
    { key: "week", header: t("hours.week"), phone: "below", cell: ({ hours: week }) => <WeekSummary hours={week} /> },
    {
      key: "fields",
      header: t("fields.title"),
      phone: "below",
      cell: ({ fields }) =>
        fields.length > 0 ? (
          <Badges names={fields.map(({ name }) => name)} limit={2} />
        ) : (
          <span className="text-ink-3">{t("hours.noFields")}</span>
        ),
    },
    updated,
  ];
  return (
    <Page title={t("hours.title")} crumbs={useOrganizationCrumbs() ?? []} actions={create}>
      <ListTable
        caption={t("hours.title")}
        result={listQuery}
        columns={columns}
        q={search.q}
        label={t("hours.search")}
        empty={
          search.q ? undefined : (
            <EmptyState icon={Clock} title={t("hours.none")} action={create}>
              {t("hours.noneHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

const MAX_SUMMARY_LINES = 3;

/** Shows `Mon – Fri 08:00 – 22:00`: one line for each run of days with the same hours. */
function WeekSummary({ hours: week }: { hours: OpeningHourPattern["hours"] }) {
  const t = useTranslation();
  const { short, range } = useWeekdayFormats();
  const groups = groupAlikeDays(week);
  if (groups.length === 0) return <span className="text-ink-3">{t("hours.alwaysClosed")}</span>;
  const days = ({ first, last }: { first: number; last: number }) =>
    first === last ? short(first) : t("kit.range", { start: short(first), end: short(last) });
  const title = groups.map((group) => `${days(group)} ${group.slots.map(range).join(", ")}`).join("\n");
  return (
    <span className="grid gap-0.5 py-1 text-ink-2 tnum" title={title}>
      {groups.slice(0, MAX_SUMMARY_LINES).map((group) => (
        <span key={group.first}>
          <span className="inline-block text-ink-3 first-letter:uppercase">{days(group)}</span>{" "}
          {group.slots.map(range).join(", ")}
        </span>
      ))}
      {groups.length > MAX_SUMMARY_LINES && <span className="text-ink-3">…</span>}
    </span>
  );
}

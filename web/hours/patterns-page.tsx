import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Clock } from "lucide-react";
import { hours, type OpeningHourPattern } from "#contract/hours.ts";
import { read } from "#web/kit/api.ts";
import { Badges } from "#web/kit/badge.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { CreateLink, ListTable, useUpdatedColumn } from "#web/kit/list-table.tsx";
import { keepRows } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { type Column, rowLink } from "#web/kit/table.tsx";
import { useWeek } from "#web/kit/weekdays.ts";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { alikeDays } from "./week.ts";

export function PatternsPage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const search = useListSearch();
  const ask = { params: { organizationId }, query: search };
  const found = useQuery({ ...read(hours.list, ask), placeholderData: keepRows(ask) });
  const create = <CreateLink to={path("/opening-hours/create")}>{t("hours.create")}</CreateLink>;
  const updated = useUpdatedColumn("max-lg:hidden");
  const columns: Column<OpeningHourPattern>[] = [
    {
      key: "name",
      header: t("hours.name"),
      cell: ({ id, name }) => (
        <Link to={path(`/opening-hours/${id}`)} className={`${rowLink} [overflow-wrap:anywhere]`}>
          {name}
        </Link>
      ),
    },
    { key: "week", header: t("hours.week"), phone: "below", cell: ({ hours: week }) => <ShortWeek hours={week} /> },
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
        found={found}
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

/** Of the longest weeks only the beginning. */
const mostTold = 3;

/** `Mon – Fri 08:00 – 22:00`, a line for each row of days that are alike. */
function ShortWeek({ hours: week }: { hours: OpeningHourPattern["hours"] }) {
  const t = useWords();
  const { short, range } = useWeek();
  const groups = alikeDays(week);
  if (groups.length === 0) return <span className="text-ink-3">{t("hours.alwaysClosed")}</span>;
  const days = ({ first, last }: { first: number; last: number }) =>
    first === last ? short(first) : t("kit.range", { start: short(first), end: short(last) });
  const title = groups.map((group) => `${days(group)} ${group.slots.map(range).join(", ")}`).join("\n");
  return (
    <span className="grid gap-0.5 py-1 text-ink-2 tnum" title={title}>
      {groups.slice(0, mostTold).map((group) => (
        <span key={group.first}>
          <span className="inline-block text-ink-3 first-letter:uppercase">{days(group)}</span>{" "}
          {group.slots.map(range).join(", ")}
        </span>
      ))}
      {groups.length > mostTold && <span className="text-ink-3">…</span>}
    </span>
  );
}

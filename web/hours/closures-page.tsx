import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { CalendarOff, Trash2 } from "lucide-react";
import { availability } from "#contract/availability.ts";
import { type Closure, hours } from "#contract/hours.ts";
import { call, read, write } from "#web/kit/api.ts";
import { Badge } from "#web/kit/badge.tsx";
import { ConfirmButton } from "#web/kit/confirm-dialog.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { useDateInput } from "#web/kit/date-input.ts";
import { Input } from "#web/kit/input.tsx";
import { ListFilters, SelectFilter, useSetFilters } from "#web/kit/list-filters.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { CreateLink, ListTable } from "#web/kit/list-table.tsx";
import { keepRows } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { scopePath, useScope } from "#web/kit/scope.ts";
import type { Column } from "#web/kit/table.tsx";
import { textLink } from "#web/kit/text-link.ts";
import { offerUndo } from "#web/kit/undo.ts";
import { useWeek } from "#web/kit/weekdays.ts";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useDaysText } from "./exceptions.tsx";

export function ClosuresPage() {
  const t = useWords();
  const { organizationId, isPlatform, path } = useScope();
  const search = useListSearch();
  const set = useSetFilters();
  const { past, date } = useSearch({
    strict: false,
    select: ({ past, date }: { past?: "true"; date?: string }) => ({ past, date }),
  });
  const ask = { params: { organizationId }, query: { ...search, past, date } };
  const found = useQuery({ ...read(hours.closures, ask), placeholderData: keepRows(ask) });
  const day = useDateInput(date ?? "", (chosen) => set({ date: chosen || undefined, past: undefined }));
  const create = !isPlatform && <CreateLink to={path("/closures/create")}>{t("hours.createClosure")}</CreateLink>;
  return (
    <Page title={t("hours.closures")} crumbs={useOrganizationCrumbs() ?? []} actions={create}>
      <ListTable
        caption={t("hours.closures")}
        found={found}
        columns={useColumns()}
        q={search.q}
        label={t("hours.searchClosures")}
        action={
          <ListFilters>
            <Input type="date" aria-label={t("hours.onDay")} {...day} className="min-w-36 sm:w-36!" />
            {!date && (
              <SelectFilter
                name="past"
                label={t("hours.when")}
                all={t("hours.coming")}
                value={past}
                options={[{ value: "true", label: t("hours.past") }]}
              />
            )}
          </ListFilters>
        }
        empty={
          search.q || past || date ? undefined : (
            <EmptyState icon={CalendarOff} title={t("hours.noClosures")} action={create}>
              {t("hours.noClosuresHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function useColumns(): Column<Closure>[] {
  const t = useWords();
  const { period } = useWeek();
  const { isPlatform } = useScope();
  const say = useDaysText();
  return [
    {
      key: "name",
      header: t("hours.closureName"),
      cell: ({ name }) => <span className="font-medium [overflow-wrap:anywhere]">{name}</span>,
    },
    {
      key: "place",
      header: t("hours.place"),
      phone: "below",
      cell: ({ organization, facility, field }) => (
        <span className="[overflow-wrap:anywhere]">
          <Link
            to={scopePath(organization.id, field ? `/fields/${field.id}` : `/facilities/${facility.id}`)}
            className={textLink}
          >
            {field?.name ?? facility.name}
          </Link>
          {field && <span className="block text-xs text-ink-3">{facility.name}</span>}
          {isPlatform && <span className="block text-xs text-ink-3">{organization.name}</span>}
        </span>
      ),
    },
    {
      key: "days",
      header: t("hours.days"),
      phone: "below",
      cell: ({ from, to }) => <span className="text-ink-2 tnum">{period(from, to)}</span>,
    },
    {
      key: "hours",
      header: t("hours.onTheseDays"),
      phone: "below",
      cell: (closure) => <Badge tone={closure.closed ? "rose" : "blue"}>{say(closure)}</Badge>,
    },
    {
      key: "delete",
      header: t("hours.actions"),
      phone: "below",
      align: "right",
      className: "w-px",
      cell: (closure) => <DeleteClosure closure={closure} />,
    },
  ];
}

function DeleteClosure({ closure: { id, name, organization } }: { closure: Closure }) {
  const t = useWords();
  const cache = useQueryClient();
  const remove = useMutation(write(hours.deleteClosure, { quiet: "outcome" }));
  const params = { organizationId: organization.id, closureId: id };
  const forget = async () => {
    void cache.invalidateQueries({ queryKey: [availability.read.name] });
    await cache.invalidateQueries({ queryKey: [hours.closures.name] });
  };
  const open = async () => {
    const { message } = await remove.mutateAsync({ params });
    void forget();
    offerUndo(message ?? t("hours.closureDeleted"), async () => {
      await call(hours.restoreClosure, { params });
      await forget();
    });
  };
  return (
    <ConfirmButton
      label={<Trash2 aria-hidden />}
      aria-label={t("hours.deleteThat", { name })}
      size="icon"
      title={t("hours.deleteTitle", { name })}
      confirm={t("hours.deleteClosure")}
      onConfirm={open}
    >
      {t("hours.deleteClosureText")}
    </ConfirmButton>
  );
}

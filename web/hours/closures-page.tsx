import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { CalendarOff, Pencil, Trash2 } from "lucide-react";
import { availability } from "#contract/availability.ts";
import { type Closure, hours } from "#contract/hours.ts";
import { call, endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { DateInput } from "#web/kit/form/date-input.tsx";
import { ListFilters, SelectFilter, useSetFilters } from "#web/kit/list/list-filters.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { CreateLink, ListTable } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { scopePath, useScope } from "#web/kit/data/scope.ts";
import type { Column } from "#web/kit/list/table.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useHoursText } from "./exceptions.tsx";

export function ClosuresPage() {
  const t = useTranslation();
  const { organizationId, isPlatform, path } = useScope();
  const search = useListSearch();
  const set = useSetFilters();
  const { past, date } = useSearch({
    strict: false,
    select: ({ past, date }: { past?: "true"; date?: string }) => ({ past, date }),
  });
  const request = { params: { organizationId }, query: { ...search, past, date } };
  const listQuery = useQuery({ ...endpointQuery(hours.closures, request), placeholderData: keepPreviousRows(request) });
  const crumbs = useOrganizationCrumbs() ?? [
    <Link key="facilities" to={path("/facilities")}>
      {t("facilities.title")}
    </Link>,
  ];
  const create = !isPlatform && <CreateLink to={path("/closures/create")}>{t("hours.createClosure")}</CreateLink>;
  return (
    <Page title={t("hours.closures")} crumbs={crumbs} actions={create}>
      <ListTable
        caption={t("hours.closures")}
        result={listQuery}
        columns={useColumns()}
        q={search.q}
        label={t("hours.searchClosures")}
        action={
          <ListFilters>
            <DateInput
              aria-label={t("hours.onDay")}
              value={date ?? ""}
              onValueChange={(chosen) => set({ date: chosen || undefined, past: undefined })}
              isRevertedOnLeave
              isLazy
              className="min-w-36 sm:w-36!"
            />
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
          search.q || date ? undefined : (
            <EmptyState icon={CalendarOff} title={t(past ? "kit.noResults" : "hours.noClosures")} action={create}>
              {past && `${t("hours.noPastClosures")} `}
              {t("hours.noClosuresHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

/** A line of its own, except on phones. */
const placePartClass = "text-xs text-ink-3 max-sm:before:content-['_·_'] sm:block";

function useColumns(): Column<Closure>[] {
  const t = useTranslation();
  const { period } = useWeekdayFormats();
  const { isPlatform } = useScope();
  const say = useHoursText();
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
        <span className="[overflow-wrap:anywhere] max-sm:basis-full">
          {facility ? (
            <Link
              to={scopePath(organization.id, field ? `/fields/${field.id}` : `/facilities/${facility.id}`)}
              className={textLinkClass}
            >
              {field?.name ?? facility.name}
            </Link>
          ) : (
            t("hours.wholeClub")
          )}
          {facility && field && <span className={placePartClass}>{facility.name}</span>}
          {isPlatform && <span className={placePartClass}>{organization.name}</span>}
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
      phone: "beside",
      align: "right",
      className: "w-px",
      cell: (closure) => (
        <span className="flex justify-end">
          <Link
            to={scopePath(closure.organization.id, `/closures/${closure.id}`)}
            aria-label={t("hours.editThat", { name: closure.name })}
            className={buttonClass("ghost", "icon")}
          >
            <Pencil aria-hidden />
          </Link>
          <DeleteClosure closure={closure} />
        </span>
      ),
    },
  ];
}

function DeleteClosure({ closure: { id, name, organization } }: { closure: Closure }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const remove = useMutation(endpointMutation(hours.deleteClosure, { quiet: "outcome" }));
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

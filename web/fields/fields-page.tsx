import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { facilities } from "#contract/facilities.ts";
import { fields, fieldStatuses } from "#contract/fields.ts";
import { useFacilityOptions } from "#web/facilities/use-facility-options.ts";
import { ImportLink } from "#web/facilities/import-link.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Combobox } from "#web/kit/ui/combobox.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { CourtIcon } from "#web/kit/ui/icons.tsx";
import { ListFilters, SelectFilter, useSetFilters } from "#web/kit/list/list-filters.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";
import { createFieldColumns } from "./field-columns.tsx";
import { type FieldFilters, parseFieldFilters, statusLabels } from "./labels.ts";

const useFieldFilters = (): FieldFilters => parseFieldFilters(useSearch({ strict: false }));

export function FieldsPage() {
  const t = useTranslation();
  const { facilityId } = useFieldFilters();
  return (
    <Page
      title={t("fields.title")}
      crumbs={useOrganizationCrumbs()}
      tabs={useOrganizationTabs()}
      actions={
        <>
          <ImportLink />
          <CreateFieldLink facilityId={facilityId} />
        </>
      }
    >
      <FieldsList />
    </Page>
  );
}

export const FacilityFields = () => <FieldsList within={useRouteParam("facilityId")} />;

/** @param within a facility, which replaces the filter in the address */
function FieldsList({ within }: { within?: string }) {
  const t = useTranslation();
  const { organizationId, isPlatform, path, can } = useScope();
  const search = useListSearch();
  const filters = useFieldFilters();
  const { status, facilityId = within } = within === undefined ? filters : { status: filters.status };
  const request = { params: { organizationId }, query: { ...search, facilityId, status } };
  const listQuery = useQuery({ ...endpointQuery(fields.list, request), placeholderData: keepPreviousRows(request) });
  const isNarrowed = search.q !== "" || status !== undefined || (within === undefined && facilityId !== undefined);
  const columns = createFieldColumns({
    t,
    path,
    rows: listQuery.data?.data ?? [],
    showFacility: within === undefined,
    showOrganization: isPlatform,
  });
  const narrow = (
    <ListFilters>
      {within === undefined && <FacilityFilter value={facilityId} />}
      <SelectFilter
        name="status"
        label={t("fields.status")}
        all={t("fields.anyStatus")}
        value={status}
        options={fieldStatuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
      />
      {within !== undefined && <CreateFieldLink facilityId={within} />}
    </ListFilters>
  );
  return (
    <ListTable
      result={listQuery}
      q={search.q}
      label={t("fields.search")}
      action={narrow}
      exportSource={{ list: "fields", query: request.query }}
      caption={t("fields.title")}
      columns={columns}
      empty={
        isNarrowed ? undefined : (
          <EmptyState
            icon={CourtIcon}
            title={t("fields.none")}
            action={can(fields.create) && <CreateFieldLink facilityId={within} />}
            withoutAction={t("kit.managersAdd")}
          >
            {t("fields.noneHint")}
          </EmptyState>
        )
      }
    />
  );
}

function FacilityFilter({ value = "" }: { value: string | undefined }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const set = useSetFilters();
  const { props } = useFacilityOptions(organizationId);
  const chosen = useQuery({
    ...endpointQuery(facilities.read, { params: { organizationId, facilityId: value } }, { quiet: true }),
    enabled: value !== "",
  });
  return (
    <Combobox
      aria-label={t("fields.facility")}
      className="min-w-44 sm:w-56"
      placeholder={t("fields.anyFacility")}
      {...props}
      value={value}
      chosenLabel={value && (chosen.data?.data.name ?? (chosen.error ? t("facilities.unknown") : "…"))}
      onValueChange={(facilityId) => set({ facilityId: facilityId || undefined })}
      clearable
    />
  );
}

function CreateFieldLink({ facilityId }: { facilityId?: string | undefined }) {
  const t = useTranslation();
  const { can, path } = useScope();
  if (!can(fields.create)) return null;
  return (
    <Link to={path("/fields/create")} search={facilityId ? { facilityId } : {}} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("fields.create")}
    </Link>
  );
}

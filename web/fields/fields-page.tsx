import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { facilities } from "#contract/facilities.ts";
import { fields, fieldStatuses } from "#contract/fields.ts";
import { useFacilityOptions } from "#web/facilities/facility-options.ts";
import { ImportLink } from "#web/facilities/import-link.tsx";
import { read } from "#web/kit/api.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { Combobox } from "#web/kit/combobox.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { CourtIcon } from "#web/kit/icons.tsx";
import { ListFilters, SelectFilter, useSetFilters } from "#web/kit/list-filters.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { ListTable } from "#web/kit/list-table.tsx";
import { keepRows } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";
import { fieldColumns } from "./field-columns.tsx";
import { type FieldFilters, filtersOf, statusLabels } from "./labels.ts";

// The router leaves what the route refused among the rest of the search.
const useFilters = (): FieldFilters => filtersOf(useSearch({ strict: false }));

export function FieldsPage() {
  const t = useWords();
  const { facilityId } = useFilters();
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

/** The fields of the facility around, as a tab of it. */
export const FacilityFields = () => <FieldsList within={useParam("facilityId")} />;

/** @param within only the fields of this facility, whatever the address says */
function FieldsList({ within }: { within?: string }) {
  const t = useWords();
  const { organizationId, isPlatform, path } = useScope();
  const search = useListSearch();
  const filters = useFilters();
  const { status, facilityId = within } = within === undefined ? filters : { status: filters.status };
  const ask = { params: { organizationId }, query: { ...search, facilityId, status } };
  const found = useQuery({ ...read(fields.list, ask), placeholderData: keepRows(ask) });
  const isNarrowed = search.q !== "" || status !== undefined || (within === undefined && facilityId !== undefined);
  const columns = fieldColumns({
    t,
    path,
    rows: found.data?.data ?? [],
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
      found={found}
      q={search.q}
      label={t("fields.search")}
      action={narrow}
      exported={{ list: "fields", query: ask.query }}
      caption={t("fields.title")}
      columns={columns}
      empty={
        isNarrowed ? undefined : (
          <EmptyState icon={CourtIcon} title={t("fields.none")} action={<CreateFieldLink facilityId={within} />}>
            {t("fields.noneHint")}
          </EmptyState>
        )
      }
    />
  );
}

function FacilityFilter({ value = "" }: { value: string | undefined }) {
  const t = useWords();
  const { organizationId } = useScope();
  const set = useSetFilters();
  const { props } = useFacilityOptions(organizationId);
  const chosen = useQuery({
    ...read(facilities.read, { params: { organizationId, facilityId: value } }, { quiet: true }),
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

/** To the form, with the facility chosen; nothing for those who may not create fields. */
function CreateFieldLink({ facilityId }: { facilityId?: string | undefined }) {
  const t = useWords();
  const { can, path } = useScope();
  if (!can(fields.create)) return null;
  return (
    <Link to={path("/fields/create")} search={facilityId ? { facilityId } : {}} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("fields.create")}
    </Link>
  );
}

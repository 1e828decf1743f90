/** Filters by facility and field. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useSetFilters } from "#web/kit/list/list-filters.tsx";
import { Combobox } from "#web/kit/ui/combobox.tsx";

interface PlaceFilterProps {
  value: string | undefined;
  className?: string;
}

export function FacilityFilter({ value = "", className }: PlaceFilterProps) {
  const [t, { organizationId }] = [useTranslation(), useScope()];
  const set = useSetFilters();
  const [q, setQ] = useState("");
  const params = { organizationId };
  const { data, isFetching } = useQuery({
    ...endpointQuery(facilities.search, { params, query: { q } }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    ...endpointQuery(facilities.read, { params: { organizationId, facilityId: value } }, { quiet: true }),
    enabled: value !== "",
  });
  return (
    <Combobox
      aria-label={t("events.byFacility")}
      {...(className === undefined ? {} : { className })}
      placeholder={t("events.anyFacility")}
      options={data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value}
      chosenLabel={value && (chosen.data?.data.name ?? "…")}
      // Clear the field: it may belong to another facility.
      onValueChange={(facilityId) => set({ facilityId: facilityId || undefined, fieldId: undefined })}
      onSearch={setQ}
      searching={isFetching}
      clearable
    />
  );
}

export function FieldFilter({
  value = "",
  facilityId,
  className,
  id,
  placeholder,
}: PlaceFilterProps & { facilityId: string | undefined; id?: string; placeholder?: string }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const set = useSetFilters();
  const [q, setQ] = useState("");
  const { data, isFetching } = useQuery({
    ...endpointQuery(fields.search, { params: { organizationId }, query: { q, facilityId } }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    ...endpointQuery(fields.read, { params: { organizationId, fieldId: value } }, { quiet: true }),
    enabled: value !== "",
  });
  return (
    <Combobox
      {...(id === undefined ? { "aria-label": t("events.byField") } : { id })}
      {...(className === undefined ? {} : { className })}
      placeholder={placeholder ?? t("events.anyField")}
      options={data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value}
      chosenLabel={value && (chosen.data?.data.name ?? "…")}
      onValueChange={(fieldId) => set({ fieldId: fieldId || undefined })}
      onSearch={setQ}
      searching={isFetching}
      clearable
    />
  );
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { eventStatuses, eventTypes } from "#contract/events.ts";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Combobox } from "#web/kit/ui/combobox.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { DateInput } from "#web/kit/form/date-input.tsx";
import {
  CollapsibleFilters,
  countFilters,
  ListFilters,
  SelectFilter,
  useSetFilters,
} from "#web/kit/list/list-filters.tsx";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type EventFilters, kindLabels, pendingReasonLabels, statusLabels, typeLabels } from "./labels.ts";

export const useEventFilters = (): EventFilters =>
  useSearch({
    strict: false,
    select: ({ date, from, to, facilityId, fieldId, seriesId, status, type, mine, ...more }: EventFilters) => ({
      ...{ date, from, to, facilityId, fieldId, seriesId, status, type, mine },
      ...{ pendingReason: more.pendingReason, unpaid: more.unpaid, kind: more.kind, stands: more.stands },
      ...{ weekday: more.weekday, hour: more.hour },
    }),
  });

const noFilters = {
  date: undefined,
  facilityId: undefined,
  fieldId: undefined,
  seriesId: undefined,
  status: undefined,
  type: undefined,
  mine: undefined,
  from: undefined,
  to: undefined,
  pendingReason: undefined,
  unpaid: undefined,
  kind: undefined,
  stands: undefined,
  weekday: undefined,
  hour: undefined,
};

export function EventFilterBar({ within }: { within: boolean }) {
  const [t, filters] = [useTranslation(), useEventFilters()];
  const set = useSetFilters();
  // Local dates: no time zone may shift them.
  const { date } = useDateFormats("UTC");
  const scope = useScope();
  const { isPlatform } = scope;
  const team = isTeamMember(scope);
  const isNarrowed = countFilters(filters) > 0;
  return (
    <CollapsibleFilters filters={filters}>
      <ListFilters>
        <DateInput
          aria-label={t("events.onDay")}
          value={filters.date ?? ""}
          onValueChange={(chosen) => set({ date: chosen || undefined })}
          isRevertedOnLeave
          isLazy
          className="min-w-36 sm:w-36!"
        />
        {!within && <FacilityFilter value={filters.facilityId} />}
        {!within && <FieldFilter value={filters.fieldId} facilityId={filters.facilityId} />}
        <SelectFilter
          name="status"
          label={t("events.status")}
          all={t("events.anyStatus")}
          value={filters.status}
          options={eventStatuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
        />
        <SelectFilter
          name="type"
          label={t("events.type")}
          all={t("events.anyType")}
          value={filters.type}
          options={eventTypes.map((value) => ({ value, label: t(typeLabels[value]) }))}
        />
        {!isPlatform && (
          <SelectFilter
            name="mine"
            label={t("events.whose")}
            all={t("events.everybodys")}
            value={filters.mine}
            options={[{ value: "true", label: t("events.onlyMine") }]}
          />
        )}
        {team && (
          <SelectFilter
            name="unpaid"
            label={t("events.payment")}
            all={t("events.anyPayment")}
            value={filters.unpaid}
            options={[{ value: "true", label: t("events.unpaid") }]}
          />
        )}
        {(filters.from ?? filters.to) && (
          <FilterChip onRemove={() => set({ from: undefined, to: undefined })}>
            {[...new Set([filters.from, filters.to])].map((day) => (day ? date(day) : "…")).join(" – ")}
          </FilterChip>
        )}
        <TimeOfWeekChip weekday={filters.weekday} hour={filters.hour} />
        {filters.pendingReason && (
          <FilterChip onRemove={() => set({ pendingReason: undefined })}>
            {t(pendingReasonLabels[filters.pendingReason])}
          </FilterChip>
        )}
        {filters.kind && (
          <FilterChip onRemove={() => set({ kind: undefined })}>{t(kindLabels[filters.kind])}</FilterChip>
        )}
        {filters.stands && <FilterChip onRemove={() => set({ stands: undefined })}>{t("events.stands")}</FilterChip>}
        {isNarrowed && (
          <Button variant="ghost" onClick={() => set({ ...noFilters })}>
            <X aria-hidden />
            {t("kit.clearFilters")}
          </Button>
        )}
      </ListFilters>
    </CollapsibleFilters>
  );
}

/** Shows `Mon, 6 PM` or `lun. 18 h`, in each facility's own time zone. */
function TimeOfWeekChip({ weekday, hour }: Pick<EventFilters, "weekday" | "hour">) {
  const write = useDateFormats("UTC");
  const set = useSetFilters();
  if (weekday === undefined && hour === undefined) return null;
  const text = weekday === undefined ? write.hour : hour === undefined ? write.weekdayShort : write.weekdayHour;
  // 1 January 2024 was a Monday.
  const time = Date.UTC(2024, 0, weekday ?? 1, hour ?? 0);
  return <FilterChip onRemove={() => set({ weekday: undefined, hour: undefined })}>{text(time)}</FilterChip>;
}

const FilterChip = ({ onRemove, children }: { onRemove: () => void; children: ReactNode }) => (
  <Button variant="secondary" onClick={onRemove} className="flex-none! tnum">
    {children}
    <X aria-hidden />
  </Button>
);

export function FacilityFilter({ value = "" }: { value: string | undefined }) {
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
      className="min-w-36 sm:w-44"
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

function FieldFilter({ value = "", facilityId }: { value: string | undefined; facilityId: string | undefined }) {
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
      aria-label={t("events.byField")}
      className="min-w-36 sm:w-44"
      placeholder={t("events.anyField")}
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

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { removeAccents } from "#messages/remove-accents.ts";
import type { ActivityVisit } from "#contract/activity.ts";
import { customers } from "#contract/customers.ts";
import { members } from "#contract/members.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { contactOf, useCustomerSearch } from "#web/customers/customer-field.tsx";
import { FieldFilter } from "#web/events/place-filters.tsx";
import { Combobox } from "#web/kit/ui/combobox.tsx";
import {
  ClearFiltersButton,
  DateRangeFilter,
  LabelledControl,
  LabelledSelect,
} from "#web/kit/list/labelled-filters.tsx";
import { CollapsibleFilters, useSetFilters } from "#web/kit/list/list-filters.tsx";
import { parseSearchOption, parseSearchDate, parseSearchId } from "#web/kit/list/list-search.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { useDayAndTime } from "./entry-list.tsx";
import { listSubjectLabels } from "./labels.ts";

export interface ActivityFilters {
  actor?: string | undefined;
  /** Everybody but the reader. */
  others?: "true" | undefined;
  subject?: string | undefined;
  customerId?: string | undefined;
  fieldId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** An instant: what others did after it. */
  since?: string | undefined;
}

/** The hour at which those who open the club in the morning have gone home. */
const EVENING = "18:00";

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

export const parseActivityFilters = ({
  actor,
  others,
  subject,
  customerId,
  fieldId,
  from,
  to,
  since,
}: Record<string, unknown>): ActivityFilters => ({
  actor: parseSearchId(actor),
  others: others === "true" ? "true" : undefined,
  subject: parseSearchOption(listSubjectLabels(), subject),
  customerId: parseSearchId(customerId),
  fieldId: parseSearchId(fieldId),
  from: parseSearchDate(from),
  to: parseSearchDate(to),
  since: typeof since === "string" && instantPattern.test(since) ? since : undefined,
});

export const useActivityFilters = (): ActivityFilters => parseActivityFilters(useSearch({ strict: false }));

export function ActivityFilterBar({ actorName }: { actorName: string | undefined }) {
  const t = useTranslation();
  const filters = useActivityFilters();
  const { can } = useScope();
  const set = useSetFilters();
  return (
    <CollapsibleFilters filters={filters}>
      <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.2fr)_minmax(0,1.2fr)_auto]">
        {can(members.list) && (
          <PersonFilter
            value={filters.others ? OTHERS : (filters.actor ?? "")}
            name={actorName}
            onChosen={(chosen) =>
              set(
                chosen === OTHERS
                  ? { others: "true", actor: undefined }
                  : { actor: chosen || undefined, others: undefined },
              )
            }
          />
        )}
        {can(customers.list) && <CustomerFilter value={filters.customerId ?? ""} />}
        <LabelledControl label={t("events.field")}>
          {(id) => (
            <FieldFilter id={id} value={filters.fieldId} facilityId={undefined} placeholder={t("activity.anyField")} />
          )}
        </LabelledControl>
        <LabelledSelect
          name="subject"
          label={t("activity.subject")}
          all={t("activity.anything")}
          value={filters.subject}
          options={Object.entries(listSubjectLabels()).map(([value, label]) => ({
            value,
            label: t(label as "fields.title"),
          }))}
        />
        <DateRangeFilter from={filters.from} to={filters.to} />
        <ClearFiltersButton filters={filters} />
      </div>
    </CollapsibleFilters>
  );
}

/** Six o'clock of the evening before, by the organization's clock. @returns undefined until the clock is known */
function useYesterdayEvening(): string | undefined {
  const timeZone = useOrganizationTimezone();
  if (timeZone === undefined) return undefined;
  const evening = { timeZone, plainTime: EVENING };
  return Temporal.Now.plainDateISO(timeZone).subtract({ days: 1 }).toZonedDateTime(evening).toInstant().toString();
}

/** Lists what others did since the reader's last visit; leaves out the button if that is nothing. */
export function NewEntriesFilter({ visit }: { visit: ActivityVisit | undefined }) {
  const t = useTranslation();
  const { since } = useActivityFilters();
  const set = useSetFilters();
  const dayAndTime = useDayAndTime(useOrganizationTimezone());
  const last = visit?.since;
  const evening = useYesterdayEvening();
  const isEvening = evening !== undefined && since === evening;
  if ((since === undefined || isEvening) && (!last || visit.count === 0)) return null;
  return (
    <Button
      aria-pressed={since !== undefined && !isEvening}
      className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
      onClick={() => set({ since: since === undefined || isEvening ? (last ?? undefined) : undefined })}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-accent" />
      {last && visit.count > 0
        ? t("activity.newSince", { count: visit.count, at: dayAndTime(last) })
        : t("activity.onlyNew")}
    </Button>
  );
}

/** Lists what others did since the evening before. */
export function EveningFilter() {
  const t = useTranslation();
  const { isPlatform } = useScope();
  const { since } = useActivityFilters();
  const set = useSetFilters();
  const dayAndTime = useDayAndTime(useOrganizationTimezone());
  const evening = useYesterdayEvening();
  if (isPlatform || evening === undefined) return null;
  const isChosen = since === evening;
  return (
    <Button
      aria-pressed={isChosen}
      title={dayAndTime(evening)}
      className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
      onClick={() => set({ since: isChosen ? undefined : evening })}
    >
      {t("activity.sinceEvening")}
    </Button>
  );
}

const OTHERS = "others";

interface PersonFilterProps {
  value: string;
  name: string | undefined;
  onChosen: (userId: string) => void;
}

function PersonFilter({ value, name, onChosen }: PersonFilterProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [q, setQ] = useState("");
  const membersRequest = (type: "team" | "customer") => ({
    ...endpointQuery(members.list, { params: { organizationId }, query: { type, q, per_page: 20 } }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const team = useQuery(membersRequest("team"));
  const customers = useQuery(membersRequest("customer"));
  const inGroup = (group: string, found: typeof team) =>
    (found.data?.data ?? []).map((person) => ({
      value: person.id,
      label: person.full_name,
      hint: person.email,
      group,
    }));
  const others = t("activity.everybodyButMe");
  const options = [
    ...(removeAccents(others).includes(removeAccents(q.trim())) ? [{ value: OTHERS, label: others }] : []),
    ...inGroup(t("members.team"), team),
    ...inGroup(t("members.customers"), customers),
  ];
  return (
    <LabelledControl label={t("activity.person")}>
      {(id) => (
        <Combobox
          id={id}
          value={value}
          onValueChange={onChosen}
          chosenLabel={value === OTHERS ? others : name}
          placeholder={t("activity.anybody")}
          clearable
          onSearch={setQ}
          searching={team.isFetching || customers.isFetching}
          options={options}
        />
      )}
    </LabelledControl>
  );
}

function CustomerFilter({ value }: { value: string }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const set = useSetFilters();
  const [typed, setTyped] = useState("");
  const { found, isAsked, isSearching } = useCustomerSearch(typed);
  const chosen = useQuery({
    ...endpointQuery(customers.read, { params: { organizationId, customerId: value } }, { quiet: true }),
    enabled: value !== "",
  });
  return (
    <LabelledControl label={t("events.customer")}>
      {(id) => (
        <Combobox
          id={id}
          value={value}
          onValueChange={(customerId) => set({ customerId: customerId || undefined })}
          chosenLabel={value && (chosen.data?.data.name ?? "…")}
          placeholder={t("activity.anyCustomer")}
          clearable
          onSearch={setTyped}
          searching={isSearching}
          note={isAsked ? undefined : t("planning.typeToFind")}
          options={found.map((one) => ({ value: one.id, label: one.name, hint: contactOf(one) }))}
        />
      )}
    </LabelledControl>
  );
}

/** What the activity is narrowed down to, all of it in the address. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { members } from "#contract/members.ts";
import { read } from "#web/kit/api.ts";
import { Combobox } from "#web/kit/combobox.tsx";
import { ClearFilters, DateFilters, Labelled, LabelledSelect } from "#web/kit/labelled.tsx";
import { useSetFilters } from "#web/kit/list-filters.tsx";
import { searchAmong, searchDate, searchId } from "#web/kit/list-search.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { subjectLabels } from "./labels.ts";

export interface ActivityFilters {
  actor?: string | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters that the address names, and nothing for what is none. */
export const filtersOf = ({ actor, subject, from, to }: Record<string, unknown>): ActivityFilters => ({
  actor: searchId(actor),
  subject: searchAmong(subjectLabels, subject),
  from: searchDate(from),
  to: searchDate(to),
});

export const useFilters = (): ActivityFilters => filtersOf(useSearch({ strict: false }));

/** @param actorName of the person who is chosen, where it is known */
export function Filters({ actorName }: { actorName: string | undefined }) {
  const t = useWords();
  const filters = useFilters();
  const { can } = useScope();
  const set = useSetFilters();
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
      {can(members.list) && (
        <PersonFilter
          value={filters.actor ?? ""}
          name={actorName}
          onChosen={(actor) => set({ actor: actor || undefined })}
        />
      )}
      <LabelledSelect
        name="subject"
        label={t("activity.subject")}
        all={t("activity.anything")}
        value={filters.subject}
        options={Object.entries(subjectLabels).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <DateFilters from={filters.from} to={filters.to} />
      <ClearFilters filters={filters} />
    </div>
  );
}

interface PersonFilterProps {
  value: string;
  name: string | undefined;
  onChosen: (userId: string) => void;
}

/** Anybody of the organization: the team first, since it changes most. */
function PersonFilter({ value, name, onChosen }: PersonFilterProps) {
  const t = useWords();
  const { organizationId } = useScope();
  const [q, setQ] = useState("");
  const ask = (type: "team" | "customer") => ({
    ...read(members.list, { params: { organizationId }, query: { type, q, per_page: 20 } }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const team = useQuery(ask("team"));
  const customers = useQuery(ask("customer"));
  const people = [...(team.data?.data ?? []), ...(customers.data?.data ?? [])];
  return (
    <Labelled label={t("activity.person")}>
      {(id) => (
        <Combobox
          id={id}
          value={value}
          onValueChange={onChosen}
          chosenLabel={name}
          placeholder={t("activity.anybody")}
          clearable
          onSearch={setQ}
          searching={team.isFetching || customers.isFetching}
          options={people.map((person) => ({ value: person.id, label: person.full_name, hint: person.email }))}
        />
      )}
    </Labelled>
  );
}

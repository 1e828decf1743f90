/** What the activity is narrowed down to, all of it in the address. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { members } from "#contract/members.ts";
import { read } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { Combobox } from "#web/kit/combobox.tsx";
import { Input } from "#web/kit/input.tsx";
import { useScope } from "#web/kit/scope.ts";
import { Select } from "#web/kit/select.tsx";
import { useWords } from "#web/kit/words.ts";
import { subjectLabels } from "./labels.ts";

const names = ["actor", "subject", "from", "to"] as const;
export type ActivityFilters = Partial<Record<(typeof names)[number], string>>;

const forms: Record<(typeof names)[number], RegExp> = {
  actor: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  subject: new RegExp(`^(${Object.keys(subjectLabels).join("|")})$`),
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
};

/** The filters that the address names; what is none is left out. */
export const filtersOf = (search: Record<string, unknown>): ActivityFilters =>
  Object.fromEntries(
    names.flatMap((name) =>
      typeof search[name] === "string" && forms[name].test(search[name]) ? [[name, search[name]]] : [],
    ),
  );

export const useFilters = (): ActivityFilters => {
  const search = useSearch({ strict: false });
  return filtersOf(search);
};

/** @param actorName of the person who is chosen, where it is known */
export function Filters({ actorName }: { actorName: string | undefined }) {
  const t = useWords();
  const navigate = useNavigate();
  const filters = useFilters();
  const { can } = useScope();
  const set = (change: ActivityFilters) => {
    const search = (now: object) => ({ ...now, ...change, page: undefined });
    void navigate({ to: ".", search: search as never, replace: true });
  };
  const date = (name: "from" | "to", label: string) => (
    <Labelled label={label}>
      {(id) => (
        <Input
          id={id}
          type="date"
          value={filters[name] ?? ""}
          min={name === "to" ? filters.from : undefined}
          max={name === "from" ? filters.to : undefined}
          onChange={(event) => set({ [name]: event.target.value || undefined })}
        />
      )}
    </Labelled>
  );
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
      {can(members.list) && (
        <PersonFilter
          value={filters.actor ?? ""}
          name={actorName}
          onChosen={(actor) => set({ actor: actor || undefined })}
        />
      )}
      <Labelled label={t("activity.subject")}>
        {(id) => (
          <Select
            id={id}
            value={filters.subject ?? null}
            onValueChange={(subject) => set({ subject: subject ?? undefined })}
            options={[
              { value: null, label: t("activity.anything") },
              ...Object.entries(subjectLabels).map(([value, label]) => ({ value, label: t(label) })),
            ]}
          />
        )}
      </Labelled>
      {date("from", t("activity.from"))}
      {date("to", t("activity.to"))}
      {Object.keys(filters).length > 0 && (
        <Button
          variant="ghost"
          className="h-9 max-lg:col-span-full max-lg:justify-self-start"
          onClick={() => set({ actor: undefined, subject: undefined, from: undefined, to: undefined })}
        >
          <X aria-hidden />
          {t("activity.clear")}
        </Button>
      )}
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-xs font-medium text-ink-3">
        {label}
      </label>
      {children(id)}
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

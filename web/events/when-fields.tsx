/** The fields of an event that depend on which field it holds: its time, its sport, how many may come. */
import { useQuery } from "@tanstack/react-query";
import { fields } from "#contract/fields.ts";
import { read } from "#web/kit/api.ts";
import { SelectField } from "#web/kit/choice-fields.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { FormRow, useFieldValue, useSetField } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { useChosenField } from "./chosen-field.ts";
import { DurationField } from "./duration-field.tsx";

export function WhenFields({ team }: { team: boolean }) {
  const t = useWords();
  const { organizationId } = useScope();
  const set = useSetField();
  const { data } = useQuery(read(fields.byFacility, { params: { organizationId } }));
  const options =
    data?.data.flatMap((facility) =>
      facility.fields.map(({ id, name }) => ({ value: id, label: name, group: facility.name })),
    ) ?? [];
  const zone = useChosenField()?.timezone;
  const elsewhere = zone !== undefined && zone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <SelectField
        name="fieldId"
        label={t("events.field")}
        placeholder={t("events.chooseField")}
        options={options}
        onChosen={() => set("sportId", null)}
        hint={data && options.length === 0 ? t("events.notBookable") : undefined}
        required
      />
      <FormRow>
        <TextField name="date" type="date" label={t("events.date")} required />
        <TextField
          name="startTime"
          type="time"
          label={t("events.startTime")}
          hint={elsewhere && t("events.localTime", { zone })}
          required
        />
      </FormRow>
      <DurationField free={team} />
    </>
  );
}

export function SportField() {
  const t = useWords();
  const sports = useChosenField()?.sports ?? [];
  const options = [
    { value: null, label: t("events.anySport") },
    ...sports.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return <SelectField name="sportId" label={t("events.sport")} options={options} disabled={sports.length === 0} />;
}

export function PeopleFields({ team }: { team: boolean }) {
  const t = useWords();
  const field = useChosenField();
  const block = useFieldValue("kind") === "block";
  if (block) return null;
  const hint = field && t("events.peopleHint", { min: field.minPeopleByEvent, max: field.maxPeopleByEvent });
  return (
    <FormRow>
      <TextField name="people" type="number" min={1} label={t("events.people")} hint={hint} optional />
      {team && <TextField name="minPeople" type="number" min={1} label={t("events.minPeople")} optional />}
      {team && <TextField name="maxPeople" type="number" min={1} label={t("events.maxPeople")} optional />}
    </FormRow>
  );
}

/** The fields of an event that depend on which field it holds: its time, its sport, how many may come. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Field, fields } from "#contract/fields.ts";
import { read } from "#web/kit/api.ts";
import { SelectField } from "#web/kit/choice-fields.tsx";
import { useDates } from "#web/kit/dates.ts";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextField } from "#web/kit/fields.tsx";
import { FormRow, useFieldValue, useFocusField, useSetField } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { instantOf } from "./event-draft.ts";

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

/** Half an hour to four hours. */
const choices = Array.from({ length: 8 }, (_, index) => (index + 1) * 30);
const other = 0;

/** `free`: any number of minutes besides the choices. */
function DurationField({ free }: { free: boolean }) {
  const t = useWords();
  const set = useSetField();
  const { duration } = useDates();
  const end = useEnd();
  const [typed, setTyped] = useState(false);
  const focus = useFocusField();
  useEffect(() => {
    if (typed) focus("duration");
  }, [typed, focus]);
  const hint = end && t("events.endsAt", { time: end });
  if (typed) {
    const back = (
      <button
        type="button"
        className={textLink}
        onClick={() => {
          setTyped(false);
          set("duration", 60);
        }}
      >
        {t("events.usualDurations")}
      </button>
    );
    return (
      <TextField
        name="duration"
        type="number"
        min={5}
        max={1440}
        suffix="min"
        label={t("events.durationMinutes")}
        hint={hint}
        action={<span className="text-xs">{back}</span>}
        required
      />
    );
  }
  return (
    <SelectField
      name="duration"
      label={t("events.duration")}
      hint={hint}
      options={[
        ...choices.map((value) => ({ value, label: duration(value) })),
        ...(free ? [{ value: other, label: `${t("events.otherDuration")}…` }] : []),
      ]}
      onChosen={(value) => {
        if (value !== other) return;
        set("duration", 60);
        setTyped(true);
      }}
    />
  );
}

/** When the event would end, on the facility's clock. */
function useEnd(): string | undefined {
  const field = useChosenField();
  const date = useFieldText("date");
  const startTime = useFieldText("startTime");
  const minutes = useFieldValue("duration");
  const start = field && instantOf(date, startTime, field.timezone);
  const { time } = useDates(field?.timezone);
  if (!start || typeof minutes !== "number" || minutes <= 0) return undefined;
  return time(new Date(start).getTime() + minutes * 60_000);
}

/** What is known of the field that the event form around has chosen. */
function useChosenField(): Field | undefined {
  const { organizationId } = useScope();
  const fieldId = useFieldText("fieldId");
  const { data } = useQuery({ ...read(fields.read, { params: { organizationId, fieldId } }), enabled: fieldId !== "" });
  return fieldId === "" ? undefined : data?.data;
}

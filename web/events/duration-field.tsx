import { useEffect, useState } from "react";
import { SelectField } from "#web/kit/choice-fields.tsx";
import { useDates } from "#web/kit/dates.ts";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextField } from "#web/kit/fields.tsx";
import { useFieldValue, useFocusField, useSetField } from "#web/kit/form.tsx";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { useChosenField } from "./chosen-field.ts";
import { instantOf } from "./event-draft.ts";

/** Half an hour to four hours. */
const choices = Array.from({ length: 8 }, (_, index) => (index + 1) * 30);
const other = 0;

/** `free`: any number of minutes besides the choices. */
export function DurationField({ free }: { free: boolean }) {
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

/** The form of a series: an event as the team fills it in, and how it is repeated. */
import { useRouterState, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { mostOccurrences } from "#contract/series.ts";
import { today } from "#web/availability/slots.ts";
import { WhenFields } from "#web/availability/when-fields.tsx";
import { About, blank, CustomerSection, NotesSection, PriceSection } from "#web/events/event-form.tsx";
import { SegmentsField, SwitchField } from "#web/kit/choice-fields.tsx";
import { FieldFrame, useField } from "#web/kit/field.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import {
  Form,
  FormActions,
  FormRow,
  type Initial,
  ResetButton,
  SubmitButton,
  useFieldValue,
  useSetField,
} from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWeek, weekdays } from "#web/kit/weekdays.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { repetitionText } from "./rule-text.ts";
import { datesOf, SeriesFormDraft } from "./series-draft.ts";

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const weekdayOf = (date: string) => (isDate(date) ? Temporal.PlainDate.from(date).dayOfWeek : 1);

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** How it is repeated, where that was filled in elsewhere. */
    seriesFilled?: Pick<Initial<typeof SeriesFormDraft>, "weekdays" | "ends" | "until" | "count">;
  }
}

/** What was filled in already for one event, else nothing yet. */
function useInitial(): Initial<typeof SeriesFormDraft> {
  const filled = useRouterState({ select: ({ location }) => location.state.eventFilled });
  const rule = useRouterState({ select: ({ location }) => location.state.seriesFilled });
  const fieldId = useSearch({ strict: false, select: (search: { fieldId?: string }) => search.fieldId ?? "" });
  const event = { ...blank, fieldId, date: today(), ...filled };
  const usual = { weekdays: [weekdayOf(event.date ?? "")], ends: "count" as const, until: "", count: 10 };
  return { ...event, interval: 1, ...usual, ...rule };
}

interface SeriesFormProps {
  onPreview: (filled: SeriesFormDraft) => Promise<unknown>;
  /** Its dates are being chosen. */
  isPlanned: boolean;
}

export function SeriesForm({ onPreview, isPlanned }: SeriesFormProps) {
  const t = useWords();
  const isCarried = useRouterState({ select: ({ location }) => location.state.eventFilled !== undefined });
  const { can } = useScope();
  return (
    <Form
      schema={SeriesFormDraft}
      defaultValues={useInitial()}
      // Nothing is saved by it: what was typed would still be lost.
      onSubmit={async (filled) => {
        await onPreview(filled);
        return false;
      }}
      guard={isPlanned || isCarried ? "always" : true}
      label={t("series.create")}
      className="gap-6"
    >
      <FormSection title={t("events.when")} hint={t("events.whenHint")}>
        <WhenFields />
        {can("events.override") && (
          <SwitchField name="override" label={t("events.override")} hint={t("events.overrideHint")} />
        )}
      </FormSection>
      <FormSection title={t("series.ruleTitle")} hint={t("series.ruleHint")}>
        <RuleFields />
      </FormSection>
      <About isNew />
      <CustomerSection />
      <PriceSection />
      <NotesSection />
      <FormActions>
        <ResetButton />
        <SubmitButton>{t("series.preview")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function RuleFields() {
  const t = useWords();
  const ends = useFieldValue("ends");
  return (
    <>
      <WeekdaysField />
      <TextField
        name="interval"
        type="number"
        min={1}
        max={52}
        suffix={t("series.weeksUnit")}
        label={t("series.interval")}
        className="sm:max-w-48"
        required
      />
      <FormRow>
        <SegmentsField
          name="ends"
          label={t("series.ends")}
          options={[
            { value: "count", label: t("series.endsCount") },
            { value: "until", label: t("series.endsUntil") },
          ]}
        />
        {ends === "until" ? (
          <TextField name="until" type="date" label={t("series.until")} required />
        ) : (
          <TextField name="count" type="number" min={1} max={mostOccurrences} label={t("series.count")} required />
        )}
      </FormRow>
      <RuleSummary />
    </>
  );
}

/** Some weekdays, all in sight. As long as only the first date's is chosen, it follows that date. */
function WeekdaysField() {
  const t = useWords();
  const { dayName, short } = useWeek();
  const { id, value, change, leave, error, control } = useField({ name: "weekdays", required: true });
  const chosen = value as readonly number[];
  const date = useFieldText("date");
  const set = useSetField();
  const followed = useRef(date);
  useEffect(() => {
    if (!isDate(date) || date === followed.current) return;
    if (chosen.length === 1 && chosen[0] === weekdayOf(followed.current)) set("weekdays", [weekdayOf(date)]);
    followed.current = date;
  }, [date, chosen, set]);
  return (
    <FieldFrame name="weekdays" label={t("series.weekdays")} id={id} error={error} as="group">
      <div role="group" aria-labelledby={`${id}-label`} className="flex flex-wrap gap-1.5">
        {weekdays.map((weekday) => (
          <label
            key={weekday}
            className="relative grid h-9 min-w-11 cursor-pointer place-items-center rounded-md border border-line-strong/80 bg-raised px-2 text-13 font-medium shadow-xs transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring pointer-coarse:h-11"
          >
            <input
              type="checkbox"
              aria-label={dayName(weekday)}
              aria-invalid={control["aria-invalid"]}
              aria-describedby={control["aria-describedby"]}
              checked={chosen.includes(weekday)}
              onChange={({ target: { checked } }) =>
                change(checked ? [...chosen, weekday] : chosen.filter((other) => other !== weekday))
              }
              onBlur={leave}
              className="absolute inset-0 m-0 cursor-[inherit] appearance-none outline-none"
            />
            <span aria-hidden>{short(weekday)}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

/** What the rule comes to, while it is chosen. */
function RuleSummary() {
  const t = useWords();
  const tag = useLocale();
  const { date: dayOf } = useWeek();
  const found = datesOf({
    date: useFieldValue("date"),
    interval: useFieldValue("interval"),
    weekdays: useFieldValue("weekdays"),
    ends: useFieldValue("ends"),
    until: useFieldValue("until") || null,
    count: useFieldValue("count") || null,
  });
  if (!found) return null;
  const { rule, dates } = found;
  const last = dates.at(-1);
  const summary = last
    ? t("series.summary", { rule: repetitionText(rule, t, tag), count: dates.length, last: dayOf(last) })
    : t("series.summaryNone");
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
      {summary} {dates.length === mostOccurrences && rule.until && t("series.summaryMost", { most: mostOccurrences })}
    </p>
  );
}

/** Form of a series (recurring booking): weekdays, interval, end. */
import { useRouterState, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { MAX_OCCURRENCES } from "#contract/series.ts";
import { localToday } from "#web/availability/slots.ts";
import { ScheduleFields } from "#web/availability/schedule-fields.tsx";
import { useSimilarCustomersCheck } from "#web/customers/similar-customers.tsx";
import { eventForm } from "#web/events/event-draft.ts";
import { AboutSection, CustomerSection, NotesSection, PriceSection } from "#web/events/event-form.tsx";
import { parseSearchId } from "#web/kit/list/list-search.ts";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { SegmentedField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import {
  Form,
  FormActions,
  FormRow,
  type InitialValues,
  ResetButton,
  SubmitButton,
  useFieldValue,
  useSetField,
} from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useWeekdayFormats, weekdays } from "#web/kit/format/weekday-formats.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { repetitionText } from "./rule-text.ts";
import { expandFormRule, SeriesFormDraft } from "./series-draft.ts";

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const toWeekday = (date: string) => (isDate(date) ? Temporal.PlainDate.from(date).dayOfWeek : 1);

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Rule from the planning. */
    seriesFormValues?: Pick<InitialValues<typeof SeriesFormDraft>, "weekdays" | "ends" | "until" | "count">;
  }
}

function useInitialValues(): InitialValues<typeof SeriesFormDraft> {
  const filled = useRouterState({ select: ({ location }) => location.state.eventFormValues });
  const rule = useRouterState({ select: ({ location }) => location.state.seriesFormValues });
  const fieldId = useSearch({
    strict: false,
    select: (search: { fieldId?: string }) => parseSearchId(search.fieldId) ?? "",
  });
  const event = { ...eventForm.blank, fieldId, date: localToday(), ...filled };
  const usual = { weekdays: [toWeekday(event.date ?? "")], ends: "count" as const, until: "", count: 10 };
  return { ...event, interval: 1, ...usual, ...rule };
}

interface SeriesFormProps {
  onPreview: (filled: SeriesFormDraft) => Promise<unknown>;
  isPlanned: boolean;
}

export function SeriesForm({ onPreview, isPlanned }: SeriesFormProps) {
  const t = useTranslation();
  const isCarried = useRouterState({ select: ({ location }) => location.state.eventFormValues !== undefined });
  const { can } = useScope();
  const assertNoSimilar = useSimilarCustomersCheck();
  return (
    <Form
      schema={SeriesFormDraft}
      defaultValues={useInitialValues()}
      // Return false, because the preview saves nothing: the form must still guard its values.
      onSubmit={async (filled) => {
        if (filled.kind !== "block") await assertNoSimilar(filled.customer);
        await onPreview(filled);
        return false;
      }}
      guard={isPlanned || isCarried ? "always" : true}
      label={t("series.create")}
      className="gap-6"
    >
      <FormSection title={t("events.when")} hint={t("events.whenHint")}>
        <ScheduleFields />
        {can("events.override") && (
          <SwitchField name="override" label={t("events.override")} hint={t("events.overrideHint")} />
        )}
      </FormSection>
      <FormSection title={t("series.ruleTitle")} hint={t("series.ruleHint")}>
        <RuleFields />
      </FormSection>
      <AboutSection isNew />
      <CustomerSection />
      <PriceSection takesCode />
      <NotesSection />
      <FormActions>
        <ResetButton />
        <SubmitButton>{t("series.preview")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function RuleFields() {
  const t = useTranslation();
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
        <SegmentedField
          name="ends"
          label={t("series.ends")}
          options={[
            { value: "count", label: t("series.endsCount") },
            { value: "until", label: t("series.endsUntil") },
          ]}
        />
        {ends === "until" ? (
          <DateField name="until" label={t("series.until")} required />
        ) : (
          <TextField name="count" type="number" min={1} max={MAX_OCCURRENCES} label={t("series.count")} required />
        )}
      </FormRow>
      <RuleSummary />
    </>
  );
}

/** While only the first date's weekday is chosen, the choice follows that date. */
function WeekdaysField() {
  const t = useTranslation();
  const { dayName, short } = useWeekdayFormats();
  const { id, value, change, leave, error, control } = useField({ name: "weekdays", required: true });
  const chosen = value as readonly number[];
  const date = useFieldText("date");
  const set = useSetField();
  const followed = useRef(date);
  useEffect(() => {
    if (!isDate(date) || date === followed.current) return;
    if (chosen.length === 1 && chosen[0] === toWeekday(followed.current)) set("weekdays", [toWeekday(date)]);
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

function RuleSummary() {
  const t = useTranslation();
  const language = useLanguage();
  const { date: dayOf } = useWeekdayFormats();
  const found = expandFormRule({
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
    ? t("series.summary", { rule: repetitionText(rule, t, language), count: dates.length, last: dayOf(last) })
    : t("series.summaryNone");
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
      {summary} {dates.length === MAX_OCCURRENCES && rule.until && t("series.summaryMost", { most: MAX_OCCURRENCES })}
    </p>
  );
}

/** Form of opening hours: week, exceptions and linked fields. */
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import type * as z from "zod/mini";
import { hours, type OpeningHourPattern, OpeningHourPatternDraft, type WeeklySlot } from "#contract/hours.ts";
import { clipSpans, dayBounds, findException, openRangesBetween } from "#contract/hours-rules.ts";
import { LinkedFieldsField } from "#web/fields/linked-fields-field.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { DayAxis, DayBar } from "./day-bar.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { formMembers } from "#web/kit/form/form-members.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ownTimeZone } from "#messages/dates.ts";
import { type Exception, ExceptionsField } from "./exceptions.tsx";
import { HolidaysButton } from "./holidays-button.tsx";
import { weekPresets, mergeCompleteSlots } from "./week.ts";
import { WeekEditor } from "./week-editor.tsx";

export type PatternDraft = z.output<typeof OpeningHourPatternDraft>;

export const patternForm = formMembers<PatternDraft, OpeningHourPattern>({
  name: { blank: "" },
  hours: { blank: [...weekPresets.everyDay] },
  exceptions: {
    blank: [],
    from: ({ exceptions }) => exceptions.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
  },
  fieldIds: { blank: [], from: ({ fields }) => fields.map(({ id }) => id) },
});

interface PatternFormProps {
  pattern?: OpeningHourPattern;
  /** Resolves to `false` if people decided not to save. */
  onSave: (draft: PatternDraft) => Promise<unknown>;
}

export function PatternForm({ pattern, onSave }: PatternFormProps) {
  const t = useTranslation();
  const title = t(pattern ? "hours.edit" : "hours.create");
  const leaves = useFormerPatterns(pattern?.id);
  return (
    <Form
      schema={OpeningHourPatternDraft}
      defaultValues={pattern ? patternForm.filledWith(pattern) : patternForm.blank}
      onSubmit={onSave}
      label={title}
      className="gap-6"
    >
      <FormSection title={t("hours.identity")}>
        <TextField name="name" label={t("hours.name")} placeholder={t("hours.nameExample")} required />
      </FormSection>
      <FormSection title={t("hours.week")} hint={t("hours.weekHint")}>
        <WeekEditor name="hours" />
      </FormSection>
      <FormSection title={t("hours.exceptions")} hint={t("hours.exceptionsHint")}>
        <ExceptionsField name="exceptions" more={(there, add) => <HolidaysButton there={there} onAdd={add} />} />
      </FormSection>
      <FormSection title={t("hours.preview")} hint={t("hours.previewHint")}>
        <WeekPreview />
      </FormSection>
      <FormSection title={t("fields.linked")} hint={t("hours.linkedHint")}>
        <LinkedFieldsField name="fieldIds" label={t("fields.title")} noteOf={leaves} />
      </FormSection>
      <FormActions>
        <ResetButton />
        <SubmitButton>{pattern ? t("kit.save") : title}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Warns which other pattern a field would leave, or belongs to. */
function useFormerPatterns(own: string | undefined): (fieldId: string, chosen: boolean) => string | undefined {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(hours.list, { params: { organizationId }, query: { per_page: 100 } }));
  const others = data?.data.filter(({ id }) => id !== own) ?? [];
  const names = new Map(others.flatMap(({ name, fields }) => fields.map(({ id }) => [id, name] as const)));
  return (fieldId, chosen) => {
    const name = names.get(fieldId);
    return name && t(chosen ? "hours.leaves" : "hours.belongsTo", { name });
  };
}

function WeekPreview() {
  const t = useTranslation();
  const { date: dateText, period } = useWeekdayFormats();
  const zone = ownTimeZone();
  const today = Temporal.Now.plainDateISO();
  const [monday, setMonday] = useState(() => today.subtract({ days: today.dayOfWeek - 1 }));
  const week = useFieldValue("hours") as readonly WeeklySlot[];
  const exceptions = (useFieldValue("exceptions") as readonly Exception[]).map((one) => ({
    ...one,
    hours: mergeCompleteSlots(one.hours),
    place: "pattern" as const,
  }));
  const days = [0, 1, 2, 3, 4, 5, 6].map((ahead) => monday.add({ days: ahead }));
  const [first, last] = [monday.toString(), monday.add({ days: 6 }).toString()];
  const ranges = openRangesBetween(first, last, { timezone: zone, hours: mergeCompleteSlots(week), exceptions });
  return (
    <div className="overflow-hidden rounded-xl border border-line">
      <div className="flex items-center gap-1 border-b border-line py-1.5 pr-2 pl-4">
        <p role="status" className="min-w-0 flex-1 text-13 font-medium tnum">
          {period(first, last)}
        </p>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("hours.weekBefore")}
          onClick={() => setMonday(monday.subtract({ weeks: 1 }))}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("hours.weekAfter")}
          onClick={() => setMonday(monday.add({ weeks: 1 }))}
        >
          <ChevronRight aria-hidden />
        </Button>
      </div>
      <ul className="px-4 py-1.5">
        <li aria-hidden className={`${previewRowClass} max-sm:hidden`}>
          <DayAxis className="sm:col-start-2" />
        </li>
        {days.map((day) => (
          <PreviewDay
            key={day.toString()}
            date={day.toString()}
            label={dateText(day.toString())}
            weekday={day.dayOfWeek}
            exception={findException(day.toString(), exceptions)?.name}
            ranges={ranges}
            zone={zone}
          />
        ))}
      </ul>
    </div>
  );
}

const previewRowClass = "grid items-center gap-x-3 gap-y-1 py-1.5 sm:grid-cols-[6.5rem_minmax(0,1fr)_11rem]";

interface PreviewDayProps {
  date: string;
  label: string;
  weekday: number;
  exception: string | undefined;
  ranges: readonly { start: number; end: number }[];
  zone: string;
}

function PreviewDay({ date, label, weekday, exception, ranges, zone }: PreviewDayProps) {
  const t = useTranslation();
  const { short } = useWeekdayFormats();
  const { time } = useDateFormats(zone);
  const bounds = dayBounds(date, zone);
  const visibleSpans = clipSpans(ranges, bounds);
  // Share of the real day, which has 23, 24 or 25 hours.
  const part = (instant: number) => (instant - bounds.start) / (bounds.end - bounds.start);
  const tone = exception === undefined ? "plain" : "special";
  return (
    <li className={previewRowClass} title={label}>
      <span className="text-13">
        <span className="inline-block first-letter:uppercase">{short(weekday)}</span>{" "}
        <span className="text-ink-3 tnum">{date.slice(8)}</span>
      </span>
      <DayBar stretches={visibleSpans.map(({ start, end }) => ({ from: part(start), to: part(end), tone }))} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2 tnum">
        {visibleSpans.length === 0 && t("hours.closedDay")}
        {visibleSpans.map(({ start, end }) => (
          <span key={start} className="whitespace-nowrap">
            {t("kit.range", { start: time(start), end: time(end) })}
          </span>
        ))}
        {exception !== undefined && <Badge tone="blue">{exception}</Badge>}
      </span>
    </li>
  );
}

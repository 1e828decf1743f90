/** Field of a form for special days: holidays and other exceptions from the weekly hours. */
import { Pencil, Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type * as z from "zod/mini";
import { OpeningHourExceptionDraft, type TimeRange } from "#contract/hours.ts";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { SegmentedField } from "#web/kit/form/choice-fields.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { useField } from "#web/kit/form/field.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormActions, FormRow, SubmitButton, useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { TimeSlotsField } from "./time-slots.tsx";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { t as spoken, useTranslation } from "#web/kit/format/translation.ts";
import { suggestNextSlot, findPeriodOverlaps, mergeCompleteSlots } from "./week.ts";

export type Exception = z.output<typeof OpeningHourExceptionDraft>;
const blankException = { name: "", from: "", to: "", closed: true, hours: [] };
const localToday = () => Temporal.Now.plainDateISO().toString();

export function useHoursText(): (days: Pick<Exception, "closed" | "hours">) => string {
  const t = useTranslation();
  const { range } = useWeekdayFormats();
  return ({ closed, hours }) => (closed ? t("hours.closedDay") : mergeCompleteSlots(hours).map(range).join(", "));
}

interface ExceptionsFieldProps {
  name: string;
  more: (exceptions: readonly Exception[], add: (exceptions: readonly Exception[]) => void) => ReactNode;
}

export function ExceptionsField({ name, more }: ExceptionsFieldProps) {
  const t = useTranslation();
  const { id, value, change, error } = useField({ name });
  const [editing, setEditing] = useState<{ place?: number; title: string; draft: Exception }>();
  const [showsPast, setShowsPast] = useState(false);
  const add = t("hours.addException");
  const currentExceptions = value as readonly Exception[];
  const sorted = (all: readonly Exception[]) => all.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const past = currentExceptions.filter(({ to }) => to < localToday());
  const save = (draft: Exception) => {
    change(sorted([...currentExceptions.filter((_one, index) => index !== editing?.place), draft]));
    setEditing(undefined);
  };
  return (
    <div data-field={name} className="grid gap-3">
      {currentExceptions.length > 0 && (
        <ul className="overflow-hidden rounded-xl border border-line">
          {currentExceptions.map((exception, place) =>
            exception.to < localToday() && !showsPast ? null : (
              <ExceptionRow
                key={`${exception.from} ${exception.name} ${place}`}
                exception={exception}
                onEdit={() => setEditing({ place, title: t("hours.editException"), draft: exception })}
                onRemove={() => change(currentExceptions.filter((_one, index) => index !== place))}
              />
            ),
          )}
          {past.length > 0 && (
            <li className="px-4 py-2 text-13">
              <button type="button" className={textLinkClass} onClick={() => setShowsPast(!showsPast)}>
                {t(showsPast ? "hours.hidePast" : "hours.showPast", { count: past.length })}
              </button>
            </li>
          )}
        </ul>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-13 text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setEditing({ title: add, draft: blankException })}>
          <Plus aria-hidden />
          {add}
        </Button>
        {more(currentExceptions, (exceptions) => change(sorted([...currentExceptions, ...exceptions])))}
      </div>
      <Dialog open={editing !== undefined} onOpenChange={() => setEditing(undefined)} title={editing?.title ?? add}>
        {editing && (
          <Form
            schema={OpeningHourExceptionDraft}
            defaultValues={editing.draft}
            onSubmit={save}
            guard={false}
            label={editing.title}
          >
            <TextField
              name="name"
              label={t("hours.exceptionName")}
              placeholder={t("hours.exceptionExample")}
              required
            />
            <PeriodFields label={t("hours.specialHours")} />
            <FormActions>
              <Button onClick={() => setEditing(undefined)}>{t("kit.cancel")}</Button>
              <SubmitButton>{t("hours.apply")}</SubmitButton>
            </FormActions>
          </Form>
        )}
      </Dialog>
    </div>
  );
}

function ExceptionRow(props: { exception: Exception; onEdit: () => void; onRemove: () => void }) {
  const { exception, onEdit, onRemove } = props;
  const t = useTranslation();
  const { period } = useWeekdayFormats();
  const say = useHoursText();
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-b-0">
      <div className="grid min-w-0 flex-1 items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,13rem)_minmax(0,11rem)]">
        <span className="text-13 font-medium [overflow-wrap:anywhere]">{exception.name}</span>
        <span className="text-13 text-ink-3 tnum">{period(exception.from, exception.to)}</span>
        <span>
          <Badge tone={exception.closed ? "rose" : "blue"}>{say(exception)}</Badge>
        </span>
      </div>
      <span className="-mr-2 flex shrink-0">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t("hours.editThat", { name: exception.name })}
          onClick={onEdit}
        >
          <Pencil aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t("kit.remove", { name: exception.name })}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </span>
    </li>
  );
}

/** Ignores incomplete slots: the schema reports them. */
const validateNoOverlaps = (value: unknown, values: object) => {
  const { closed, ...days } = values as Pick<Exception, "from" | "to" | "closed">;
  const isWrong = !closed && findPeriodOverlaps(value as TimeRange[], days).size > 0;
  return isWrong ? spoken("hours.overlapsRemain") : undefined;
};

interface PeriodFieldsProps {
  label: string;
  /** Hours of the first day as they are otherwise, which special hours begin with. */
  usual?: readonly TimeRange[];
}

/** Edits `from`, `to`, `closed` and `hours` of the surrounding form. */
export function PeriodFields({ label, usual = [] }: PeriodFieldsProps) {
  const t = useTranslation();
  const { range } = useWeekdayFormats();
  const set = useSetField();
  const [from, to] = [useFieldText("from"), useFieldText("to")];
  const isClosed = useFieldValue("closed") === true;
  const hours = useFieldValue("hours") as readonly TimeRange[];
  const wrongAmong = (slots: readonly TimeRange[]) =>
    new Map(
      [...findPeriodOverlaps(slots, { from, to })].map(
        ([place, other]) => [place, t("hours.overlapsThat", { slot: range(other) })] as const,
      ),
    );
  const startingHours = usual.length > 0 ? usual : [suggestNextSlot([])];
  /** Drops incomplete hours while they are hidden. */
  const choose = (closed: boolean) =>
    set("hours", closed ? mergeCompleteSlots(hours) : hours.length > 0 ? hours : startingHours);
  return (
    <>
      <FormRow>
        <DateField
          name="from"
          label={t("hours.from")}
          // Most exceptions last one day.
          onLeave={() => to === "" && from !== "" && set("to", from)}
          required
        />
        <DateField name="to" label={t("hours.to")} required />
      </FormRow>
      <SegmentedField
        name="closed"
        label={t("hours.onTheseDays")}
        options={[
          { value: true, label: t("hours.closedAllDay") },
          { value: false, label: t("hours.specialHours") },
        ]}
        onChosen={choose}
      />
      {!isClosed && (
        <TimeSlotsField
          name="hours"
          label={label}
          validate={validateNoOverlaps}
          findErrors={wrongAmong}
          next={suggestNextSlot}
        />
      )}
    </>
  );
}

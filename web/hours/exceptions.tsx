/** The days on which other hours hold than the weekly ones: holidays, special hours. The value of a form's field. */
import { Pencil, Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type * as z from "zod/mini";
import { ExceptionDraft, type TimeRange } from "#contract/hours.ts";
import { Badge } from "#web/kit/badge.tsx";
import { Button } from "#web/kit/button.tsx";
import { SegmentsField } from "#web/kit/choice-fields.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { useField } from "#web/kit/field.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextField } from "#web/kit/fields.tsx";
import { Form, FormActions, FormRow, SubmitButton, useFieldValue, useSetField } from "#web/kit/form.tsx";
import { textLink } from "#web/kit/text-link.ts";
import { TimeSlotsField } from "#web/kit/time-slots.tsx";
import { useWeek } from "#web/kit/weekdays.ts";
import { t as spoken, useWords } from "#web/kit/words.ts";
import { nextSlot, overlapsOfDays, tidy } from "./week.ts";

export type Exception = z.output<typeof ExceptionDraft>;
const blank = { name: "", from: "", to: "", closed: true, hours: [] };
const today = () => Temporal.Now.plainDateISO().toString();

/** What holds on its days, in words: closed, or when it is open. */
export function useDaysText(): (days: Pick<Exception, "closed" | "hours">) => string {
  const t = useWords();
  const { range } = useWeek();
  return ({ closed, hours }) => (closed ? t("hours.closedDay") : tidy(hours).map(range).join(", "));
}

interface ExceptionsFieldProps {
  name: string;
  /** What else adds some: the public holidays. */
  more: (there: readonly Exception[], add: (exceptions: readonly Exception[]) => void) => ReactNode;
}

export function ExceptionsField({ name, more }: ExceptionsFieldProps) {
  const t = useWords();
  const { id, value, change, error } = useField({ name });
  const [editing, setEditing] = useState<{ place?: number; title: string; draft: Exception }>();
  const [showsPast, setShowsPast] = useState(false);
  const add = t("hours.addException");
  const there = value as readonly Exception[];
  const sorted = (all: readonly Exception[]) => all.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const past = there.filter(({ to }) => to < today());
  const save = (draft: Exception) => {
    change(sorted([...there.filter((_one, index) => index !== editing?.place), draft]));
    setEditing(undefined);
  };
  return (
    <div data-field={name} className="grid gap-3">
      {there.length > 0 && (
        <ul className="overflow-hidden rounded-xl border border-line">
          {there.map((exception, place) =>
            exception.to < today() && !showsPast ? null : (
              <ExceptionRow
                key={`${exception.from} ${exception.name} ${place}`}
                exception={exception}
                onEdit={() => setEditing({ place, title: t("hours.editException"), draft: exception })}
                onRemove={() => change(there.filter((_one, index) => index !== place))}
              />
            ),
          )}
          {past.length > 0 && (
            <li className="px-4 py-2 text-13">
              <button type="button" className={textLink} onClick={() => setShowsPast(!showsPast)}>
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
        <Button onClick={() => setEditing({ title: add, draft: blank })}>
          <Plus aria-hidden />
          {add}
        </Button>
        {more(there, (exceptions) => change(sorted([...there, ...exceptions])))}
      </div>
      <Dialog open={editing !== undefined} onOpenChange={() => setEditing(undefined)} title={editing?.title ?? add}>
        {editing && (
          <Form
            schema={ExceptionDraft}
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
  const t = useWords();
  const { period } = useWeek();
  const say = useDaysText();
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

/** Only complete slots overlap; whatever else is wrong, the schema says. */
const refuseOverlaps = (value: unknown, values: object) => {
  const { closed, ...days } = values as Pick<Exception, "from" | "to" | "closed">;
  const isWrong = !closed && overlapsOfDays(value as TimeRange[], days).size > 0;
  return isWrong ? spoken("hours.overlapsRemain") : undefined;
};

/** From when to when, and what holds on these days: `from`, `to`, `closed` and `hours` of the form around. */
export function PeriodFields({ label }: { label: string }) {
  const t = useWords();
  const { range } = useWeek();
  const set = useSetField();
  const [from, to] = [useFieldText("from"), useFieldText("to")];
  const isClosed = useFieldValue("closed") === true;
  const hours = useFieldValue("hours") as readonly TimeRange[];
  const wrongAmong = (slots: readonly TimeRange[]) =>
    new Map(
      [...overlapsOfDays(slots, { from, to })].map(
        ([place, other]) => [place, t("hours.overlapsThat", { slot: range(other) })] as const,
      ),
    );
  /** What is half typed is in nobody's way while it is not seen. */
  const choose = (closed: boolean) => set("hours", closed ? tidy(hours) : hours.length > 0 ? hours : [nextSlot([])]);
  return (
    <>
      <FormRow>
        <TextField
          name="from"
          type="date"
          label={t("hours.from")}
          // Most last a day.
          onBlurCapture={() => to === "" && from !== "" && set("to", from)}
          required
        />
        <TextField name="to" type="date" label={t("hours.to")} required />
      </FormRow>
      <SegmentsField
        name="closed"
        label={t("hours.onTheseDays")}
        options={[
          { value: true, label: t("hours.closedAllDay") },
          { value: false, label: t("hours.specialHours") },
        ]}
        onChosen={choose}
      />
      {!isClosed && (
        <TimeSlotsField name="hours" label={label} validate={refuseOverlaps} wrongAmong={wrongAmong} next={nextSlot} />
      )}
    </>
  );
}

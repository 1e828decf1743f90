/** Opening and closing times of one day in the form of opening hours. */
import { Plus, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useMoment } from "#web/kit/form/date-fields.tsx";
import { DateInput } from "#web/kit/form/date-input.tsx";
import { type FieldProps, useField } from "#web/kit/form/field.tsx";
import { useFieldValue } from "#web/kit/form/form-context.ts";
import {
  hasBothTimes,
  endsNextDay,
  isWholeDay,
  type WallTimeRange,
  useWeekdayFormats,
} from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface TimeSlotsProps {
  /** Name of the list in the form's values: `hours`. */
  path: string;
  label: string;
  /** Indexes into that list. */
  places: readonly number[];
  /** Error messages by index. */
  wrong: ReadonlyMap<number, string>;
  note?: ReactNode;
  onRemove: (place: number) => void;
}

export function TimeSlots({ path, label, places, wrong, note, onRemove }: TimeSlotsProps) {
  const t = useTranslation();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {places.map((place, index) => (
          <SlotRow
            key={place}
            name={`${path}.${place}`}
            label={t("kit.slotOf", { name: label, number: index + 1 })}
            wrong={wrong.get(place)}
            onRemove={() => onRemove(place)}
          />
        ))}
      </div>
      <p role="status" className="text-xs text-ink-3 empty:hidden">
        {note}
      </p>
    </div>
  );
}

interface SlotRowProps {
  name: string;
  label: string;
  wrong: string | undefined;
  onRemove: () => void;
}

function SlotRow({ name, label, wrong, onRemove }: SlotRowProps) {
  const t = useTranslation();
  const { time } = useWeekdayFormats();
  const id = useId();
  const value = useFieldValue(name) as WallTimeRange | undefined;
  const past = value && hasBothTimes(value) && endsNextDay(value) && t("kit.untilNextDay", { time: time(value.end) });
  const note = value && hasBothTimes(value) && isWholeDay(value) ? t("kit.wholeDay") : past;
  const notes = cx(wrong !== undefined && `${id}-wrong`, note && `${id}-note`) || undefined;
  return (
    <div role="group" aria-label={label} className="w-78 max-w-full">
      <div className="flex items-start gap-1.5">
        <TimeInput name={`${name}.start`} label={t("kit.start")} isWrong={wrong !== undefined} notes={notes} />
        <span className="mt-2 text-ink-3 pointer-coarse:mt-3" aria-hidden>
          –
        </span>
        <TimeInput name={`${name}.end`} label={t("kit.end")} isWrong={wrong !== undefined} notes={notes} />
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("kit.remove", { name: label })}
          onClick={onRemove}
          className="mt-0.5 text-ink-3"
        >
          <X aria-hidden />
        </Button>
      </div>
      {note && (
        <p id={`${id}-note`} className="mt-1 text-xs text-ink-3">
          {note}
        </p>
      )}
      <p id={`${id}-wrong`} role="status" className="mt-1 text-xs text-danger empty:hidden">
        {wrong}
      </p>
    </div>
  );
}

interface TimeInputProps {
  name: string;
  label: string;
  isWrong: boolean;
  /** Ids for `aria-describedby`. */
  notes: string | undefined;
}

function TimeInput({ name, label, isWrong, notes }: TimeInputProps) {
  const { id, error, input } = useMoment("time", { name });
  return (
    <div data-field={name} className="min-w-0 flex-1">
      <DateInput
        {...input}
        aria-label={label}
        aria-invalid={input["aria-invalid"] || isWrong}
        aria-describedby={cx(input["aria-describedby"], notes) || undefined}
        // A phone has no room for the clock button.
        className="pl-2 max-sm:pr-2 max-sm:[&>button]:hidden"
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

interface AddSlotButtonProps {
  className?: string;
  /** For `focusAddSlotButton`. */
  id: string;
  label: string;
  onClick: () => void;
}

export function AddSlotButton({ id, label, onClick, className }: AddSlotButtonProps) {
  const t = useTranslation();
  return (
    <Button
      id={id}
      variant="ghost"
      size="sm"
      aria-label={t("kit.addSlotTo", { name: label })}
      onClick={onClick}
      className={className}
    >
      <Plus aria-hidden />
      {t("kit.addSlot")}
    </Button>
  );
}

/** Removing a time slot loses the focus: this moves it to the add button. */
export const focusAddSlotButton = (id: string): void => document.getElementById(id)?.focus();

interface TimeSlotsFieldProps extends Pick<FieldProps, "name" | "label" | "validate"> {
  findErrors: (slots: readonly WallTimeRange[]) => ReadonlyMap<number, string>;
  next: (slots: readonly WallTimeRange[]) => WallTimeRange;
}

export function TimeSlotsField({ name, label, validate, findErrors: wrongAmong, next }: TimeSlotsFieldProps) {
  const { id, value, change, error } = useField({ name, validate });
  const slots = value as readonly WallTimeRange[];
  return (
    <div data-field={name} className="grid justify-items-start gap-2">
      <TimeSlots
        path={name}
        label={label}
        places={slots.map((_slot, place) => place)}
        wrong={wrongAmong(slots)}
        onRemove={(place) => {
          change(slots.filter((_slot, index) => index !== place));
          focusAddSlotButton(`${id}-add`);
        }}
      />
      <AddSlotButton id={`${id}-add`} label={label} onClick={() => change([...slots, next(slots)])} />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

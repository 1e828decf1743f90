/** Timeslots as two times each, in a form; what is wrong with one stands beside it. */
import { Plus, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { type FieldProps, useField } from "./field.tsx";
import { useFieldValue } from "./form-context.ts";
import { Input } from "./input.tsx";
import { isComplete, isPastMidnight, isWholeDay, type Slot, useWeek } from "./weekdays.ts";
import { useWords } from "./words.ts";

interface TimeSlotsProps {
  /** Of the list of slots in the form's values: `hours`. */
  path: string;
  /** Whose they are: `Monday`. */
  label: string;
  /** Their places in that list. */
  places: readonly number[];
  /** What is wrong with some of them, in words. */
  wrong: ReadonlyMap<number, string>;
  /** What there is to say of all of them. */
  note?: ReactNode;
  onRemove: (place: number) => void;
}

export function TimeSlots({ path, label, places, wrong, note, onRemove }: TimeSlotsProps) {
  const t = useWords();
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
  /** `hours.3`. */
  name: string;
  /** `Monday, timeslot 1`. */
  label: string;
  wrong: string | undefined;
  onRemove: () => void;
}

function SlotRow({ name, label, wrong, onRemove }: SlotRowProps) {
  const t = useWords();
  const { time } = useWeek();
  const id = useId();
  const value = useFieldValue(name) as Slot | undefined;
  const past = value && isComplete(value) && isPastMidnight(value) && t("kit.untilNextDay", { time: time(value.end) });
  const note = value && isComplete(value) && isWholeDay(value) ? t("kit.wholeDay") : past;
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
  /** Ids of what is said about it. */
  notes: string | undefined;
}

function TimeInput({ name, label, isWrong, notes }: TimeInputProps) {
  const { id, value, change, leave, error, control } = useField({ name });
  return (
    <div data-field={name} className="min-w-0 flex-1">
      <Input
        {...control}
        type="time"
        aria-label={label}
        aria-invalid={control["aria-invalid"] || isWrong}
        aria-describedby={cx(control["aria-describedby"], notes) || undefined}
        // The browser's own field knows no 24:00, which means the same.
        value={value === "24:00" ? "00:00" : ((value as string | undefined) ?? "")}
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
        // There is no room for the clock on a phone, whose keyboard opens anyway.
        className="px-2 tnum max-sm:[&::-webkit-calendar-picker-indicator]:hidden"
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

interface AddSlotProps {
  /** For `focusAddSlot`. */
  id: string;
  label: string;
  onClick: () => void;
}

/** Adds one to those of `label`. */
export function AddSlot({ id, label, onClick }: AddSlotProps) {
  const t = useWords();
  return (
    <Button id={id} variant="ghost" size="sm" aria-label={t("kit.addSlotTo", { name: label })} onClick={onClick}>
      <Plus aria-hidden />
      {t("kit.addSlot")}
    </Button>
  );
}

/** Where the focus goes when a timeslot that had it is taken away. */
export const focusAddSlot = (id: string): void => document.getElementById(id)?.focus();

interface TimeSlotsFieldProps extends Pick<FieldProps, "name" | "label" | "validate"> {
  /** What is wrong with some of them, in words, by their place. */
  wrongAmong: (slots: readonly Slot[]) => ReadonlyMap<number, string>;
  /** What another one begins with. */
  next: (slots: readonly Slot[]) => Slot;
}

/** The value of a form's field: any number of timeslots. */
export function TimeSlotsField({ name, label, validate, wrongAmong, next }: TimeSlotsFieldProps) {
  const { id, value, change, error } = useField({ name, validate });
  const slots = value as readonly Slot[];
  return (
    <div data-field={name} className="grid justify-items-start gap-2">
      <TimeSlots
        path={name}
        label={label}
        places={slots.map((_slot, place) => place)}
        wrong={wrongAmong(slots)}
        onRemove={(place) => {
          change(slots.filter((_slot, index) => index !== place));
          focusAddSlot(`${id}-add`);
        }}
      />
      <AddSlot id={`${id}-add`} label={label} onClick={() => change([...slots, next(slots)])} />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

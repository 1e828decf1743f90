/** The slot that somebody chose in a form: when and where it is, how long, for how much, and whether it is still free. */
import { useQuery } from "@tanstack/react-query";
import type { Availability } from "#contract/availability.ts";
import { fields } from "#contract/fields.ts";
import { read } from "#web/kit/api.ts";
import { useDates } from "#web/kit/dates.ts";
import { useField } from "#web/kit/field.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { useFieldValue } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { OtherSlots } from "./slot-chip.tsx";
import { type FreeSlot, nextFree, type OfferedField, type Start, startOf } from "./slots.ts";
import { PlanChips } from "./when-fields.tsx";

/** The slot of the form around, with its field. */
export function useChosen() {
  const { organizationId } = useScope();
  const [fieldId, startTime] = [useFieldText("fieldId"), useFieldText("startTime")];
  const minutes = useFieldValue("duration");
  const { data } = useQuery({
    ...read(fields.read, { params: { organizationId, fieldId } }, { quiet: true }),
    enabled: fieldId !== "",
  });
  if (fieldId === "" || startTime === "" || !data || data.data.id !== fieldId) return undefined;
  return { field: data.data, startTime, duration: typeof minutes === "number" ? minutes : 60 };
}
export type Chosen = NonNullable<ReturnType<typeof useChosen>>;

interface ChosenSlotProps {
  chosen: Chosen;
  /** What is free on the day that is looked at; undefined while nobody knows. */
  day: Availability | undefined;
  /** The slot that the event has already. */
  own: { fieldId: string; startTime: string } | undefined;
  onChoose: (field: OfferedField, start: Start) => void;
}

/** What is chosen, for how long, and what is free instead where somebody else was faster. */
export function ChosenSlot({ chosen, day, own, onChoose }: ChosenSlotProps) {
  const tag = useLocale();
  const { field, startTime, duration } = chosen;
  const { timeRange } = useDates(field.timezone);
  const end = new Date(Date.parse(startTime) + duration * 60_000);
  const slot = { fieldId: field.id, startTime, duration };
  const isOwn = own?.fieldId === field.id && Date.parse(own.startTime) === Date.parse(startTime);
  const start = startOf(day, slot);
  const isOnDay = day !== undefined && day.date === localDate(startTime, field.timezone);
  const isLost = isOnDay && !start && !isOwn && day.fields.some(({ field: { id } }) => id === field.id);
  const dayName = new Intl.DateTimeFormat(tag, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: field.timezone,
  }).format(new Date(startTime));
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-13">
        <span className="font-medium">{field.name}</span>
        <span className="text-ink-2 tnum">
          {dayName} · {timeRange(startTime, end)}
        </span>
      </p>
      <Plans start={start} />
      <SlotErrors isLost={isLost} free={day && isOnDay ? nextFree(day, slot) : []} day={day} onChoose={onChoose} />
    </>
  );
}

const localDate = (instant: string, timezone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(new Date(instant));

/** The durations on offer at the chosen start, each with its price. */
function Plans({ start }: { start: Start | undefined }) {
  const [duration, priceType] = [useFieldValue("duration"), useFieldValue("priceType")];
  if (!start || start.options.length < 2) return null;
  return (
    <PlanChips
      options={start.options}
      isChosen={(option) => option.duration === duration && option.priceType === priceType}
    />
  );
}

interface SlotErrorsProps {
  /** Somebody else has taken it meanwhile. */
  isLost: boolean;
  free: readonly FreeSlot[];
  day: Availability | undefined;
  onChoose: ChosenSlotProps["onChoose"];
}

/** What is wrong with the slot, and what is free instead; all else that was filled in stays. */
function SlotErrors({ isLost, free, day, onChoose }: SlotErrorsProps) {
  const t = useWords();
  const wrong = [
    useField({ name: "startTime" }).error,
    useField({ name: "fieldId" }).error,
    useField({ name: "duration" }).error,
    useField({ name: "priceType" }).error,
    useField({ name: "payment" }).error,
  ].find((error) => error !== undefined);
  const said = wrong ?? (isLost ? t("events.slotTaken") : undefined);
  if (said === undefined) return null;
  const choose = ({ fieldId, startTime }: FreeSlot) => {
    const offered = day?.fields.find(({ field }) => field.id === fieldId);
    const start = startOf(day, { fieldId, startTime });
    if (offered && start) onChoose(offered, start);
  };
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-form-errors
      className="grid gap-2 rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg outline-none"
    >
      {said}
      {isLost && <OtherSlots label={t("availability.instead")} slots={free} onChoose={choose} />}
    </div>
  );
}

/** The selected time slot of a booking form, shown in short with a button to change it. */
import { useQuery } from "@tanstack/react-query";
import type { Availability } from "#contract/availability.ts";
import { fields } from "#contract/fields.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useField } from "#web/kit/form/field.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { localDate } from "#messages/dates.ts";
import { AlternativeSlots } from "./slot-chip.tsx";
import { type FreeSlot, findAlternativeSlots, type AvailableField, type SlotStart, findStart } from "./slots.ts";
import { PlanChips } from "./schedule-fields.tsx";

export function useChosenSlot() {
  const { organizationId } = useScope();
  const [fieldId, startTime] = [useFieldText("fieldId"), useFieldText("startTime")];
  const minutes = useFieldValue("duration");
  const { data } = useQuery({
    ...endpointQuery(fields.read, { params: { organizationId, fieldId } }, { quiet: true }),
    enabled: fieldId !== "",
  });
  if (fieldId === "" || startTime === "" || !data || data.data.id !== fieldId) return undefined;
  return { field: data.data, startTime, duration: typeof minutes === "number" ? minutes : 60 };
}
export type ChosenSlotValue = NonNullable<ReturnType<typeof useChosenSlot>>;

interface ChosenSlotProps {
  chosen: ChosenSlotValue;
  day: Availability | undefined;
  /** The slot that the edited event occupies. */
  own: { fieldId: string; startTime: string } | undefined;
  onChoose: (field: AvailableField, start: SlotStart) => void;
}

export function ChosenSlot({ chosen, day, own, onChoose }: ChosenSlotProps) {
  const { field, startTime, duration } = chosen;
  const { day: dayName, timeRange } = useDateFormats(field.timezone);
  const end = new Date(Date.parse(startTime) + duration * 60_000);
  const slot = { fieldId: field.id, startTime, duration };
  const isOwn = own?.fieldId === field.id && Date.parse(own.startTime) === Date.parse(startTime);
  const start = findStart(day, slot);
  const isOnDay = day !== undefined && day.date === localDate(startTime, field.timezone);
  const isLost = isOnDay && !start && !isOwn && day.fields.some(({ field: { id } }) => id === field.id);
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-13">
        <span className="font-medium">{field.name}</span>
        <span className="text-ink-2 tnum">
          {dayName(startTime)} · {timeRange(startTime, end)}
        </span>
      </p>
      <PlanChoice start={start} />
      <SlotErrors
        isLost={isLost}
        free={day && isOnDay ? findAlternativeSlots(day, slot) : []}
        day={day}
        onChoose={onChoose}
      />
    </>
  );
}

function PlanChoice({ start }: { start: SlotStart | undefined }) {
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
  /** Somebody else has booked it meanwhile. */
  isLost: boolean;
  free: readonly FreeSlot[];
  day: Availability | undefined;
  onChoose: ChosenSlotProps["onChoose"];
}

function SlotErrors({ isLost, free, day, onChoose }: SlotErrorsProps) {
  const t = useTranslation();
  const wrong = [
    useField({ name: "startTime" }).error,
    useField({ name: "fieldId" }).error,
    useField({ name: "duration" }).error,
    useField({ name: "priceType" }).error,
    useField({ name: "payment" }).error,
  ].find((error) => error !== undefined);
  const message = wrong ?? (isLost ? t("events.slotTaken") : undefined);
  if (message === undefined) return null;
  const choose = ({ fieldId, startTime }: FreeSlot) => {
    const offered = day?.fields.find(({ field }) => field.id === fieldId);
    const start = findStart(day, { fieldId, startTime });
    if (offered && start) onChoose(offered, start);
  };
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-form-errors
      className="grid gap-2 rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg outline-none"
    >
      {message}
      {isLost && <AlternativeSlots label={t("availability.instead")} slots={free} onChoose={choose} />}
    </div>
  );
}

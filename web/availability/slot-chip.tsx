import { cx } from "#web/kit/ui/cx.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface SlotChipProps {
  startTime: string;
  timezone: string;
  /** Minor units. Shown below the time unless `place` is given. */
  price?: number | undefined;
  currency?: string | undefined;
  place?: string;
  isChosen?: boolean;
  /** Not offered for the duration that is asked for. */
  isDisabled?: boolean;
  onChoose: () => void;
}

export function SlotChip({
  startTime,
  timezone,
  price,
  currency,
  place,
  isChosen = false,
  isDisabled = false,
  onChoose,
}: SlotChipProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { time } = useDateFormats(timezone);
  const below = place ?? (price === undefined ? undefined : price === 0 ? t("events.free") : money(price, currency));
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={isDisabled}
      title={isDisabled ? t("availability.notForDuration") : undefined}
      onClick={onChoose}
      className={cx(
        "grid min-h-9 min-w-21 shrink-0 content-center justify-items-center rounded-lg border px-2.5 py-1 text-13 font-medium tnum transition-colors pointer-coarse:min-h-12",
        isDisabled && "opacity-45",
        isChosen
          ? "border-accent bg-accent text-on-accent"
          : "border-line-strong/80 bg-raised text-ink shadow-xs enabled:hover:border-accent enabled:hover:bg-accent-soft",
      )}
    >
      <time dateTime={startTime}>{time(startTime)}</time>
      {below && <span className={cx("text-2xs font-normal", isChosen ? "" : "text-ink-3")}>{below}</span>}
    </button>
  );
}

interface AlternativeSlotsProps<Slot> {
  label: string;
  slots: readonly Slot[];
  onChoose: (slot: Slot) => void;
}

export function AlternativeSlots<
  Slot extends { fieldId: string; fieldName: string; startTime: string; timezone: string },
>({ label, slots, onChoose }: AlternativeSlotsProps<Slot>) {
  if (slots.length === 0) return null;
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-1.5 text-13">
      {label}
      {slots.map((slot) => (
        <SlotChip
          key={`${slot.fieldId} ${slot.startTime}`}
          startTime={slot.startTime}
          timezone={slot.timezone}
          place={slot.fieldName}
          onChoose={() => onChoose(slot)}
        />
      ))}
    </div>
  );
}

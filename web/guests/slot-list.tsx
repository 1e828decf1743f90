/** Free times to choose from, and the one that was chosen. */
import { ChevronRight } from "lucide-react";
import type { SlotProposal, Slots, SlotStart } from "#contract/availability.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { useDayText } from "#web/availability/use-day-text.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import type { Choice } from "./choice.ts";

interface SlotListProps {
  slots: Slots;
  slug: string;
  /** The time that was asked for is taken. */
  isLost: boolean;
  onPick: (choice: Choice) => void;
}

export function SlotList({ slots, slug, isLost, onPick }: SlotListProps) {
  const t = useTranslation();
  const starts: (SlotStart | SlotProposal)[] = [...slots.near, ...slots.instead];
  if (starts.length === 0)
    return (
      <div className="grid gap-3 rounded-lg border border-line p-4 text-13">
        <p role="status">{slots.refusal ?? t("bookings.noneFree")}</p>
        <a href={`/c/${slug}/find`} className="font-medium text-accent-ink hover:underline">
          {t("guests.otherTimes")}
        </a>
      </div>
    );
  return (
    <div className="grid gap-3">
      {isLost && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {t("bookings.slotLost")}
        </p>
      )}
      <Card>
        <ul aria-label={t("search.free")} className="divide-y divide-line">
          {starts.map((start) => (
            <li key={`${start.startTime} ${start.duration}`}>
              <SlotButton start={start} slots={slots} onPick={onPick} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function SlotButton({ start, slots, onPick }: { start: SlotStart } & Pick<SlotListProps, "slots" | "onPick">) {
  const t = useTranslation();
  const priceText = usePriceText();
  const { longDay, timeRange } = useDateFormats(slots.timezone);
  const [field] = start.fields;
  if (!field) return null;
  const from = priceText(start.price.from, slots.currency);
  return (
    <button
      type="button"
      onClick={() => onPick({ start, field })}
      className="flex w-full cursor-pointer items-center gap-3 px-4 py-3 text-left outline-none hover:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold tnum">{timeRange(start.startTime, start.endTime)}</span>
        <span className="block text-13 text-ink-2 first-letter:uppercase">
          {longDay(start.startTime)} · {t("bookings.freeFields", { count: start.free })}
        </span>
      </span>
      <span className="text-13 font-semibold tnum">
        {start.price.from === start.price.to ? from : t("bookings.from", { price: from })}
      </span>
      <ChevronRight className="size-4 text-ink-3" aria-hidden />
    </button>
  );
}

interface ChosenSlotProps extends Pick<Slots, "timezone" | "currency"> {
  choice: Choice;
  onChange: () => void;
}

export function ChosenSlot({ choice: { start, field }, timezone, currency, onChange }: ChosenSlotProps) {
  const t = useTranslation();
  const priceText = usePriceText();
  const { timeRange } = useDateFormats(timezone);
  const dayText = useDayText(timezone);
  return (
    <section
      aria-label={t("guests.slot")}
      className="flex items-start justify-between gap-3 rounded-lg border border-line bg-sunken px-4 py-3"
    >
      <div className="min-w-0">
        <p className="text-13 text-ink-2 first-letter:uppercase">{dayText(start.startTime)}</p>
        <p className="text-lg font-semibold tracking-tight tnum">{timeRange(start.startTime, start.endTime)}</p>
        <p className="text-13 [overflow-wrap:anywhere] text-ink-2">
          {field.name} · {field.facility.name}
        </p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-2">
        <p className="font-semibold tnum">{priceText(field.price, currency)}</p>
        <Button size="sm" onClick={onChange}>
          {t("guests.changeSlot")}
        </Button>
      </div>
    </section>
  );
}

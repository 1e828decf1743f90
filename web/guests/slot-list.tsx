/** Free times to choose from, and the one that was chosen. */
import { ChevronRight } from "lucide-react";
import type { SlotProposal, Slots, SlotStart } from "#contract/availability.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { useDayText } from "#web/availability/use-day-text.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import type { Choice } from "./choice.ts";

interface SlotListProps {
  slots: Slots;
  slug: string;
  /** The time that was asked for is taken. */
  isLost: boolean;
  /** The one that is changed, while it is still to be had. */
  present: Choice | undefined;
  /** The court that was chosen: it is proposed where it is free too. */
  wantedId: string | undefined;
  onPick: (choice: Choice) => void;
}

export function SlotList({ slots, slug, isLost, present, wantedId, onPick }: SlotListProps) {
  const t = useTranslation();
  const { longDay, timeRange } = useDateFormats(slots.timezone);
  const starts: (SlotStart | SlotProposal)[] = [...slots.near, ...slots.instead].toSorted((one, other) =>
    one.startTime === other.startTime ? one.duration - other.duration : one.startTime < other.startTime ? -1 : 1,
  );
  if (starts.length === 0)
    return (
      <div className="grid gap-3 rounded-lg border border-line p-4 text-13">
        <p role="status">{slots.refusal ?? t("bookings.noneFree")}</p>
        <OtherTimes slug={slug} />
      </div>
    );
  return (
    <div className="grid gap-3">
      {isLost && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {t("bookings.slotLost")}
        </p>
      )}
      <h2 className="text-base font-semibold">{t("guests.chooseTime")}</h2>
      {[...Map.groupBy(starts, ({ startTime }) => longDay(startTime))].map(([day, ofDay]) => (
        <Card key={day} title={<span className="inline-block first-letter:uppercase">{day}</span>}>
          <ul aria-label={day} className="divide-y divide-line">
            {ofDay.map((start) => (
              <li key={`${start.startTime} ${start.duration}`}>
                <SlotButton {...{ start, slots, wantedId, onPick }} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <OtherTimes slug={slug} />
        {present && (
          <Button onClick={() => onPick(present)}>
            {t("guests.keepTime", { time: timeRange(present.start.startTime, present.start.endTime) })}
          </Button>
        )}
      </div>
    </div>
  );
}

const OtherTimes = ({ slug }: { slug: string }) => (
  <a href={`/c/${slug}/find`} className="text-13 font-medium text-accent-ink hover:underline">
    {useTranslation()("guests.otherTimes")}
  </a>
);

interface SlotButtonProps extends Pick<SlotListProps, "slots" | "wantedId" | "onPick"> {
  start: SlotStart;
}

function SlotButton({ start, slots, wantedId, onPick }: SlotButtonProps) {
  const t = useTranslation();
  const priceText = usePriceText();
  const { timeRange } = useDateFormats(slots.timezone);
  const field = start.fields.find(({ id }) => id === wantedId) ?? start.fields[0];
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
        <span className="block text-13 text-ink-2">{t("bookings.freeFields", { count: start.free })}</span>
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
  onPick: (choice: Choice) => void;
  onChange: () => void;
}

export function ChosenSlot({ choice: { start, field }, timezone, currency, onPick, onChange }: ChosenSlotProps) {
  const t = useTranslation();
  const priceText = usePriceText();
  const { timeRange } = useDateFormats(timezone);
  const dayText = useDayText(timezone);
  return (
    <section
      aria-label={t("guests.slot")}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border border-line bg-sunken px-4 py-3"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-13 text-ink-2 first-letter:uppercase">{dayText(start.startTime)}</p>
          <p className="text-lg font-semibold tracking-tight tnum">{timeRange(start.startTime, start.endTime)}</p>
        </div>
        <div className="grid shrink-0 justify-items-end gap-2">
          <p className="font-semibold tnum">{priceText(field.price, currency)}</p>
          <Button size="sm" onClick={onChange}>
            {t("guests.changeSlot")}
          </Button>
        </div>
      </div>
      {start.fields.length > 1 ? (
        <Select
          aria-label={t("events.field")}
          options={start.fields.map((one) => ({
            value: one.id,
            label: [one.name, one.facility.name, one.price !== field.price && priceText(one.price, currency)]
              .filter(Boolean)
              .join(" · "),
          }))}
          value={field.id}
          onValueChange={(id) => {
            const other = start.fields.find((one) => one.id === id);
            if (other) onPick({ start, field: other });
          }}
        />
      ) : (
        <p className="text-13 [overflow-wrap:anywhere] text-ink-2">
          {field.name} · {field.facility.name}
        </p>
      )}
    </section>
  );
}

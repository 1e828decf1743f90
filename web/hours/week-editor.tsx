/** Editor of the opening hours of a week: days, times, copy to other days. */
import { Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { WeeklySlot } from "#contract/hours.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { DayAxis, DayBar } from "./day-bar.tsx";
import { useField } from "#web/kit/form/field.tsx";
import { useFocusField } from "#web/kit/form/form.tsx";
import { Popover } from "#web/kit/ui/popover.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { AddSlotButton, focusAddSlotButton, TimeSlots } from "./time-slots.tsx";
import { type WallTimeRange, useWeekdayFormats, weekdays } from "#web/kit/format/weekday-formats.ts";
import { t as spoken, useTranslation } from "#web/kit/format/translation.ts";
import {
  listMergedSlots,
  suggestNextSlot,
  findOverlappingRows,
  weekPresets,
  toWeekdaySegments,
  copyDaySlots,
} from "./week.ts";

const dayGridClass =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto]";

/** Blocks saving; the slots show the same error while typing. */
const validateNoOverlaps = (value: unknown) =>
  findOverlappingRows(value as WeeklySlot[]).size > 0 ? spoken("hours.overlapsRemain") : undefined;

export function WeekEditor({ name }: { name: string }) {
  const t = useTranslation();
  const { dayName, range } = useWeekdayFormats();
  const focus = useFocusField();
  const { id, value, change, error } = useField({ name, validate: validateNoOverlaps });
  const [announcement, setAnnouncement] = useState("");
  /** Gets the focus after rendering. */
  const added = useRef<string>(undefined);
  const hours = value as readonly WeeklySlot[];
  const overlaps = new Map(
    [...findOverlappingRows(hours)].map(([place, other]) => [
      place,
      t("hours.overlapsThat", { slot: `${dayName(other.weekday)} ${range(other)}` }),
    ]),
  );
  useEffect(() => {
    if (added.current) focus(added.current);
    added.current = undefined;
  });
  const touching = (slots: readonly WallTimeRange[]) =>
    listMergedSlots(slots)
      .map((slot) => t("hours.touching", { range: range(slot) }))
      .join(" ");
  const add = (weekday: number) => {
    change([...hours, { weekday, ...suggestNextSlot(hours.filter((slot) => slot.weekday === weekday)) }]);
    added.current = `${name}.${hours.length}.start`;
  };
  const copy = (from: number, to: readonly number[]) => {
    change(copyDaySlots(hours, from, to));
    setAnnouncement(t("hours.copied", { day: dayName(from), days: to.map(dayName).join(", ") }));
  };
  return (
    <div data-field={name} className="grid gap-4">
      <Presets onChoose={change} />
      <div className="overflow-hidden rounded-xl border border-line">
        <div className={`${dayGridClass} border-b border-line bg-sunken px-4 py-1.5`}>
          <DayAxis className="max-sm:col-span-2 sm:col-start-2" />
          {/* As wide as the buttons below. */}
          <span className="w-17 max-sm:hidden" />
        </div>
        {weekdays.map((weekday) => {
          const places = hours.flatMap((slot, place) => (slot.weekday === weekday ? [place] : []));
          return (
            <section
              key={weekday}
              aria-label={dayName(weekday)}
              className="grid gap-3 border-b border-line px-4 py-3 last:border-b-0"
            >
              <div className={dayGridClass}>
                <h3 className="text-13 font-medium first-letter:uppercase">{dayName(weekday)}</h3>
                <DayBar stretches={toWeekdaySegments(hours, weekday)} className="max-sm:order-1 max-sm:col-span-2" />
                <span className="w-17 text-right">
                  <CopyDayButton weekday={weekday} onCopy={(to) => copy(weekday, to)} />
                </span>
              </div>
              <div className="flex flex-wrap items-start gap-x-6 gap-y-2 sm:ml-29">
                {places.length === 0 && <p className="py-1 text-13 text-ink-3">{t("hours.closedDay")}</p>}
                {places.length > 0 && (
                  <TimeSlots
                    path={name}
                    label={dayName(weekday)}
                    places={places}
                    wrong={overlaps}
                    note={touching(places.flatMap((place) => hours[place] ?? []))}
                    onRemove={(place) => {
                      change(hours.filter((_slot, index) => index !== place));
                      focusAddSlotButton(`${id}-${weekday}`);
                    }}
                  />
                )}
                <AddSlotButton
                  id={`${id}-${weekday}`}
                  label={dayName(weekday)}
                  onClick={() => add(weekday)}
                  // On the line of the inputs, which are higher.
                  className={places.length > 0 ? "sm:mt-1" : undefined}
                />
              </div>
            </section>
          );
        })}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-13 text-danger">
          {error}
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

function Presets({ onChoose }: { onChoose: (hours: readonly WeeklySlot[]) => void }) {
  const t = useTranslation();
  const { time } = useWeekdayFormats();
  const [early, late] = [time("08:00"), time("22:00")];
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
      <span className="mr-1 text-13 text-ink-3">{t("hours.presets")}</span>
      <Button size="sm" onClick={() => onChoose(weekPresets.everyDay)}>
        {t("hours.presetEveryDay", { start: early, end: late })}
      </Button>
      <Button size="sm" onClick={() => onChoose(weekPresets.shortWeekend)}>
        {t("hours.presetShortWeekend", { start: time("09:00"), end: time("20:00") })}
      </Button>
      <Button size="sm" onClick={() => onChoose(weekPresets.aroundTheClock)}>
        {t("hours.presetAroundTheClock")}
      </Button>
      <Button size="sm" onClick={() => onChoose([])}>
        {t("hours.presetClosed")}
      </Button>
    </div>
  );
}

const [workdays, weekend] = [
  [1, 2, 3, 4, 5],
  [6, 7],
];

function CopyDayButton({ weekday, onCopy }: { weekday: number; onCopy: (to: readonly number[]) => void }) {
  const t = useTranslation();
  const { dayName } = useWeekdayFormats();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const others = weekdays.filter((other) => other !== weekday);
  const take = (days: readonly number[]) => setChosen(others.filter((other) => days.includes(other)));
  const title = t("hours.copyOf", { day: dayName(weekday) });
  const trigger = (
    <Button variant="ghost" size="icon" aria-label={title} title={title} className="text-ink-3">
      <Copy aria-hidden />
    </Button>
  );
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setChosen([]);
      }}
      trigger={trigger}
      label={title}
    >
      <p className="text-13 font-medium">{title}</p>
      <div className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-13">
        {(
          [
            ["hours.copyAll", weekdays],
            ["hours.copyWorkdays", workdays],
            ["hours.copyWeekend", weekend],
          ] as const
        ).map(([key, days]) => (
          <button key={key} type="button" className={textLinkClass} onClick={() => take(days)}>
            {t(key)}
          </button>
        ))}
      </div>
      <div className="mt-2 grid">
        {others.map((other) => (
          <CheckBox
            key={other}
            label={<span className="inline-block first-letter:uppercase">{dayName(other)}</span>}
            checked={chosen.includes(other)}
            onChange={(on) => take(on ? [...chosen, other] : chosen.filter((one) => one !== other))}
          />
        ))}
      </div>
      <Button
        variant="primary"
        className="mt-3 w-full"
        disabled={chosen.length === 0}
        onClick={() => {
          onCopy(chosen);
          setOpen(false);
        }}
      >
        {t("hours.copy")}
      </Button>
    </Popover>
  );
}

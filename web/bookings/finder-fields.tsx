/** Fields of the finder as tiles, each a native select: sport, day, about when, how long; below them indoor or outdoor, and how many. */
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Slots } from "#contract/availability.ts";
import { listDatesFrom } from "#web/availability/slots.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import type { FinderSearch, Wishes } from "./finder-search.ts";

export interface FinderOptions {
  sports: readonly { id: number; name: string }[];
  durations: readonly number[];
  spaces: readonly ("indoor" | "outdoor")[];
}

interface WishTilesProps {
  options: FinderOptions;
  wishes: Wishes;
  /** As the server has filled it in. */
  asked: Slots["asked"] | undefined;
  today: string;
  onChange: (changes: FinderSearch) => void;
}

const MAX_DAYS = 60;
const MAX_PEOPLE = 22;
const halfHours = Array.from(
  { length: 48 },
  (_, index) => `${String(Math.floor(index / 2)).padStart(2, "0")}:${index % 2 === 0 ? "00" : "30"}`,
);
const withValue = <T,>(values: readonly T[], value: T | undefined): T[] =>
  value === undefined || values.includes(value) ? [...values] : [...values, value];

export function FinderFields({ options, wishes, asked, today, onChange }: WishTilesProps) {
  const t = useTranslation();
  const { day, duration, time } = useDateFormats("UTC");
  const [tomorrow] = listDatesFrom(today, 2).slice(1);
  const dayLabel = (date: string) =>
    date === today ? t("events.today") : date === tomorrow ? t("events.tomorrow") : day(noonOf(date));
  const length = wishes.duration ?? asked?.duration;
  return (
    <div
      role="group"
      aria-label={t("bookings.wishes")}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-panel lg:grid-cols-4"
    >
      <Tile
        label={t("search.sport")}
        value={String(wishes.sportId ?? "")}
        onChange={(sport) => onChange({ sport })}
        options={options.sports.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Tile
        label={t("availability.day")}
        value={wishes.date}
        onChange={(date) => onChange({ date })}
        options={withValue(listDatesFrom(today, MAX_DAYS), wishes.date).map((date) => ({
          value: date,
          label: dayLabel(date),
        }))}
      />
      <Tile
        label={t("bookings.about")}
        value={wishes.time}
        onChange={(next) => onChange({ time: next })}
        options={withValue(halfHours, wishes.time)
          .toSorted()
          .map((one) => ({ value: one, label: time(`1970-01-01T${one}:00Z`) }))}
      />
      <Tile
        label={t("search.duration")}
        value={String(length ?? "")}
        onChange={(next) => onChange({ duration: next })}
        options={withValue(options.durations, length)
          .toSorted((one, other) => one - other)
          .map((minutes) => ({ value: String(minutes), label: duration(minutes) }))}
      />
    </div>
  );
}

interface TileProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

function Tile({ label, value, onChange, options }: TileProps) {
  const id = useId();
  return (
    <div className="relative grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 bg-surface px-3.5 pt-2.25 pb-2.5 transition-colors has-[select:focus-visible]:outline-2 has-[select:focus-visible]:-outline-offset-2 has-[select:focus-visible]:outline-ring has-[select:hover]:bg-hover">
      <label htmlFor={id} className="text-2xs/3.5 text-ink-3">
        {label}
      </label>
      <span aria-hidden className="col-start-1 truncate text-base/5 font-semibold first-letter:uppercase tnum">
        {options.find((option) => option.value === value)?.label ?? "…"}
      </span>
      <ChevronDown className="col-start-2 row-span-2 row-start-1 size-4 text-ink-3" aria-hidden />
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none text-base opacity-0"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

export function MoreFinderFields({
  options,
  wishes,
  onChange,
}: Pick<WishTilesProps, "options" | "wishes" | "onChange">) {
  const t = useTranslation();
  const name = useId();
  const people = Array.from({ length: MAX_PEOPLE }, (_, index) => index + 1);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      {options.spaces.length > 1 ? (
        <SegmentedControl
          name={name}
          aria-label={t("search.space")}
          options={[
            { value: "any", label: t("bookings.allSpaces") },
            { value: "indoor", label: t("fields.spaceIndoor") },
            { value: "outdoor", label: t("fields.spaceOutdoor") },
          ]}
          value={wishes.space ?? "any"}
          onValueChange={(space) => onChange({ space: space as "any" })}
        />
      ) : (
        <span />
      )}
      <PeopleSelect
        value={String(wishes.people ?? "any")}
        onChange={(next) => onChange({ people: next })}
        options={withValue(people, wishes.people).map((count) => ({
          value: String(count),
          label: t("bookings.players", { count }),
        }))}
      />
    </div>
  );
}

function PeopleSelect({ value, onChange, options }: Omit<TileProps, "label">): ReactNode {
  const t = useTranslation();
  return (
    <span className="relative">
      <select
        aria-label={t("bookings.howMany")}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 cursor-pointer appearance-none rounded-md bg-transparent pr-6 pl-2 text-13 text-ink-2 hover:bg-hover focus-visible:outline-2 focus-visible:outline-ring pointer-coarse:h-11 [&>option]:bg-raised [&>option]:text-ink"
      >
        <option value="any">{t("bookings.anyPlayers")}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-1 size-4 -translate-y-1/2 text-ink-3"
        aria-hidden
      />
    </span>
  );
}

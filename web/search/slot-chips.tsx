/** Shows how a question for a free field was understood, as choices that can be changed. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { Slots } from "#contract/availability.ts";
import { listDatesFrom } from "#web/availability/slots.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { cx } from "#web/kit/ui/cx.ts";
import type { ChosenCustomer } from "#web/kit/ui/search-opener.ts";
import type { SlotWishes } from "./slot-question.ts";

export interface SlotChoices {
  sports: readonly { id: number; name: string }[];
  durations: readonly number[];
  spaces: readonly ("indoor" | "outdoor")[];
  hasLights: boolean;
  fields: readonly { name: string }[];
}

interface SlotChipsProps {
  choices: SlotChoices;
  wishes: SlotWishes;
  today: string;
  /** As the server has filled it in. */
  asked: Slots["asked"] | undefined;
  customer: ChosenCustomer | undefined;
  onChange: <K extends keyof SlotWishes>(name: K, value: SlotWishes[K]) => void;
  onNoCustomer: () => void;
}

const MAX_DAYS = 14;
const HALF_HOURS = Array.from(
  { length: 48 },
  (_, index) => `${String(Math.floor(index / 2)).padStart(2, "0")}:${index % 2 === 0 ? "00" : "30"}`,
);
const withValue = <T,>(values: readonly T[], value: T | undefined): T[] =>
  value === undefined || values.includes(value) ? [...values] : [value, ...values];

export function SlotChips({ choices, wishes, today, asked, customer, onChange, onNoCustomer }: SlotChipsProps) {
  const t = useTranslation();
  const { day, duration, time } = useDateFormats("UTC");
  const date = wishes.date ?? asked?.date ?? today;
  const at = wishes.time ?? asked?.time ?? "";
  const dates = withValue(listDatesFrom(today, MAX_DAYS), date);
  const dateLabel = (one: string) => {
    const label = day(noonOf(one));
    return one === today ? t("search.todayIs", { day: label }) : label;
  };
  const length = wishes.duration ?? asked?.duration;
  return (
    <div
      role="group"
      aria-label={t("search.understood")}
      className="flex shrink-0 flex-wrap gap-1.5 border-b border-line bg-sunken px-3.5 py-2.5"
    >
      {customer && (
        <button
          type="button"
          onClick={onNoCustomer}
          className={cx(chipClass, chosenClass, "flex items-center gap-1 pr-2!")}
        >
          {t("search.forCustomer", { name: customer.name })}
          <X className="size-3.5" aria-label={t("kit.clear")} />
        </button>
      )}
      <Chip
        label={t("search.sport")}
        isChosen={wishes.sportId !== undefined}
        value={String(wishes.sportId ?? "")}
        onChange={(value) => onChange("sportId", value ? Number(value) : undefined)}
      >
        <option value="">{t("availability.anySport")}</option>
        {choices.sports.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Chip>
      {wishes.field !== undefined && (
        <Chip
          label={t("search.field")}
          isChosen
          value={wishes.field}
          onChange={(value) => onChange("field", value === "" ? undefined : value)}
        >
          <option value="">{t("search.anyField")}</option>
          {[...new Set(choices.fields.map(({ name }) => name))].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Chip>
      )}
      <Chip
        label={t("availability.day")}
        isChosen={wishes.date !== undefined}
        value={date}
        onChange={(value) => onChange("date", value)}
      >
        {dates.map((one) => (
          <option key={one} value={one}>
            {dateLabel(one)}
          </option>
        ))}
      </Chip>
      <Chip
        label={t("search.time")}
        isChosen={wishes.time !== undefined}
        value={at}
        onChange={(value) => onChange("time", value)}
      >
        {withValue(HALF_HOURS, at)
          .toSorted()
          .map((one) => (
            <option key={one} value={one}>
              {one && t("search.about", { time: time(`1970-01-01T${one}:00Z`) })}
            </option>
          ))}
      </Chip>
      <Chip
        label={t("search.duration")}
        isChosen={wishes.duration !== undefined}
        value={String(length ?? "")}
        onChange={(value) => onChange("duration", Number(value))}
      >
        {withValue(choices.durations, length).map((one) => (
          <option key={one} value={one}>
            {duration(one)}
          </option>
        ))}
      </Chip>
      {choices.spaces.length > 1 && (
        <Chip
          label={t("search.space")}
          isChosen={wishes.space !== undefined}
          value={wishes.space ?? ""}
          onChange={(value) => onChange("space", value === "" ? undefined : (value as "indoor"))}
        >
          <option value="">{t("search.anySpace")}</option>
          <option value="indoor">{t("fields.spaceIndoor")}</option>
          <option value="outdoor">{t("fields.spaceOutdoor")}</option>
        </Chip>
      )}
      {choices.hasLights && (
        <Chip
          label={t("fields.lights")}
          isChosen={wishes.lights === true}
          value={wishes.lights ? "true" : ""}
          onChange={(value) => onChange("lights", value === "true" ? true : undefined)}
        >
          <option value="">{t("search.anyLights")}</option>
          <option value="true">{t("search.withLights")}</option>
        </Chip>
      )}
    </div>
  );
}

const chipClass =
  "h-7 max-w-full cursor-pointer rounded-md border px-2.25 text-xs font-medium max-sm:h-11 max-sm:text-base pointer-coarse:h-9";
const chosenClass = "border-accent bg-accent-soft text-accent-ink";

interface ChipProps {
  label: string;
  isChosen: boolean;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

const Chip = ({ label, isChosen, value, onChange, children }: ChipProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className={cx(
      chipClass,
      "[&>option]:bg-raised [&>option]:text-ink",
      isChosen ? chosenClass : "border-line-strong bg-surface text-ink-2",
    )}
  >
    {children}
  </select>
);

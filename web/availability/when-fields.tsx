/** The fields of an event that say where and when it is, as the team fills them in: any time, with what is on offer beside. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Field, fields } from "#contract/fields.ts";
import { read } from "#web/kit/api.ts";
import { SelectField } from "#web/kit/choice-fields.tsx";
import { cx } from "#web/kit/cx.ts";
import { useDates } from "#web/kit/dates.ts";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextField } from "#web/kit/fields.tsx";
import { FormRow, useFieldValue, useFocusField, useSetField } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { usePriceText } from "./quote.tsx";
import { SlotChip } from "./slot-chip.tsx";
import { useCurrency, useDay } from "./slot-picker.tsx";
import { instantOf, type Option, optionOf, startOf, wallClockOf } from "./slots.ts";

/** @param eventId of an event that is to be moved: its own time counts as free */
export function WhenFields({ eventId }: { eventId?: string }) {
  const t = useWords();
  const { organizationId } = useScope();
  const set = useSetField();
  const { data } = useQuery(read(fields.byFacility, { params: { organizationId } }));
  const options =
    data?.data.flatMap((facility) =>
      facility.fields.map(({ id, name }) => ({ value: id, label: name, group: facility.name })),
    ) ?? [];
  const zone = useChosenField()?.timezone;
  const elsewhere = zone !== undefined && zone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
  const offer = useOffer(eventId);
  return (
    <>
      <SelectField
        name="fieldId"
        label={t("events.field")}
        placeholder={t("events.chooseField")}
        options={options}
        onChosen={() => set("sportId", null)}
        required
      />
      <FormRow>
        <TextField name="date" type="date" label={t("events.date")} required />
        <TextField
          name="startTime"
          type="time"
          label={t("events.startTime")}
          hint={elsewhere && t("events.localTime", { zone })}
          required
        />
      </FormRow>
      <FreeTimes offer={offer} />
      <DurationField options={offer.start?.options ?? []} />
    </>
  );
}

/** What is on offer on the chosen field and date, for whom it is. */
function useOffer(eventId: string | undefined) {
  const [fieldId, date, startTime] = [useFieldText("fieldId"), useFieldText("date"), useFieldText("startTime")];
  const userId = useFieldText("customer.userId");
  const isAsked = fieldId !== "" && /^\d{4}-\d\d-\d\d$/.test(date);
  const day = useDay({ date, fieldId, eventId, userId: userId || undefined }, isAsked);
  const offered = isAsked && !day.isPlaceholderData ? day.data?.data.fields[0] : undefined;
  const instant = offered && instantOf(date, startTime, offered.timezone);
  const start = instant === undefined ? undefined : startOf(day.data?.data, { fieldId, startTime: instant });
  return { offered, start };
}
type Offer = ReturnType<typeof useOffer>;

function FreeTimes({ offer: { offered, start } }: { offer: Offer }) {
  const t = useWords();
  const set = useSetField();
  const currency = useCurrency();
  const minutes = useFieldValue("duration");
  const block = useFieldValue("kind") === "block";
  if (!offered || block) return null;
  const duration = typeof minutes === "number" ? minutes : 0;
  const { timezone, starts, open } = offered;
  if (starts.length === 0)
    return <p className="text-13 text-ink-3">{t(open.length === 0 ? "events.noSlots" : "events.slotTaken")}</p>;
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="text-13 font-medium">{t("availability.freeTimes")}</p>
      <div
        role="group"
        aria-label={t("availability.freeTimes")}
        className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto p-0.5"
      >
        {starts.map(({ startTime, options }) => {
          const option = optionOf(options, { duration, priceType: undefined });
          return (
            <SlotChip
              key={startTime}
              startTime={startTime}
              timezone={timezone}
              price={option?.price}
              currency={currency}
              isChosen={start?.startTime === startTime}
              onChoose={() => {
                set("startTime", wallClockOf(startTime, timezone).time);
                if (option) set("duration", option.duration);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

export function SportField() {
  const t = useWords();
  const sports = useChosenField()?.sports ?? [];
  const options = [
    { value: null, label: t("events.anySport") },
    ...sports.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return <SelectField name="sportId" label={t("events.sport")} options={options} disabled={sports.length === 0} />;
}

export function PeopleFields() {
  const t = useWords();
  const field = useChosenField();
  const hint = field && t("events.peopleHint", { min: field.minPeopleByEvent, max: field.maxPeopleByEvent });
  return (
    <FormRow>
      <TextField name="people" type="number" min={1} label={t("events.people")} hint={hint} optional />
      <TextField name="minPeople" type="number" min={1} label={t("events.minPeople")} optional />
      <TextField name="maxPeople" type="number" min={1} label={t("events.maxPeople")} optional />
    </FormRow>
  );
}

/** Half an hour to four hours. */
const choices = Array.from({ length: 8 }, (_, index) => (index + 1) * 30);
const other = 0;

/** What the option of a start is called: how long, for how much. */
function useOptionLabel(): (option: Option, currency: string | undefined) => string {
  const t = useWords();
  const priceText = usePriceText();
  const { duration } = useDates();
  return ({ duration: minutes, price, priceType }, currency) => {
    const amount = priceText(price, currency);
    return `${duration(minutes)} · ${priceType === "user" ? t("availability.perPerson", { price: amount }) : amount}`;
  };
}

/** The plans on offer first, then any number of minutes. */
function DurationField({ options }: { options: readonly Option[] }) {
  const t = useWords();
  const set = useSetField();
  const { duration } = useDates();
  const labelOf = useOptionLabel();
  const currency = useCurrency();
  const end = useEnd();
  const chosen = useFieldValue("duration");
  const [typed, setTyped] = useState(false);
  const focus = useFocusField();
  useEffect(() => {
    if (typed) focus("duration");
  }, [typed, focus]);
  const hint = end && t("events.endsAt", { time: end });
  const priceType = useFieldText("priceType") || undefined;
  const plans = [...new Set(options.map((option) => option.duration))].flatMap(
    (minutes) => optionOf(options, { duration: minutes, priceType: priceType as Option["priceType"] }) ?? [],
  );
  const usual = choices.filter((value) => plans.every((option) => option.duration !== value));
  const isOdd = typeof chosen === "number" && ![...plans.map((option) => option.duration), ...usual].includes(chosen);
  if (typed || isOdd) {
    const back = (
      <button
        type="button"
        className={textLink}
        onClick={() => {
          setTyped(false);
          set("duration", plans[0]?.duration ?? 60);
        }}
      >
        {t("events.usualDurations")}
      </button>
    );
    return (
      <TextField
        name="duration"
        type="number"
        min={5}
        max={1440}
        suffix="min"
        label={t("events.durationMinutes")}
        hint={hint}
        action={<span className="text-xs">{back}</span>}
        required
      />
    );
  }
  const [offered, others] = plans.length > 0 ? [t("availability.plans"), t("events.otherDuration")] : [];
  return (
    <SelectField
      name="duration"
      label={t("events.duration")}
      hint={hint}
      options={[
        ...plans.map((option) => ({ value: option.duration, label: labelOf(option, currency), ...inGroup(offered) })),
        ...usual.map((value) => ({ value, label: duration(value), ...inGroup(others) })),
        { value: other, label: `${t("events.otherDuration")}…`, ...inGroup(others) },
      ]}
      onChosen={(value) => {
        if (value !== other) return;
        set("duration", 60);
        setTyped(true);
      }}
    />
  );
}

const inGroup = (group: string | undefined) => (group === undefined ? {} : { group });

/** When the event would end, on the facility's clock. */
function useEnd(): string | undefined {
  const field = useChosenField();
  const date = useFieldText("date");
  const startTime = useFieldText("startTime");
  const minutes = useFieldValue("duration");
  const start = field && instantOf(date, startTime, field.timezone);
  const { time } = useDates(field?.timezone);
  if (!start || typeof minutes !== "number" || minutes <= 0) return undefined;
  return time(new Date(start).getTime() + minutes * 60_000);
}

/** What is known of the field that the event form around has chosen. */
export function useChosenField(): Field | undefined {
  const { organizationId } = useScope();
  const fieldId = useFieldText("fieldId");
  const { data } = useQuery({ ...read(fields.read, { params: { organizationId, fieldId } }), enabled: fieldId !== "" });
  return fieldId === "" ? undefined : data?.data;
}

interface PlanChipsProps {
  options: readonly Option[];
  isChosen: (option: Option) => boolean;
}

/** What is on offer at a start, each with its price; one of them is the form's. */
export function PlanChips({ options, isChosen }: PlanChipsProps) {
  const t = useWords();
  const set = useSetField();
  const labelOf = useOptionLabel();
  const currency = useCurrency();
  return (
    <div role="group" aria-label={t("availability.plans")} className="flex gap-1.5 overflow-x-auto lg:flex-wrap">
      {options.map((option) => (
        <button
          key={`${option.duration} ${option.priceType}`}
          type="button"
          aria-pressed={isChosen(option)}
          onClick={() => {
            set("duration", option.duration);
            set("priceType", option.priceType);
          }}
          className={cx(
            "h-8 shrink-0 rounded-md border px-2.5 text-xs font-medium whitespace-nowrap tnum pointer-coarse:h-10",
            isChosen(option)
              ? "border-accent bg-accent-soft text-accent-ink"
              : "border-line-strong/80 text-ink-2 hover:bg-hover",
          )}
        >
          {labelOf(option, currency)}
        </button>
      ))}
    </div>
  );
}

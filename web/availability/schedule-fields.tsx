/** Place and time of an event for the team: any time can be typed, available ones are suggested. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Event } from "#contract/events.ts";
import { type Field, fields } from "#contract/fields.ts";
import { DateField, TimeField } from "#web/kit/form/date-fields.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormRow, useFieldValue, useFocusField, useSetField } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { type Translate, useTranslation } from "#web/kit/format/translation.ts";
import { ownTimeZone } from "#messages/dates.ts";
import { usePriceText } from "./price-text.ts";
import { AlternativeSlots, SlotChip } from "./slot-chip.tsx";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { NoSlots, useAvailability } from "./slot-picker.tsx";
import {
  toInstant,
  type SlotOption,
  pickOption,
  findAlternativeSlots,
  findStart,
  nextDate,
  toWallClock,
} from "./slots.ts";

const isWholeDate = (date: string) => /^\d{4}-\d\d-\d\d$/.test(date);

interface ScheduleFieldsProps {
  /** An event that is moved: its own time counts as free. */
  event?: MovedEvent | undefined;
  /** Offers the fields of this facility alone, if it has any. */
  facilityId?: string | undefined;
}

type MovedEvent = Pick<Event, "id" | "fieldId" | "startTime" | "timezone" | "sport">;

export function ScheduleFields({ event, facilityId }: ScheduleFieldsProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const set = useSetField();
  const { data } = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } }));
  const field = useChosenField();
  const facilities = data?.data ?? [];
  const chosen = facilities.filter(({ id, fields }) => id === facilityId && fields.length > 0);
  const listed = (chosen.length > 0 ? chosen : facilities).flatMap((facility) =>
    facility.fields.map(({ id, name }) => ({ value: id, label: name, group: facility.name })),
  );
  const isListed = !field || listed.some(({ value }) => value === field.id);
  const options = isListed ? listed : [{ value: field.id, label: field.name, group: field.facility.name }, ...listed];
  const zone = field?.timezone;
  const elsewhere = zone !== undefined && zone !== ownTimeZone();
  const offer = useAvailableStart(event);
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
        <DateField name="date" label={t("events.date")} required />
        <TimeField
          name="startTime"
          label={t("events.startTime")}
          hint={elsewhere && t("events.localTime", { zone })}
          required
        />
      </FormRow>
      <FreeTimes offer={offer} keepsDuration={event !== undefined} />
      {field && !offer.isFree && <FreeInstead field={field} event={event} />}
      <DurationField options={offer.start?.options ?? []} />
    </>
  );
}

const hasDuration = (options: readonly SlotOption[], minutes: unknown): boolean =>
  options.some(({ duration }) => duration === minutes);

function useAvailableStart(event: MovedEvent | undefined) {
  const [fieldId, date, startTime] = [useFieldText("fieldId"), useFieldText("date"), useFieldText("startTime")];
  const customerId = useFieldText("customer.customerId");
  const minutes = useFieldValue("duration");
  const isBlock = useFieldValue("kind") === "block";
  const isAsked = fieldId !== "" && isWholeDate(date);
  const day = useAvailability({ date, fieldId, eventId: event?.id, customerId: customerId || undefined }, isAsked);
  const offered = isAsked && !day.isPlaceholderData ? day.data?.data.fields[0] : undefined;
  const instant = offered && toInstant(date, startTime, offered.timezone);
  const start = instant === undefined ? undefined : findStart(day.data?.data, { fieldId, startTime: instant });
  const isOwn =
    event?.fieldId === fieldId && instant !== undefined && Date.parse(event.startTime) === Date.parse(instant);
  // A duration that nobody sells can be typed at any start.
  const isSold = offered?.starts.some(({ options }) => hasDuration(options, minutes)) ?? false;
  const isFree =
    !offered ||
    isBlock ||
    isOwn ||
    (start === undefined
      ? startTime === "" && offered.starts.length > 0
      : !isSold || hasDuration(start.options, minutes));
  return { offered, start, isSold, isFree };
}
type AvailableStart = ReturnType<typeof useAvailableStart>;

interface FreeTimesProps {
  offer: AvailableStart;
  /** An event that is moved stays as long as it is. */
  keepsDuration: boolean;
}

function FreeTimes({ offer: { offered, start, isSold }, keepsDuration }: FreeTimesProps) {
  const t = useTranslation();
  const set = useSetField();
  const currency = useOrganizationCurrency();
  const minutes = useFieldValue("duration");
  const block = useFieldValue("kind") === "block";
  const now = useNow();
  if (!offered || block) return null;
  const duration = typeof minutes === "number" ? minutes : 0;
  const { field, timezone, starts, obstacles = [] } = offered;
  const coming = starts.filter((one) => one === start || Date.parse(one.startTime) > now);
  if (starts.length === 0) return <NoSlots fieldId={field.id} obstacles={obstacles} otherwise="events.slotTaken" />;
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="text-13 font-medium">{t("availability.freeTimes")}</p>
      <div
        role="group"
        aria-label={t("availability.freeTimes")}
        className="flex flex-wrap gap-1.5 p-0.5 sm:max-h-40 sm:overflow-y-auto"
      >
        {(coming.length > 0 ? coming : starts).map(({ startTime, options }) => {
          const isOffered = hasDuration(options, duration);
          const option =
            isOffered || !keepsDuration ? pickOption(options, { duration, priceType: undefined }) : undefined;
          return (
            <SlotChip
              key={startTime}
              startTime={startTime}
              timezone={timezone}
              price={option?.price}
              currency={currency}
              isChosen={start?.startTime === startTime}
              isDisabled={isSold && !isOffered}
              onChoose={() => {
                set("startTime", toWallClock(startTime, timezone).time);
                if (option) set("duration", option.duration);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

interface FreeInsteadProps {
  field: Field;
  event: MovedEvent | undefined;
}

/** Free times of the facility on this day, for a time that is not free, and the way to the next day. */
function FreeInstead({ field, event }: FreeInsteadProps) {
  const t = useTranslation();
  const set = useSetField();
  const [date, startTime] = [useFieldText("date"), useFieldText("startTime")];
  const minutes = useFieldValue("duration");
  const customerId = useFieldText("customer.customerId");
  const { data, isPlaceholderData } = useAvailability({
    date,
    facilityId: field.facility.id,
    sportId: event?.sport?.id,
    eventId: event?.id,
    customerId: customerId || undefined,
  });
  const wanted = toInstant(date, startTime || "12:00", field.timezone);
  if (!data || isPlaceholderData || wanted === undefined) return null;
  const duration = typeof minutes === "number" ? minutes : 60;
  const free = findAlternativeSlots(data.data, { fieldId: field.id, startTime: wanted, duration });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <AlternativeSlots
        label={t("availability.instead")}
        slots={free}
        onChoose={(slot) => {
          set("fieldId", slot.fieldId);
          set("startTime", toWallClock(slot.startTime, slot.timezone).time);
        }}
      />
      <Button size="sm" onClick={() => set("date", nextDate(date))}>
        {t("availability.nextDay")}
      </Button>
    </div>
  );
}

export function SportField() {
  const t = useTranslation();
  const sports = useChosenField()?.sports ?? [];
  const options = [
    { value: null, label: t("events.anySport") },
    ...sports.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return <SelectField name="sportId" label={t("events.sport")} options={options} disabled={sports.length === 0} />;
}

const describePeople = ({ minPeopleByEvent: min, maxPeopleByEvent: max }: Field, t: Translate): string =>
  min === max ? t("events.peopleHintExact", { count: min }) : t("events.peopleHint", { min, max });

export function PeopleFields() {
  const t = useTranslation();
  const field = useChosenField();
  const hint = field && describePeople(field, t);
  return (
    <FormRow>
      <TextField name="people" type="number" min={1} label={t("events.people")} hint={hint} optional />
      <TextField name="minPeople" type="number" min={1} label={t("events.minPeople")} optional />
      <TextField name="maxPeople" type="number" min={1} label={t("events.maxPeople")} optional />
    </FormRow>
  );
}

const durationChoices = Array.from({ length: 8 }, (_, index) => (index + 1) * 30);
const OTHER_DURATION = 0;

function useOptionLabel(): (option: SlotOption, currency: string | undefined) => string {
  const t = useTranslation();
  const priceText = usePriceText();
  const { duration } = useDateFormats();
  return ({ duration: minutes, price, priceType }, currency) => {
    const amount = priceText(price, currency);
    return `${duration(minutes)} · ${priceType === "user" ? t("availability.perPerson", { price: amount }) : amount}`;
  };
}

function DurationField({ options }: { options: readonly SlotOption[] }) {
  const t = useTranslation();
  const set = useSetField();
  const { duration } = useDateFormats();
  const labelOf = useOptionLabel();
  const currency = useOrganizationCurrency();
  const end = useEndTime();
  const chosen = useFieldValue("duration");
  const [typed, setTyped] = useState(false);
  const focus = useFocusField();
  useEffect(() => {
    if (typed) focus("duration");
  }, [typed, focus]);
  const hint = end && t("events.endsAt", { time: end });
  const priceType = useFieldText("priceType") || undefined;
  const plans = [...new Set(options.map((option) => option.duration))].flatMap(
    (minutes) => pickOption(options, { duration: minutes, priceType: priceType as SlotOption["priceType"] }) ?? [],
  );
  const usual = durationChoices.filter((value) => plans.every((option) => option.duration !== value));
  const isOdd = typeof chosen === "number" && ![...plans.map((option) => option.duration), ...usual].includes(chosen);
  if (typed || isOdd) {
    const back = (
      <button
        type="button"
        className={textLinkClass}
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
        ...plans.map((option) => ({ value: option.duration, label: labelOf(option, currency), ...withGroup(offered) })),
        ...usual.map((value) => ({ value, label: duration(value), ...withGroup(others) })),
        { value: OTHER_DURATION, label: `${t("events.otherDuration")}…`, ...withGroup(others) },
      ]}
      onChosen={(value) => {
        if (value !== OTHER_DURATION) return;
        set("duration", 60);
        setTyped(true);
      }}
    />
  );
}

const withGroup = (group: string | undefined) => (group === undefined ? {} : { group });

function useEndTime(): string | undefined {
  const field = useChosenField();
  const date = useFieldText("date");
  const startTime = useFieldText("startTime");
  const minutes = useFieldValue("duration");
  const start = field && toInstant(date, startTime, field.timezone);
  const { time } = useDateFormats(field?.timezone);
  if (!start || typeof minutes !== "number" || minutes <= 0) return undefined;
  return time(new Date(start).getTime() + minutes * 60_000);
}

/** A field's hours are in its facility's time zone. */
export function useLoadFieldTimezone(): (fieldId: string) => Promise<string> {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  return async (fieldId) => {
    const { data } = await cache.fetchQuery(endpointQuery(fields.read, { params: { organizationId, fieldId } }));
    return data.timezone;
  };
}

export function useChosenField(): Field | undefined {
  const { organizationId } = useScope();
  const fieldId = useFieldText("fieldId");
  const { data } = useQuery({
    ...endpointQuery(fields.read, { params: { organizationId, fieldId } }),
    enabled: fieldId !== "",
  });
  return fieldId === "" ? undefined : data?.data;
}

interface PlanChipsProps {
  options: readonly SlotOption[];
  isChosen: (option: SlotOption) => boolean;
}

export function PlanChips({ options, isChosen }: PlanChipsProps) {
  const t = useTranslation();
  const set = useSetField();
  const labelOf = useOptionLabel();
  const currency = useOrganizationCurrency();
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

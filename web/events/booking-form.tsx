/** Booking form for members: choose a day and a time, everything else has a default. */
import { ChevronDown } from "lucide-react";
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Availability } from "#contract/availability.ts";
import { type Event, eventTypes } from "#contract/events.ts";
import { CancellationRule } from "#web/availability/cancellation-rule.tsx";
import { NoShowTerm } from "#web/availability/no-show-term.tsx";
import { ChosenSlot, type ChosenSlotValue, useChosenSlot } from "#web/availability/chosen-slot.tsx";
import { type LastChoice, readLastChoice } from "#web/availability/last-choice.ts";
import { DateStrip } from "#web/availability/date-strip.tsx";
import { SlotPicker, useAvailability, useFacilityFields, useFieldsQuery } from "#web/availability/slot-picker.tsx";
import {
  nextDate,
  type AvailableField,
  pickOption,
  type SlotStart,
  findStart,
  localToday,
  toWallClock,
} from "#web/availability/slots.ts";
import {
  SlotPrice,
  useIsPaymentPending,
  usePaymentChoice,
  usePaymentMethodChoices,
  useSlotQuote,
} from "#web/availability/slot-price.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, SubmitButton, useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ConfidentialityField } from "./confidentiality-field.tsx";
import { BookingDraft, bookingForm, diffBookingForm } from "./event-draft.ts";
import { ChangePreview } from "./event-summary-card.tsx";
import { typeLabels } from "./labels.ts";

const createBlankBooking = ({ facilityId, sportId, duration, type }: LastChoice) => ({
  ...bookingForm.blank,
  date: localToday(),
  ...(facilityId !== undefined && { facilityId }),
  ...(duration !== undefined && { duration }),
  ...(type !== undefined && { type }),
  ...(sportId !== undefined && { sportId }),
});

interface BookingFormProps {
  fieldId?: string;
  facilityId?: string | undefined;
  /** Local date of the facility. Default: today. */
  date?: string | undefined;
  /** Start chosen on the planning. It is preselected if it is free. */
  startTime?: string | undefined;
  event?: Event;
  onSave: (filled: BookingDraft) => Promise<unknown>;
}

export function BookingForm({ fieldId, facilityId, date, startTime, event, onSave }: BookingFormProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [start] = useState(() => {
    if (event) return bookingForm.filledWith(event);
    const blank = { ...createBlankBooking(readLastChoice(organizationId)), ...(date && { date }) };
    if (fieldId) return { ...blank, facilityId: "", sportId: null };
    return facilityId ? { ...blank, facilityId, sportId: null } : blank;
  });
  return (
    <Form
      schema={BookingDraft}
      defaultValues={start}
      // A new booking has nothing to lose but a time.
      guard={event !== undefined}
      onSubmit={onSave}
      label={event?.name ?? t("events.book")}
      className="max-lg:pb-48 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <SlotFields fieldId={fieldId} wanted={startTime} event={event} />
    </Form>
  );
}

function SlotFields({
  fieldId,
  wanted,
  event,
}: Pick<BookingFormProps, "fieldId" | "event"> & { wanted: string | undefined }) {
  const set = useSetField();
  const [facilityId, date, chosenId, startTime] = [
    useFieldText("facilityId"),
    useFieldText("date"),
    useFieldText("fieldId"),
    useFieldText("startTime"),
  ];
  const sportId = useFieldValue("sportId");
  const minutes = useFieldValue("duration");
  const known = useFacilityFields(facilityId || undefined);
  const sport = typeof sportId === "number" ? sportId : undefined;
  // Ignore a remembered sport that nobody plays at this facility.
  const isPlayed = known.some(({ sports }) => sports.some(({ id }) => id === sport));
  const day = useAvailability({
    date,
    facilityId: facilityId || undefined,
    fieldId,
    sportId: isPlayed ? sport : undefined,
    eventId: event?.id,
  });
  const duration = typeof minutes === "number" ? minutes : 60;
  const choose = ({ field }: AvailableField, { startTime: at, options }: SlotStart) => {
    const option = pickOption(options, { duration, priceType: undefined });
    set("fieldId", field.id);
    set("startTime", at);
    if (option) set("duration", option.duration);
    set("priceType", option?.priceType ?? null);
  };
  usePreselectedSlot(fieldId && wanted ? { fieldId, startTime: wanted } : undefined, {
    day: day.data?.data,
    date,
    choose,
  });
  const zone = day.data?.data.timezone;
  return (
    <>
      <div className="grid min-w-0 content-start gap-4">
        {!fieldId && <SlotFilters known={known} />}
        <DateStrip first={localToday(zone)} value={date} onChange={(next) => set("date", next)} />
        <SlotPicker
          day={day}
          known={known}
          chosen={{ fieldId: chosenId, startTime }}
          duration={duration}
          onChoose={choose}
          onNextDay={() => set("date", nextDate(date))}
        />
      </div>
      <aside className="grid min-w-0 content-start gap-4 lg:sticky lg:top-6">
        <BookingSummary day={day.isPlaceholderData ? undefined : day.data?.data} event={event} onChoose={choose} />
        <BookingDetails isNew={!event} />
      </aside>
    </>
  );
}

interface PreselectedSlotOptions {
  day: Availability | undefined;
  date: string;
  choose: (offered: AvailableField, start: SlotStart) => void;
}

/** Shows the day of the wanted slot and, if the slot is free, chooses it once. */
function usePreselectedSlot(
  wanted: { fieldId: string; startTime: string } | undefined,
  { day, date, choose }: PreselectedSlotOptions,
) {
  const set = useSetField();
  const isDone = useRef(!wanted);
  const begin = useEffectEvent((known: Availability) => {
    const timezone = known.fields[0]?.timezone ?? known.timezone;
    const on = wanted && toWallClock(wanted.startTime, timezone).date;
    if (on !== known.date) {
      // Wait until the availability of the shown date is loaded.
      if (on && on !== date) set("date", on);
      return;
    }
    isDone.current = true;
    const offered = known.fields.find(({ field }) => field.id === wanted?.fieldId);
    const start = wanted && findStart(known, wanted);
    if (offered && start) choose(offered, start);
  });
  useEffect(() => {
    if (day && !isDone.current) begin(day);
  }, [day]);
}

type BookingSummaryProps = Pick<ComponentProps<typeof ChosenSlot>, "day" | "onChoose"> & { event: Event | undefined };

function BookingSummary({ day, event, onChoose }: BookingSummaryProps) {
  const t = useTranslation();
  const chosen = useChosenSlot();
  const isPaymentKnown = !useIsPaymentPending(event ? undefined : chosen) || event !== undefined;
  return (
    <div className="grid gap-2.5 border-line bg-surface max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[70dvh] max-lg:overflow-y-auto max-lg:border-t max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-lg:shadow-pop lg:rounded-xl lg:border lg:p-4">
      {chosen ? (
        <ChosenSlot chosen={chosen} day={day} own={event} onChoose={onChoose} />
      ) : (
        <p className="text-13 text-ink-3">{t("availability.chooseTime")}</p>
      )}
      {chosen && !event && <SlotPrice chosen={chosen} />}
      {chosen && !event && <ChosenSlotRule chosen={chosen} />}
      {event && (
        <ChangePreview
          event={event}
          schema={BookingDraft}
          changes={(filled: BookingDraft) => diffBookingForm(filled, event)}
        />
      )}
      <SubmitButton className="h-11 w-full" disabled={!chosen || !isPaymentKnown}>
        {event ? t("kit.save") : <BookButtonText chosen={chosen} />}
      </SubmitButton>
    </div>
  );
}

function ChosenSlotRule({ chosen }: { chosen: ChosenSlotValue }) {
  const quote = useSlotQuote(chosen).data;
  const choices = usePaymentMethodChoices(quote?.total, chosen.startTime);
  const choice = usePaymentChoice(choices);
  const hasPack = Boolean(useFieldValue("packId"));
  return (
    <>
      <CancellationRule
        startTime={chosen.startTime}
        timezone={chosen.field.timezone}
        conditions={quote?.cancellation}
        isPaid={!hasPack && (choice === "online" || choice === "bank_transfer")}
      />
      <NoShowTerm fee={quote?.noShowFee} currency={quote?.currency} />
    </>
  );
}

function BookButtonText({ chosen }: { chosen: ReturnType<typeof useChosenSlot> }) {
  const t = useTranslation();
  const choices = usePaymentMethodChoices(useSlotQuote(chosen).data?.total, chosen?.startTime);
  const choice = usePaymentChoice(choices);
  const hasPack = Boolean(useFieldValue("packId"));
  return t(chosen && choice === "online" && !hasPack ? "availability.bookAndPay" : "events.book");
}

function SlotFilters({ known }: { known: ReturnType<typeof useFacilityFields> }) {
  const t = useTranslation();
  const set = useSetField();
  const { data, isPending } = useFieldsQuery(undefined);
  // Keeps the space of two selects, which most organizations have.
  if (isPending) return <Skeleton className="h-17 w-full" />;
  const all = data?.data ?? [];
  const facilities = [...new Map(all.map(({ facility }) => [facility.id, facility])).values()];
  const sports = [...new Map(known.flatMap((field) => field.sports).map((sport) => [sport.id, sport])).values()];
  if (facilities.length < 2 && sports.length < 2) return null;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-start gap-3">
      {facilities.length > 1 && (
        <SelectField
          name="facilityId"
          label={t("events.facility")}
          options={[
            { value: "", label: t("availability.anyFacility") },
            ...facilities.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChosen={() => set("startTime", "")}
        />
      )}
      {sports.length > 1 && (
        <SelectField
          name="sportId"
          label={t("events.sport")}
          options={[
            { value: null, label: t("availability.anySport") },
            ...sports.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </div>
  );
}

function BookingDetails({ isNew }: { isNew: boolean }) {
  const t = useTranslation();
  return (
    <Card title={t("events.about")} padded>
      <div className="grid gap-4">
        <TextField
          name="name"
          label={t("events.name")}
          placeholder={t("availability.namedByItself")}
          autoComplete="off"
          optional
        />
        <SelectField
          name="type"
          label={t("events.type")}
          options={eventTypes.map((value) => ({ value, label: t(typeLabels[value]) }))}
        />
        <TextField name="people" type="number" min={1} label={t("events.people")} optional />
        <TextareaField name="description" label={t("events.description")} rows={2} optional />
        <TextareaField name="notes" label={t("events.notes")} hint={t("availability.notesHint")} rows={2} optional />
        <details className="group text-13">
          <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm py-0.5 font-medium text-ink-3 hover:text-ink [&::-webkit-details-marker]:hidden">
            {t("events.moreOptions")}
            <ChevronDown className="size-3.5 transition-transform group-open:rotate-180" aria-hidden />
          </summary>
          <div className="mt-3">
            <ConfidentialityField isNew={isNew} reader="booker" />
          </div>
        </details>
      </div>
    </Card>
  );
}

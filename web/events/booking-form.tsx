/** Booking for oneself: a day, a time, and that is all that has to be said. */
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Availability } from "#contract/availability.ts";
import { type Event, eventTypes } from "#contract/events.ts";
import { confidentialities } from "#contract/fields.ts";
import { ChosenSlot, useChosen } from "#web/availability/chosen-slot.tsx";
import { type LastChoice, lastChoice } from "#web/availability/last-choice.ts";
import { DateStrip } from "#web/availability/date-strip.tsx";
import { SlotPicker, useDay, useFields } from "#web/availability/slot-picker.tsx";
import {
  dayAfter,
  type OfferedField,
  optionOf,
  type Start,
  startOf,
  today,
  wallClockOf,
} from "#web/availability/slots.ts";
import { SlotPrice, useSlotQuote, useWay, useWays } from "#web/availability/slot-price.tsx";
import { confidentialityHints, confidentialityLabels } from "#web/fields/labels.ts";
import { Card } from "#web/kit/card.tsx";
import { SegmentsField, SelectField } from "#web/kit/choice-fields.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextareaField, TextField } from "#web/kit/fields.tsx";
import { Form, SubmitButton, useFieldValue, useSetField } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { BookingDraft, bookingFrom, rebookingBy } from "./event-draft.ts";
import { ChangePreview } from "./event-ticket.tsx";
import { typeLabels } from "./labels.ts";

/** What a booking begins with: what was chosen the last time. */
const blank = ({ facilityId, sportId, duration, type }: LastChoice) => ({
  facilityId: facilityId ?? "",
  date: today(),
  fieldId: "",
  startTime: "",
  duration: duration ?? 60,
  name: "",
  type: type ?? eventTypes[2],
  confidentiality: confidentialities[0],
  sportId: sportId ?? null,
  people: null,
  priceType: null,
  description: "",
  notes: "",
  payment: null,
});

interface BookingFormProps {
  /** Only this field's times. */
  fieldId?: string;
  /** The one of them that was pointed at: chosen already where it is free. */
  startTime?: string | undefined;
  /** The booking that is changed. */
  event?: Event;
  /** @param name what it is called where it was given no name */
  onSave: (filled: BookingDraft, name: string) => Promise<unknown>;
}

export function BookingForm({ fieldId, startTime, event, onSave }: BookingFormProps) {
  const t = useWords();
  const { organizationId } = useScope();
  const [start] = useState(() => {
    const last = blank(lastChoice(organizationId));
    return event ? bookingFrom(event) : fieldId ? { ...last, facilityId: "", sportId: null } : last;
  });
  const [name, setName] = useState("");
  return (
    <Form
      schema={BookingDraft}
      defaultValues={start}
      // A time that was only looked at is no loss.
      guard={event !== undefined}
      onSubmit={(filled) => onSave(filled, name)}
      label={event?.name ?? t("events.book")}
      className="max-lg:pb-48 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <Where fieldId={fieldId} wanted={startTime} event={event} onName={setName} />
    </Form>
  );
}

/** Where and when: the day's times to the left, what is chosen of them to the right, or at the lower edge of a phone. */
function Where({
  fieldId,
  wanted,
  event,
  onName,
}: Pick<BookingFormProps, "fieldId" | "event"> & { wanted: string | undefined; onName: (name: string) => void }) {
  const set = useSetField();
  const [facilityId, date, chosenId, startTime] = [
    useFieldText("facilityId"),
    useFieldText("date"),
    useFieldText("fieldId"),
    useFieldText("startTime"),
  ];
  const sportId = useFieldValue("sportId");
  const minutes = useFieldValue("duration");
  const known = useFields(facilityId || undefined);
  const sport = typeof sportId === "number" ? sportId : undefined;
  // A sport that is not played here, as the last one elsewhere, narrows nothing.
  const isPlayed = known.some(({ sports }) => sports.some(({ id }) => id === sport));
  const day = useDay({
    date,
    facilityId: facilityId || undefined,
    fieldId,
    sportId: isPlayed ? sport : undefined,
    eventId: event?.id,
  });
  const duration = typeof minutes === "number" ? minutes : 60;
  const choose = ({ field }: OfferedField, { startTime: at, options }: Start) => {
    const option = optionOf(options, { duration, priceType: undefined });
    set("fieldId", field.id);
    set("startTime", at);
    if (option) set("duration", option.duration);
    set("priceType", option?.priceType ?? null);
    const sports = known.find(({ id }) => id === field.id)?.sports ?? [];
    onName((sports.find(({ id }) => id === sport) ?? sports[0])?.name ?? "");
  };
  useWanted(fieldId && wanted ? { fieldId, startTime: wanted } : undefined, { day: day.data?.data, date, choose });
  const zone = day.data?.data.timezone;
  return (
    <>
      <div className="grid min-w-0 content-start gap-4">
        {!fieldId && <Filters known={known} />}
        <DateStrip first={today(zone)} value={date} onChange={(next) => set("date", next)} />
        <SlotPicker
          day={day}
          known={known}
          chosen={{ fieldId: chosenId, startTime }}
          duration={duration}
          onChoose={choose}
          onNextDay={() => set("date", dayAfter(date))}
        />
      </div>
      <aside className="grid min-w-0 content-start gap-4 lg:sticky lg:top-6">
        <BookingBar day={day.isPlaceholderData ? undefined : day.data?.data} event={event} onChoose={choose} />
        <Details />
      </aside>
    </>
  );
}

interface Wanting {
  day: Availability | undefined;
  date: string;
  choose: (offered: OfferedField, start: Start) => void;
}

/** Goes to the day of what was pointed at and, once that is known to be free, chooses it: once. */
function useWanted(wanted: { fieldId: string; startTime: string } | undefined, { day, date, choose }: Wanting) {
  const set = useSetField();
  const isDone = useRef(!wanted);
  const begin = useEffectEvent((known: Availability) => {
    const timezone = known.fields[0]?.timezone ?? known.timezone;
    const on = wanted && wallClockOf(wanted.startTime, timezone).date;
    if (on !== known.date) {
      // What is shown meanwhile is of the day before.
      if (on && on !== date) set("date", on);
      return;
    }
    isDone.current = true;
    const offered = known.fields.find(({ field }) => field.id === wanted?.fieldId);
    const start = wanted && startOf(known, wanted);
    if (offered && start) choose(offered, start);
  });
  useEffect(() => {
    if (day && !isDone.current) begin(day);
  }, [day]);
}

type BookingBarProps = Pick<ComponentProps<typeof ChosenSlot>, "day" | "onChoose"> & { event: Event | undefined };

/** What is chosen, for how much, and the button that books it. */
function BookingBar({ day, event, onChoose }: BookingBarProps) {
  const t = useWords();
  const chosen = useChosen();
  return (
    <div className="grid gap-2.5 border-line bg-surface max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[70dvh] max-lg:overflow-y-auto max-lg:border-t max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-lg:shadow-pop lg:rounded-xl lg:border lg:p-4">
      {chosen ? (
        <ChosenSlot chosen={chosen} day={day} own={event} onChoose={onChoose} />
      ) : (
        <p className="text-13 text-ink-3">{t("availability.chooseTime")}</p>
      )}
      {chosen && !event && <SlotPrice chosen={chosen} />}
      {event && (
        <ChangePreview
          event={event}
          schema={BookingDraft}
          changes={(filled: BookingDraft) => rebookingBy(filled, event)}
        />
      )}
      <SubmitButton className="h-11 w-full" disabled={!chosen}>
        {event ? t("kit.save") : <BookText chosen={chosen} />}
      </SubmitButton>
    </div>
  );
}

/** What is paid online is paid at once. */
function BookText({ chosen }: { chosen: ReturnType<typeof useChosen> }) {
  const t = useWords();
  const way = useWay(useWays(useSlotQuote(chosen).data?.data.total));
  return t(chosen && way === "online" ? "availability.bookAndPay" : "events.book");
}

/** The facility where there are several, and the sport where several are played. */
function Filters({ known }: { known: ReturnType<typeof useFields> }) {
  const t = useWords();
  const set = useSetField();
  const all = useFields(undefined);
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

/** Everything that has a sensible answer already. */
function Details() {
  const t = useWords();
  const chosen = useFieldValue("confidentiality") === "private" ? "private" : "public";
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
        <SegmentsField
          name="confidentiality"
          label={t("events.confidentiality")}
          hint={t(confidentialityHints[chosen])}
          options={confidentialities.map((value) => ({ value, label: t(confidentialityLabels[value]) }))}
        />
        <TextareaField name="description" label={t("events.description")} rows={2} optional />
        <TextareaField name="notes" label={t("events.notes")} hint={t("availability.notesHint")} rows={2} optional />
      </div>
    </Card>
  );
}

/** The form of an event as the team fills it in: a new one, one to change, or only where and when it is. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { Repeat } from "lucide-react";
import { type Event, eventKinds, eventTypes } from "#contract/events.ts";
import { confidentialities, priceTypes } from "#contract/fields.ts";
import { payments } from "#contract/payments.ts";
import { CustomerFields } from "#web/availability/customer-field.tsx";
import { QuoteLines, refusedQuote, useQuote, WhyThisPrice } from "#web/availability/quote.tsx";
import { useCurrency } from "#web/availability/slot-picker.tsx";
import { instantOf, today } from "#web/availability/slots.ts";
import { PeopleFields, SportField, useChosenField, WhenFields } from "#web/availability/when-fields.tsx";
import { confidentialityHints, confidentialityLabels } from "#web/fields/labels.ts";
import { read } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { SegmentsField, SelectField, SwitchField } from "#web/kit/choice-fields.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextareaField, TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, FormRow, type Initial, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form.tsx";
import { useForm } from "#web/kit/form-context.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { changesBy, EventFormDraft, filledFrom } from "./event-draft.ts";
import { ChangePreview } from "./event-ticket.tsx";
import { kindLabels, priceTypeLabels, typeLabels } from "./labels.ts";

export const blank = {
  startTime: "",
  duration: 60,
  name: "",
  type: eventTypes[0],
  kind: eventKinds[0],
  confidentiality: confidentialities[0],
  sportId: null,
  people: null,
  minPeople: null,
  maxPeople: null,
  price: null,
  priceReason: "",
  priceType: null,
  customer: { userId: "", name: "", phone: "" },
  description: "",
  notes: "",
  internalNotes: "",
  override: false,
} as const;

type Filled = Initial<typeof EventFormDraft>;
declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What was filled in elsewhere for one event: on the planning, or before it was to be repeated. */
    eventFilled?: Filled;
  }
}

interface EventFormProps {
  /** The field chosen from the start; an empty text for none. */
  fieldId?: string;
  /** The one that is changed. */
  event?: Event;
  /** Only where and when. */
  whenOnly?: boolean;
  onSave: (filled: EventFormDraft) => Promise<unknown>;
}

export function EventForm({ fieldId = "", event, whenOnly = false, onSave }: EventFormProps) {
  const t = useWords();
  const { can } = useScope();
  const begun = useRouterState({ select: ({ location }) => location.state.eventFilled });
  return (
    <Form
      schema={EventFormDraft}
      defaultValues={event ? filledFrom(event) : { ...blank, fieldId, date: today(), ...begun }}
      onSubmit={onSave}
      label={event?.name ?? t("events.create")}
      className="gap-6"
    >
      <FormSection title={t("events.when")} hint={t("events.whenHint")}>
        <WhenFields {...(event ? { eventId: event.id } : {})} />
        {can("events.override") && (
          <SwitchField name="override" label={t("events.override")} hint={t("events.overrideHint")} />
        )}
      </FormSection>
      {!whenOnly && <About isNew={!event} />}
      {!whenOnly && <CustomerSection event={event} />}
      {!whenOnly && <PriceSection event={event} />}
      {!whenOnly && <NotesSection />}
      {event && (
        <FormSection title={t("events.saving")}>
          <TeamPreview event={event} />
          {event.customer?.userId && <SwitchField name="notify" label={t("events.notify")} />}
        </FormSection>
      )}
      <FormActions>
        {!event && <RepeatButton />}
        <ResetButton />
        <SubmitButton>{t(event ? (whenOnly ? "events.move" : "kit.save") : "events.create")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** To the form of a series, which begins with what is filled in here. */
function RepeatButton() {
  const t = useWords();
  const { path } = useScope();
  const store = useForm();
  const navigate = useNavigate();
  const open = () => {
    const { values } = store.snapshot();
    // Nothing is lost: no need to ask.
    void navigate({ to: path("/events/create-series"), state: { eventFilled: values as Filled }, ignoreBlocker: true });
  };
  return (
    <Button className="mr-auto" onClick={open}>
      <Repeat aria-hidden />
      {t("series.repeat")}
    </Button>
  );
}

export function About({ isNew }: { isNew: boolean }) {
  const t = useWords();
  const block = useFieldValue("kind") === "block";
  const chosen = useFieldValue("confidentiality") === "private" ? "private" : "public";
  return (
    <FormSection title={t("events.about")}>
      {/* An event, or a time that the team takes out of sale. */}
      {isNew && (
        <SegmentsField
          name="kind"
          label={t("events.kind")}
          hint={block && t("events.kindBlockHint")}
          options={eventKinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
        />
      )}
      {/* The name of a block is its reason. */}
      <TextField name="name" label={t(block ? "events.reason" : "events.name")} autoComplete="off" required />
      {!block && (
        <FormRow>
          <SelectField
            name="type"
            label={t("events.type")}
            options={eventTypes.map((value) => ({ value, label: t(typeLabels[value]) }))}
          />
          <SportField />
        </FormRow>
      )}
      <SegmentsField
        name="confidentiality"
        label={t("events.confidentiality")}
        hint={t(confidentialityHints[chosen])}
        options={confidentialities.map((value) => ({ value, label: t(confidentialityLabels[value]) }))}
      />
      {!block && <PeopleFields />}
      <TextareaField name="description" label={t("events.description")} optional />
    </FormSection>
  );
}

/** What saving would do to the price; an agreed one can be kept. */
function TeamPreview({ event }: { event: Event }) {
  const t = useWords();
  const field = useChosenField();
  const pricing = useFieldValue("pricing") === "keep" ? ("keep" as const) : ("reprice" as const);
  return (
    <>
      <ChangePreview
        event={event}
        schema={EventFormDraft}
        changes={(filled: EventFormDraft) => ({
          ...changesBy(filled, event, field?.timezone ?? event.timezone),
          pricing,
        })}
      />
      {event.kind === "event" && !event.priceCustomized && (
        <SegmentsField
          name="pricing"
          label={t("events.pricing")}
          options={[
            { value: "reprice", label: t("events.pricingAnew") },
            { value: "keep", label: t("events.pricingKeep") },
          ]}
        />
      )}
    </>
  );
}

export function NotesSection() {
  const t = useWords();
  return (
    <FormSection title={t("events.extras")}>
      <TextareaField name="notes" label={t("events.notes")} hint={t("events.notesHint")} optional />
      <TextareaField
        name="internalNotes"
        label={t("events.internalNotes")}
        hint={t("events.internalNotesHint")}
        optional
      />
    </FormSection>
  );
}

/** Whom it is for. */
export function CustomerSection({ event }: { event?: Event | undefined }) {
  const t = useWords();
  const block = useFieldValue("kind") === "block";
  if (block) return null;
  return (
    <FormSection title={t("events.whoComes")} hint={t("events.whoComesHint")}>
      <CustomerFields known={event?.customer ?? null} />
    </FormSection>
  );
}

/** What it costs by the field's prices, why, and the team's own price instead. */
export function PriceSection({ event }: { event?: Event | undefined }) {
  const t = useWords();
  const priced = typeof useFieldValue("price") === "number";
  const block = useFieldValue("kind") === "block";
  const currency = useCurrency() ?? event?.currency ?? "EUR";
  if (block) return null;
  return (
    <FormSection title={t("events.price")} hint={t("events.priceHint")}>
      <OwnQuote />
      <SelectField
        name="priceType"
        label={t("events.priceType")}
        options={[
          { value: null, label: t("events.priceTypeNone") },
          ...priceTypes.map((value) => ({ value, label: t(priceTypeLabels[value]) })),
        ]}
      />
      <FormRow>
        <TextField
          name="price"
          type="number"
          min={0}
          step="0.01"
          inputMode="decimal"
          suffix={currency === "USD" ? "$" : "€"}
          label={t("events.priceCustomized")}
          optional
        />
        <TextField name="priceReason" label={t("events.priceReason")} disabled={!priced} optional />
      </FormRow>
      <HowPaid />
    </FormSection>
  );
}

/** How who booked can pay it, as things stand. */
function HowPaid() {
  const t = useWords();
  const { organizationId } = useScope();
  const { data } = useQuery(read(payments.ways, { params: { organizationId } }, { quiet: true }));
  return (
    <p className="text-13 text-ink-3">
      <span className="font-medium text-ink-2">{t("events.paymentStatus")}</span> ·{" "}
      {t(data?.data.online ? "events.teamPaysOnline" : "events.onSite")}
    </p>
  );
}

/** The price by the field's patterns, as the form stands now. */
function OwnQuote() {
  const t = useWords();
  const field = useChosenField();
  const [date, time] = [useFieldText("date"), useFieldText("startTime")];
  const userId = useFieldText("customer.userId");
  const duration = useFieldValue("duration");
  const people = useFieldValue("people");
  const priceType = useFieldText("priceType");
  const startTime = field && instantOf(date, time, field.timezone);
  const isAsked = startTime !== undefined && typeof duration === "number" && duration >= 5;
  const { data, error } = useQuote(
    isAsked
      ? {
          fieldId: field?.id ?? "",
          startTime,
          duration,
          people: typeof people === "number" && people > 0 ? people : (field?.minPeopleByEvent ?? 1),
          ...(priceType === "user" || priceType === "field" ? { priceType } : {}),
          ...(userId ? { userId } : {}),
        }
      : undefined,
  );
  if (!isAsked) return <p className="text-13 text-ink-3">{t("availability.priceLater")}</p>;
  const refused = refusedQuote(error);
  if (refused) return <p className="rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">{refused}</p>;
  if (!data) return null;
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-sunken p-3" role="group" aria-label={t("events.price")}>
      <QuoteLines quote={data.data} />
      <WhyThisPrice trace={data.data.trace} />
    </div>
  );
}

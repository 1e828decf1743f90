import { useCurrencySymbol } from "#web/kit/format/amount-format.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { Repeat } from "lucide-react";
import { type Event, eventKinds, eventTypes } from "#contract/events.ts";
import { priceTypes } from "#contract/fields.ts";
import { payments } from "#contract/payments.ts";
import { OutsideRules } from "#web/booking-limits/outside-rules.tsx";
import { ExtrasField } from "#web/availability/extras-choice.tsx";
import { PromoCodeField } from "#web/availability/promo-code-choice.tsx";
import { QuoteLines, quoteRefusalMessage, useCodeQuote, PriceExplanation } from "#web/availability/quote.tsx";
import { blankCustomer } from "#web/customers/booking-customer.ts";
import { BookingCustomerField } from "#web/customers/booking-customer-field.tsx";
import { useSimilarCustomersCheck } from "#web/customers/similar-customers.tsx";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { toInstant, localToday } from "#web/availability/slots.ts";
import { PeopleFields, SportField, useChosenField, ScheduleFields } from "#web/availability/schedule-fields.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { SegmentedField, SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import {
  Form,
  FormActions,
  FormRow,
  type InitialValues,
  ResetButton,
  SubmitButton,
  useFieldValue,
} from "#web/kit/form/form.tsx";
import { useFormStore } from "#web/kit/form/form-context.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ConfidentialityField } from "./confidentiality-field.tsx";
import { diffEventForm, eventForm, EventFormDraft } from "./event-draft.ts";
import { ChangePreview } from "./event-summary-card.tsx";
import { GivenBooking } from "./given-booking.tsx";
import { ProposedTitle } from "./proposed-title.tsx";
import { kindLabels, priceTypeLabels, typeLabels } from "./labels.ts";

type EventFormInitial = InitialValues<typeof EventFormDraft>;
declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Initial values from the planning or from the form of a series. */
    eventFormValues?: EventFormInitial;
  }
}

interface EventFormProps {
  fieldId?: string;
  /** Offers the fields of this facility alone. */
  facilityId?: string | undefined;
  /** The customer of a new event, whose name is proposed as its title. */
  customer?: { id: string; name: string } | undefined;
  /** Local date of the facility. */
  date?: string | undefined;
  event?: Event;
  /** Shows only the fields of place and time. */
  whenOnly?: boolean;
  onSave: (filled: EventFormDraft) => Promise<unknown>;
}

export function EventForm({
  fieldId = "",
  facilityId,
  customer,
  date,
  event,
  whenOnly = false,
  onSave,
}: EventFormProps) {
  const t = useTranslation();
  const { can } = useScope();
  const assertNoSimilar = useSimilarCustomersCheck();
  const initialValues = useRouterState({ select: ({ location }) => location.state.eventFormValues });
  return (
    <Form
      schema={EventFormDraft}
      defaultValues={
        event
          ? eventForm.filledWith(event)
          : {
              ...eventForm.blank,
              ...(customer && {
                name: customer.name,
                customer: { ...blankCustomer, customerId: customer.id, name: customer.name },
              }),
              fieldId,
              date: date ?? localToday(),
              ...initialValues,
            }
      }
      onSubmit={async (filled) => {
        if (filled.kind !== "block") await assertNoSimilar(filled.customer);
        return onSave(filled);
      }}
      label={event?.name ?? t("events.create")}
      className="gap-6"
    >
      <FormSection title={t("events.when")} hint={t("events.whenHint")}>
        <ScheduleFields {...(event ? { event } : { facilityId })} />
        {can("events.override") && (
          <SwitchField name="override" label={t("events.override")} hint={t("events.overrideHint")} />
        )}
      </FormSection>
      {!whenOnly && <AboutSection isNew={!event} />}
      {!whenOnly && <CustomerSection event={event} />}
      {!whenOnly && <PriceSection event={event} takesCode={!event} />}
      {!event && <ExtrasSection />}
      {!whenOnly && <NotesSection />}
      {event && (
        <FormSection title={t("events.saving")}>
          <ChangeSection event={event} />
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

/** Nothing where nothing is offered. */
function ExtrasSection() {
  const timezone = useChosenField()?.timezone;
  const [fieldId, date, time] = [useFieldText("fieldId"), useFieldText("date"), useFieldText("startTime")];
  const [duration, people, sportId] = [useFieldValue("duration"), useFieldValue("people"), useFieldValue("sportId")];
  const customerId = useFieldText("customer.customerId");
  const isBlock = useFieldValue("kind") === "block";
  const startTime = timezone && date && time ? toInstant(date, time, timezone) : undefined;
  const isKnown = !isBlock && fieldId !== "" && startTime && typeof duration === "number" && duration >= 5;
  return (
    <ExtrasField
      place={
        isKnown
          ? {
              ...{ fieldId, startTime, duration },
              ...(typeof people === "number" && people > 0 && { people }),
              ...(typeof sportId === "number" && { sportId }),
              ...(customerId && { customerId }),
            }
          : undefined
      }
    />
  );
}

function RepeatButton() {
  const t = useTranslation();
  const { path } = useScope();
  const store = useFormStore();
  const navigate = useNavigate();
  const open = () => {
    const { values } = store.snapshot();
    // The values go with the navigation, so do not ask about unsaved changes.
    void navigate({
      to: path("/events/create-series"),
      state: { eventFormValues: values as EventFormInitial },
      ignoreBlocker: true,
    });
  };
  return (
    <Button className="mr-auto" onClick={open}>
      <Repeat aria-hidden />
      {t("series.repeat")}
    </Button>
  );
}

export function AboutSection({ isNew }: { isNew: boolean }) {
  const t = useTranslation();
  const block = useFieldValue("kind") === "block";
  return (
    <FormSection title={t("events.about")}>
      {isNew && !block && <ProposedTitle />}
      {isNew && (
        <SegmentedField
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
      <ConfidentialityField isNew={isNew} reader="team" />
      {!block && <PeopleFields />}
      <TextareaField name="description" label={t("events.description")} optional />
    </FormSection>
  );
}

export function ChangeSection({ event }: { event: Event }) {
  const t = useTranslation();
  const field = useChosenField();
  const pricing = useFieldValue("pricing") === "keep" ? ("keep" as const) : ("reprice" as const);
  return (
    <>
      <ChangePreview
        event={event}
        schema={EventFormDraft}
        changes={(filled: EventFormDraft) => ({
          ...diffEventForm(filled, event, field?.timezone ?? event.timezone),
          pricing,
        })}
      />
      {event.kind === "event" && !event.priceCustomized && (
        <SegmentedField
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
  const t = useTranslation();
  return (
    <FormSection title={t("events.extras")}>
      <TextareaField name="notes" label={t("events.noteForCustomer")} hint={t("events.notesHint")} optional />
      <TextareaField
        name="internalNotes"
        label={t("events.internalNotes")}
        hint={t("events.internalNotesHint")}
        optional
      />
    </FormSection>
  );
}

export function CustomerSection({ event }: { event?: Event | undefined }) {
  const t = useTranslation();
  const block = useFieldValue("kind") === "block";
  if (block) return null;
  return (
    <FormSection title={t("events.whoComes")} hint={t("events.whoComesHint")}>
      <BookingCustomerField optional />
      {event && <GivenBooking event={event} />}
    </FormSection>
  );
}

/** @param takesCode false for bookings that stand */
export function PriceSection({ event, takesCode = false }: { event?: Event | undefined; takesCode?: boolean }) {
  const t = useTranslation();
  const priced = typeof useFieldValue("price") === "number";
  const block = useFieldValue("kind") === "block";
  const currency = useOrganizationCurrency() ?? event?.currency ?? "EUR";
  const currencySymbol = useCurrencySymbol(currency);
  if (block) return null;
  return (
    <FormSection title={t("events.price")} hint={t("events.priceHint")}>
      <QuotePreview takesCode={takesCode && !priced} />
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
          suffix={currencySymbol}
          label={t("events.priceCustomized")}
          optional
        />
        <TextField name="priceReason" label={t("events.priceReason")} disabled={!priced} optional />
      </FormRow>
      <PaymentHint />
    </FormSection>
  );
}

function PaymentHint() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(payments.methods, { params: { organizationId } }, { quiet: true }));
  return (
    <p className="text-13 text-ink-3">
      <span className="font-medium text-ink-2">{t("events.paymentStatus")}</span> ·{" "}
      {t(data?.data.online ? "events.teamPaysOnline" : "events.onSite")}
    </p>
  );
}

function QuotePreview({ takesCode }: { takesCode: boolean }) {
  const t = useTranslation();
  const field = useChosenField();
  const [date, time] = [useFieldText("date"), useFieldText("startTime")];
  const customerId = useFieldText("customer.customerId");
  const duration = useFieldValue("duration");
  const people = useFieldValue("people");
  const priceType = useFieldText("priceType");
  const code = useFieldText("promoCode");
  const startTime = field && toInstant(date, time, field.timezone);
  const isAsked = startTime !== undefined && typeof duration === "number" && duration >= 5;
  const quote = useCodeQuote(
    isAsked
      ? {
          fieldId: field?.id ?? "",
          startTime,
          duration,
          people: typeof people === "number" && people > 0 ? people : (field?.minPeopleByEvent ?? 1),
          ...(priceType === "user" || priceType === "field" ? { priceType } : {}),
          ...(customerId ? { customerId } : {}),
        }
      : undefined,
    takesCode ? code : "",
  );
  const { data, error } = quote;
  if (!isAsked) return <p className="text-13 text-ink-3">{t("availability.priceLater")}</p>;
  const refused = quoteRefusalMessage(error);
  if (refused) return <p className="rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">{refused}</p>;
  if (!data) return null;
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-sunken p-3" role="group" aria-label={t("events.price")}>
      <QuoteLines quote={data} />
      {takesCode && <PromoCodeField quote={quote} />}
      <PriceExplanation trace={data.trace} />
      <OutsideRules customerId={customerId} fieldId={field?.id ?? ""} startTime={startTime} duration={duration} />
    </div>
  );
}

/** Small form that creates a booking on the grid (quick booking). */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useRef } from "react";
import type { PlanningField } from "#contract/planning.ts";
import { useAvailability } from "#web/availability/slot-picker.tsx";
import { findStart, toWallClock } from "#web/availability/slots.ts";
import { AnchoredPanel } from "./anchored-panel.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { SegmentedField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormActions, SubmitButton, useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { BookingCustomerField } from "#web/customers/booking-customer-field.tsx";
import { useSimilarCustomersCheck } from "#web/customers/similar-customers.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { toast } from "#web/kit/ui/toast-store.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Board } from "#web/planning/grid/board.ts";
import { toEventFormValues, toSeriesFormValues } from "./booking-columns.ts";
import { type BookingStore, type QuickBooking, usePlacement } from "./booking-store.ts";
import { BlockFields, ConflictingBookings } from "./block-fields.tsx";
import { NoteField } from "./note-field.tsx";
import { type Placement, valuesOf } from "./placement.ts";
import { isRepeated as isRepeatedBooking, QuickDraft } from "./quick-draft.ts";
import { OutsideRules } from "#web/booking-limits/outside-rules.tsx";
import { PlanFields, PriceFields, PlaceAndTimeFields } from "./booking-fields.tsx";
import { ConflictAlternatives, useConflicts } from "./conflict-alternatives.tsx";
import { RepeatFields, SeriesPreview } from "./series-fields.tsx";
import { saveBooking } from "./save-booking.ts";

interface QuickBookingFormProps {
  booking: QuickBooking;
  store: BookingStore;
  board: Board;
  /** Includes fields that are not shown. */
  fields: readonly PlanningField[];
}

export function QuickBookingForm(props: QuickBookingFormProps) {
  const { booking, store, fields } = props;
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const placement = usePlacement(booking, fields);
  const assertNoSimilar = useSimilarCustomersCheck();
  const continues = useRef(false);
  if (!fields.some(({ id }) => id === booking.openedAt.fieldId)) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    continues.current = true;
    event.currentTarget.querySelector("form")?.requestSubmit();
  };
  return (
    <AnchoredPanel
      anchor={`[data-draft="${booking.id}"]`}
      anchorKey={JSON.stringify(placement)}
      label={t("events.create")}
      hidden={booking.state === "saving"}
    >
      {/* Enter without Shift also clicks the submit button, which resets `continues`. */}
      <div onKeyDown={onKeyDown} onClickCapture={() => (continues.current = false)}>
        <Form
          schema={QuickDraft}
          guard={false}
          store={booking.form}
          onSubmit={async (filled) => {
            if (filled.kind !== "block") await assertNoSimilar(filled.customer);
            return saveBooking(filled, booking, {
              store,
              fields,
              organizationId,
              cache,
              t,
              continues: continues.current,
            });
          }}
          label={t("events.create")}
          className="gap-3! [&_[data-row]]:grid-cols-2! [&_[data-row]]:gap-2!"
        >
          <QuickBookingFields {...props} placement={placement} />
          <QuickBookingButtons
            booking={booking}
            count={placement.places.length}
            onClose={() => store.close(booking.id)}
          />
        </Form>
      </div>
    </AnchoredPanel>
  );
}

function QuickBookingFields(props: QuickBookingFormProps & { placement: Placement }) {
  const { booking, store, placement, board, fields } = props;
  const t = useTranslation();
  const { can } = useScope();
  const kind = useFieldValue("kind");
  const repeats = useFieldValue("repeats") === true;
  const set = useSetField();
  const payment = useFieldValue("payment");
  const customerId = useFieldText("customer.customerId");
  const [place] = placement.places;
  const field = fields.find(({ id }) => id === place?.fieldId);
  const date = place && field ? toWallClock(place.startTime, field.timezone).date : "";
  const day = useAvailability(
    { date, facilityId: field?.facilityId, customerId: customerId || undefined },
    field !== undefined,
  );
  const { taken, isOutside } = useConflicts(board, placement, fields);
  if (!field || !place) return null;
  const isBlock = kind === "block";
  const isRepeated = kind === "series" || (isBlock && repeats);
  return (
    <>
      <SegmentedField
        name="kind"
        label={t("events.kind")}
        hideLabel
        options={[
          { value: "event", label: t("planning.booking") },
          { value: "series", label: t("events.series") },
          { value: "block", label: t("events.kindBlock") },
        ]}
        onChosen={(next) => {
          // Dates of a series are paid one by one.
          if (next !== "event" && payment !== "free") set("payment", "on_site");
        }}
      />
      {!isBlock && <BookingCustomerField />}
      <PlaceAndTimeFields
        placement={placement}
        fields={fields}
        onMove={(places) => store.moveTo(booking.id, places, fields)}
      />
      {isBlock ? (
        <BlockFields />
      ) : (
        <PlanFields
          hasChosenLength={booking.hasChosenLength}
          hasSeveralPlaces={placement.places.length > 1}
          start={findStart(day.data?.data, place)}
        />
      )}
      {isRepeated && <RepeatFields />}
      {!isBlock && <PriceFields placement={placement} />}
      {!isBlock && <OutsideRules {...place} customerId={customerId} duration={placement.duration} />}
      {isRepeated && placement.places.length === 1 && <SeriesPreview place={place} timezone={field.timezone} />}
      <NoteField />
      {!isBlock && isOutside && can("events.override") && (
        <div className="grid gap-2 rounded-lg bg-blue-bg px-3 py-2 text-blue-fg">
          <SwitchField name="override" label={t("events.override")} hint={t("events.overrideHint")} />
          <OverrideReasonField />
        </div>
      )}
      {isBlock && taken.length > 0 && <ConflictingBookings items={taken} />}
      {!isBlock && isOutside && !can("events.override") && (
        <p className="text-13 text-danger">{t("events.outsideHours")}</p>
      )}
      <ConflictAlternatives {...props} taken={isBlock ? [] : taken} day={day.data?.data} />
    </>
  );
}

function OverrideReasonField() {
  const t = useTranslation();
  if (useFieldValue("override") !== true) return null;
  return <TextField name="overrideReason" label={t("events.reason")} autoComplete="off" required />;
}

function QuickBookingButtons({
  booking,
  count,
  onClose,
}: {
  booking: QuickBooking;
  count: number;
  onClose: () => void;
}) {
  const t = useTranslation();
  const { path } = useScope();
  const navigate = useNavigate();
  const kind = useFieldValue("kind");
  const openWholeForm = () => {
    const filled = valuesOf(booking);
    const hasPayment = filled.payment === "paid" || filled.payment === "link" || filled.payment === "pack";
    if (filled.kind === "event" && hasPayment) toast({ description: t("planning.moneyLater") });
    const isSeries = isRepeatedBooking(filled);
    void navigate({
      to: path(isSeries ? "/events/create-series" : "/events/create"),
      search: { fieldId: filled.fieldId },
      state: {
        eventFormValues: toEventFormValues(filled),
        ...(isSeries ? { seriesFormValues: toSeriesFormValues(filled) } : {}),
      },
      // The whole form takes over all values.
      ignoreBlocker: true,
    });
  };
  const label = kind === "series" ? "planning.bookSeries" : kind === "block" ? "planning.blockNow" : "events.book";
  return (
    <FormActions className="sticky -bottom-4 -mx-4 -mb-4 border-t border-line bg-raised px-4 py-3">
      <Button variant="ghost" className="mr-auto" onClick={openWholeForm}>
        {t("planning.more")}
      </Button>
      <Button onClick={onClose}>{t("kit.cancel")}</Button>
      <SubmitButton>{count > 1 ? `${t(label)} (${count})` : t(label)}</SubmitButton>
    </FormActions>
  );
}

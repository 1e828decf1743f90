/** Edits an event in the panel; shows changes by others and never overwrites them. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { type Event, events } from "#contract/events.ts";
import { ScheduleFields, useLoadFieldTimezone } from "#web/availability/schedule-fields.tsx";
import { isAutoCompleted } from "#contract/events-states-rules.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { ChangeSection } from "#web/events/event-form.tsx";
import { GivenBooking } from "#web/events/given-booking.tsx";
import { toUndoMoveBody, diffEventForm, eventForm, EventFormDraft, isMove } from "#web/events/event-draft.ts";
import { ApiError, call } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormActions, SubmitButton, useFormProgress } from "#web/kit/form/form.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { BookingCustomerField } from "#web/customers/booking-customer-field.tsx";
import { useSimilarCustomersCheck } from "#web/customers/similar-customers.tsx";
import { hasUnsavedChanges } from "#web/planning/unsaved-changes.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { updateCachedPlannings } from "#web/planning/planning-cache.ts";
import { EditConflictNotice } from "./edit-conflict-notice.tsx";
import { eventQuery } from "./hover-card.tsx";
import { CustomPriceFields } from "./panel-fields.tsx";

export type PanelFormPart = "all" | "when";

interface PanelFormProps {
  eventId: string;
  /** All of the event, or only when and where it is. */
  part: PanelFormPart;
  onDone: () => void;
  fallback: ReactNode;
}

/** Fetches before the form opens, so that earlier changes by others are no conflicts. */
export function PanelForm({ eventId, part, onDone, fallback }: PanelFormProps) {
  const { data, error, refetch } = useFreshQuery(eventQuery(useScope().organizationId, eventId));
  if (data) return <VersionedEditForm latest={data.data} part={part} onDone={onDone} />;
  return error ? <ErrorState error={error} onRetry={refetch} /> : fallback;
}

interface VersionedEditFormProps extends Pick<PanelFormProps, "part"> {
  latest: Event;
  onDone: () => void;
}

function VersionedEditForm({ latest, ...props }: VersionedEditFormProps) {
  const [base, setBase] = useState(latest);
  return <EventEditForm key={base.updated_at} {...{ base, latest, ...props }} onTakeTheirs={() => setBase(latest)} />;
}

interface EventEditFormProps extends VersionedEditFormProps {
  base: Event;
  onTakeTheirs: () => void;
}

function ReportUnsaved() {
  const { dirty } = useFormProgress();
  useEffect(() => {
    hasUnsavedChanges.set(dirty);
    return () => hasUnsavedChanges.set(false);
  }, [dirty]);
  return null;
}

function EventEditForm({ base, latest, part, onDone, onTakeTheirs: onTake }: EventEditFormProps) {
  const t = useTranslation();
  const { can } = useScope();
  /** The version whose changes the user has accepted. */
  const [seen, setSeen] = useState(base.updated_at);
  const submit = useSaveChanges(base, { seen, onDone });
  const assertNoSimilar = useSimilarCustomersCheck();
  const zoneOf = useLoadFieldTimezone();
  const isBlock = base.kind === "block";
  const isWhole = part === "all";
  return (
    <Form
      schema={EventFormDraft}
      defaultValues={eventForm.filledWith(base)}
      onSubmit={async (filled) => {
        if (!isBlock) await assertNoSimilar(filled.customer);
        return submit(filled, await zoneOf(filled.fieldId));
      }}
      label={t(isWhole ? "events.edit" : "events.move")}
      within="view"
      className="gap-4! px-4 py-4 [&_[data-row]]:grid-cols-2! [&_[data-row]]:gap-3!"
    >
      <ReportUnsaved />
      {latest.updated_at !== seen && (
        <EditConflictNotice
          before={base}
          after={latest}
          onTakeTheirs={onTake}
          onKeepMine={() => setSeen(latest.updated_at)}
        />
      )}
      {isWhole && (
        <TextField name="name" label={t(isBlock ? "events.reason" : "events.name")} autoComplete="off" required />
      )}
      <ScheduleFields event={base} />
      {can("events.override") && (
        <SwitchField name="override" label={t("events.override")} hint={t("events.overrideHint")} />
      )}
      {isWhole && (
        <>
          {!isBlock && <TextField name="people" type="number" min={1} label={t("events.people")} optional />}
          {!isBlock && <BookingCustomerField />}
          {!isBlock && <GivenBooking event={base} />}
          {!isBlock && <CustomPriceFields currency={base.currency} />}
          {isBlock ? (
            <TextareaField name="description" label={t("planning.visibleText")} rows={2} optional />
          ) : (
            <TextareaField name="notes" label={t("events.noteForCustomer")} rows={2} optional />
          )}
          <TextareaField name="internalNotes" label={t("events.internalNotes")} rows={2} optional />
        </>
      )}
      <ChangeSection event={base} />
      {base.customer?.userId && <SwitchField name="notify" label={t("events.notify")} />}
      <FormActions className="sticky bottom-0 -mx-4 -mb-4 border-t border-line bg-surface px-4 py-3">
        <Button onClick={onDone}>{t("kit.cancel")}</Button>
        <SubmitButton>{isWhole ? undefined : t("events.move")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function useSaveChanges(base: Event, { seen, onDone }: { seen: string; onDone: () => void }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, eventId: base.id };
  return async (filled: EventFormDraft, zone: string) => {
    const changes = diffEventForm(filled, base, zone);
    if (Object.keys(changes).length === 0) return onDone();
    const body = {
      ...changes,
      ...(base.kind === "event" && isMove(changes) && { pricing: filled.pricing }),
      ...(filled.notify === undefined ? {} : { notify: filled.notify }),
      seen,
    };
    try {
      const { data, message = "" } = await call(events.update, { params, body }, { quiet: true });
      updateCachedPlannings(cache, data);
      const back = async () => {
        const undoBody = { ...toUndoMoveBody(base, data, true), seen: data.updated_at };
        const { message: said = "" } = await call(events.update, { params, body: undoBody }, { quiet: "reason" });
        toast({ description: said, variant: "success", duration: OUTCOME_TOAST_MS });
        invalidateEventQueries(cache);
      };
      if (isMove(changes) && !isAutoCompleted(data, Date.now())) offerUndo(message, back);
      else toast({ description: message, variant: "success", duration: OUTCOME_TOAST_MS });
      invalidateEventQueries(cache);
      onDone();
    } catch (error) {
      invalidateEventQueries(cache);
      if (error instanceof ApiError && error.status !== 409 && !error.errors)
        toast({ description: error.message, variant: "error", duration: OUTCOME_TOAST_MS });
      throw error;
    }
  };
}

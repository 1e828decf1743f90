/** Edits an event in the panel; shows changes by others and never overwrites them. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { type Event, events } from "#contract/events.ts";
import { isAutoCompleted } from "#contract/events-states-rules.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { toUndoMoveBody, diffEventForm, eventForm, EventFormDraft, isMove } from "#web/events/event-draft.ts";
import { ApiError, call } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { DateField, TimeField } from "#web/kit/form/date-fields.tsx";
import { Form, FormActions, FormRow, SubmitButton, useFormProgress } from "#web/kit/form/form.tsx";
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
import { CustomPriceFields, EventChangePreview, useFieldOptions } from "./panel-fields.tsx";

interface PanelFormProps {
  eventId: string;
  onDone: () => void;
  fallback: ReactNode;
}

/** Fetches before the form opens, so that earlier changes by others are no conflicts. */
export function PanelForm({ eventId, onDone, fallback }: PanelFormProps) {
  const { data, error, refetch } = useFreshQuery(eventQuery(useScope().organizationId, eventId));
  if (data) return <VersionedEditForm latest={data.data} onDone={onDone} />;
  return error ? <ErrorState error={error} onRetry={refetch} /> : fallback;
}

interface VersionedEditFormProps {
  latest: Event;
  onDone: () => void;
}

function VersionedEditForm({ latest, onDone }: VersionedEditFormProps) {
  const [base, setBase] = useState(latest);
  return <EventEditForm key={base.updated_at} {...{ base, latest, onDone }} onTakeTheirs={() => setBase(latest)} />;
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

function EventEditForm({ base, latest, onDone, onTakeTheirs: onTake }: EventEditFormProps) {
  const t = useTranslation();
  /** The version whose changes the user has accepted. */
  const [seen, setSeen] = useState(base.updated_at);
  const submit = useSaveChanges(base, { seen, onDone });
  const assertNoSimilar = useSimilarCustomersCheck();
  const { all, zoneOf } = useFieldOptions();
  const isBlock = base.kind === "block";
  return (
    <Form
      schema={EventFormDraft}
      defaultValues={eventForm.filledWith(base)}
      onSubmit={async (filled) => {
        if (!isBlock) await assertNoSimilar(filled.customer);
        return submit(filled, zoneOf(filled.fieldId) ?? base.timezone);
      }}
      label={t("events.edit")}
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
      <TextField name="name" label={t(isBlock ? "events.reason" : "events.name")} autoComplete="off" required />
      <SelectField name="fieldId" label={t("events.field")} options={all} />
      <FormRow>
        <DateField name="date" label={t("events.date")} required />
        <TimeField name="startTime" label={t("events.startTime")} required />
      </FormRow>
      <FormRow>
        <TextField
          name="duration"
          type="number"
          min={5}
          max={1440}
          suffix="min"
          label={t("events.duration")}
          required
        />
        {!isBlock && <TextField name="people" type="number" min={1} label={t("events.people")} optional />}
      </FormRow>
      {!isBlock && <BookingCustomerField />}
      {!isBlock && <CustomPriceFields currency={base.currency} />}
      {isBlock ? (
        <TextareaField name="description" label={t("planning.visibleText")} rows={2} optional />
      ) : (
        <TextareaField name="notes" label={t("events.noteForCustomer")} rows={2} optional />
      )}
      <TextareaField name="internalNotes" label={t("events.internalNotes")} rows={2} optional />
      <EventChangePreview base={base} zoneOf={zoneOf} />
      {base.customer?.userId && <SwitchField name="notify" label={t("events.notify")} />}
      <FormActions className="sticky bottom-0 -mx-4 -mb-4 border-t border-line bg-surface px-4 py-3">
        <Button onClick={onDone}>{t("kit.cancel")}</Button>
        <SubmitButton />
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
    const body = { ...changes, ...(filled.notify === undefined ? {} : { notify: filled.notify }), seen };
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

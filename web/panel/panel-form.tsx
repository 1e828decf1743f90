/** An event changed beside the grid; what others change meanwhile is told, and never overwritten. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { type Event, events } from "#contract/events.ts";
import { isCompletedBy } from "#contract/events-rules.ts";
import { refreshEvents } from "#web/availability/refresh.ts";
import { backFrom, changesBy, EventFormDraft, filledFrom, isMove } from "#web/events/event-draft.ts";
import { ApiError, call } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { SelectField, SwitchField } from "#web/kit/choice-fields.tsx";
import { useCurrent } from "#web/kit/current.ts";
import { TextareaField, TextField } from "#web/kit/fields.tsx";
import { Form, FormActions, FormRow, SubmitButton, useFormProgress } from "#web/kit/form.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { useScope } from "#web/kit/scope.ts";
import { outcomeDuration, toast } from "#web/kit/toast.ts";
import { offerUndo } from "#web/kit/undo.ts";
import { unsaved } from "#web/kit/unsaved.ts";
import { useWords } from "#web/kit/words.ts";
import { showPlanned } from "#web/moving/planned.ts";
import { Whom } from "#web/quick/quick-customer.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { eventOf } from "./hover-card.tsx";
import { asSent, OwnPrice, Preview, useFieldOptions } from "./panel-fields.tsx";

interface PanelFormProps {
  eventId: string;
  onDone: () => void;
  /** Until it is known what the event is by now. */
  fallback: ReactNode;
}

/** What changed before the form was opened is no change meanwhile. */
export function PanelForm({ eventId, onDone, fallback }: PanelFormProps) {
  const { data, error, refetch } = useCurrent(eventOf(useScope().organizationId, eventId));
  if (data) return <Begun latest={data.data} onDone={onDone} />;
  return error ? <FailedState error={error} onRetry={refetch} /> : fallback;
}

interface BegunProps {
  /** As it is now; it may change while it is being edited. */
  latest: Event;
  onDone: () => void;
}

function Begun({ latest, onDone }: BegunProps) {
  /** What the form began with. */
  const [base, setBase] = useState(latest);
  return <Filled key={base.updated_at} {...{ base, latest, onDone }} onTake={() => setBase(latest)} />;
}

interface FilledProps extends BegunProps {
  base: Event;
  /** Begin again with what it is now. */
  onTake: () => void;
}

/** A member's name is no walk-in's: it is shown, and not sent. */
const initialOf = (event: Event) => ({
  ...filledFrom(event),
  customer: {
    userId: event.customer?.userId ?? "",
    name: event.customer?.name ?? "",
    phone: event.customer?.phone ?? "",
  },
});

/** Tells whether there is something to lose. */
function TellUnsaved() {
  const { dirty } = useFormProgress();
  useEffect(() => {
    unsaved.set(dirty);
    return () => unsaved.set(false);
  }, [dirty]);
  return null;
}

function Filled({ base, latest, onDone, onTake }: FilledProps) {
  const t = useWords();
  /** The version whose difference was seen and accepted. */
  const [seen, setSeen] = useState(base.updated_at);
  const submit = useChange(base, { seen, onDone });
  const { all, zoneOf } = useFieldOptions();
  const isBlock = base.kind === "block";
  return (
    <Form
      schema={EventFormDraft}
      defaultValues={initialOf(base)}
      onSubmit={(filled) => submit(filled, zoneOf(filled.fieldId) ?? base.timezone)}
      label={t("events.edit")}
      within="view"
      className="gap-4! px-4 py-4 [&_[data-row]]:grid-cols-2! [&_[data-row]]:gap-3!"
    >
      <TellUnsaved />
      {latest.updated_at !== seen && (
        <ChangedMeanwhile before={base} after={latest} onTake={onTake} onKeep={() => setSeen(latest.updated_at)} />
      )}
      <TextField name="name" label={t(isBlock ? "events.reason" : "events.name")} autoComplete="off" required />
      <SelectField name="fieldId" label={t("events.field")} options={all} />
      <FormRow>
        <TextField name="date" type="date" label={t("events.date")} required />
        <TextField name="startTime" type="time" label={t("events.startTime")} required />
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
      {!isBlock && <Whom />}
      {!isBlock && <OwnPrice currency={base.currency} />}
      {isBlock ? (
        <TextareaField name="description" label={t("planning.visibleText")} rows={2} optional />
      ) : (
        <TextareaField name="notes" label={t("events.notes")} rows={2} optional />
      )}
      <TextareaField name="internalNotes" label={t("events.internalNotes")} rows={2} optional />
      <Preview base={base} zoneOf={zoneOf} />
      {base.customer?.userId && <SwitchField name="notify" label={t("events.notify")} />}
      <FormActions className="sticky bottom-0 -mx-4 -mb-4 border-t border-line bg-surface px-4 py-3">
        <Button onClick={onDone}>{t("kit.cancel")}</Button>
        <SubmitButton />
      </FormActions>
    </Form>
  );
}

/** Saves what was changed against what the form began with, and nothing else. */
function useChange(base: Event, { seen, onDone }: { seen: string; onDone: () => void }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, eventId: base.id };
  return async (filled: EventFormDraft, zone: string) => {
    const changes = changesBy(asSent(filled), base, zone);
    if (Object.keys(changes).length === 0) return onDone();
    const body = { ...changes, ...(filled.notify === undefined ? {} : { notify: filled.notify }), seen };
    try {
      const { data, message = "" } = await call(events.update, { params, body }, { quiet: true });
      showPlanned(cache, data);
      const back = async () => {
        const its = { ...backFrom(base, data, true), seen: data.updated_at };
        const { message: said = "" } = await call(events.update, { params, body: its }, { quiet: "reason" });
        toast({ description: said, variant: "success", duration: outcomeDuration });
        refreshEvents(cache);
      };
      if (isMove(changes) && !isCompletedBy(data, Date.now())) offerUndo(message, back);
      else toast({ description: message, variant: "success", duration: outcomeDuration });
      refreshEvents(cache);
      onDone();
    } catch (error) {
      refreshEvents(cache);
      if (error instanceof ApiError && error.status !== 409 && !error.errors)
        toast({ description: error.message, variant: "error", duration: outcomeDuration });
      throw error;
    }
  };
}

/** Changes one date of a series, it and the following, or all that are to come; what would stay as it is, is said first. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type Event, events, eventTypes } from "#contract/events.ts";
import { confidentialities, fields } from "#contract/fields.ts";
import type { Draft, Returns } from "#contract/kit.ts";
import { series as endpoints, type Series, type SeriesScope, seriesScopes } from "#contract/series.ts";
import { refreshEvents } from "#web/availability/refresh.ts";
import { typeLabels } from "#web/events/labels.ts";
import { confidentialityLabels } from "#web/fields/labels.ts";
import { call, read, write } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { useCurrent } from "#web/kit/current.ts";
import { SegmentsField, SelectField, SwitchField } from "#web/kit/choice-fields.tsx";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { TextareaField, TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton } from "#web/kit/form.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { outcomeDuration, toast } from "#web/kit/toast.ts";
import { offerUndo } from "#web/kit/undo.ts";
import { useWeek } from "#web/kit/weekdays.ts";
import { useWords } from "#web/kit/words.ts";
import { ScopeField, useChosenScope } from "./cancel-dates.tsx";
import { atFields, changesFrom, editedFrom, movedBack, SeriesEditDraft } from "./series-draft.ts";

const useAsked = () =>
  useSearch({
    strict: false,
    select: ({ eventId = "", scope = "this" }: { eventId?: string; scope?: string }) => ({
      eventId,
      scope: seriesScopes.find((known) => known === scope) ?? "this",
    }),
  });

export function SeriesEditPage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const seriesId = useParam("seriesId");
  const { eventId } = useAsked();
  const found = useCurrent(read(endpoints.read, { params: { organizationId, seriesId } }));
  const event = useCurrent(read(events.read, { params: { organizationId, eventId } }));
  const error = found.error ?? event.error;
  const name = found.data?.data.name;
  return (
    <Page
      title={name ? t("series.editTitle", { name }) : t("series.one")}
      crumbs={[
        <Link key="list" to={path("/events")}>
          {t("events.title")}
        </Link>,
        <Link key="series" to={path(`/series/${seriesId}`)}>
          {name ?? t("series.one")}
        </Link>,
      ]}
    >
      {error ? (
        <FailedState error={error} onRetry={() => Promise.all([found.refetch(), event.refetch()])} />
      ) : found.data && event.data ? (
        // What changes elsewhere meanwhile does not change what is being filled in.
        <EditForm key={event.data.data.id} series={found.data.data} event={event.data.data} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </Page>
  );
}

/** Tries it out first; where dates would stay as they are, asks before it is done. */
function useChange(series: Series, event: Event, ask: ReturnType<typeof useSkippedQuestion>["ask"]) {
  const t = useWords();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const tryOut = useMutation(write(endpoints.update, { quiet: true }));
  const update = useMutation(write(endpoints.update, { quiet: "outcome" }));
  const params = { organizationId, seriesId: series.id };
  return async (body: Draft<typeof endpoints.update> & { scope: SeriesScope }) => {
    const tried = await tryOut.mutateAsync({ params, query: { dryRun: "true" }, body });
    if (tried.data.skipped.length > 0 && !(await ask(tried.data))) return false;
    const { data } = await update.mutateAsync({ params, body });
    refreshEvents(cache);
    const said = t("series.changedCount", { count: data.updated.length });
    const back = movedBack(series, event, body);
    if (back)
      offerUndo(said, async () => {
        await call(endpoints.update, { params, body: { ...body, changes: back } });
        refreshEvents(cache);
      });
    else toast({ description: said, variant: "success", duration: outcomeDuration });
    const isOne = body.scope === "this";
    await navigate({ to: path(isOne ? `/events/${body.eventId}` : `/series/${series.id}`) });
    return true;
  };
}

function EditForm({ series, event: latest }: { series: Series; event: Event }) {
  const t = useWords();
  const { path } = useScope();
  const { scope } = useAsked();
  const [event] = useState(latest);
  const { ask, dialog } = useSkippedQuestion();
  const change = useChange(series, event, ask);
  const save = async (filled: SeriesEditDraft) => {
    const changes = changesFrom(event, filled);
    if (Object.keys(changes).length === 0) {
      toast({ description: t("series.nothingChanged") });
      return false;
    }
    const body = { eventId: event.id, scope: filled.scope, changes, notify: filled.notify };
    return change(body).catch((error: unknown) => {
      throw atFields(error);
    });
  };
  return (
    <>
      <Form
        schema={SeriesEditDraft}
        defaultValues={{ ...editedFrom(event), scope, notify: true }}
        onSubmit={save}
        label={t("series.editTitle", { name: series.name })}
        className="gap-6"
      >
        <FormSection title={t("series.scope")} hint={t("series.editHint")}>
          <ScopeField series={series} eventId={event.id} />
          <AloneLink to={path(`/events/${event.id}/edit`)} />
        </FormSection>
        <FormSection title={t("events.when")} hint={t("events.whenHint")}>
          <FieldField facilityId={series.facility.id} />
          <FormRow>
            <TextField name="time" type="time" label={t("events.startTime")} required />
            <TextField
              name="duration"
              type="number"
              min={5}
              max={1440}
              suffix="min"
              label={t("series.duration")}
              required
            />
          </FormRow>
        </FormSection>
        <FormSection title={t("events.about")}>
          <AboutFields isBlock={event.kind === "block"} />
        </FormSection>
        <FormSection title={t("events.extras")}>
          <TextareaField name="notes" label={t("events.notes")} hint={t("events.notesHint")} optional />
          <TextareaField
            name="internalNotes"
            label={t("events.internalNotes")}
            hint={t("events.internalNotesHint")}
            optional
          />
          <SwitchField name="notify" label={t("series.notify")} />
        </FormSection>
        <FormActions>
          <ResetButton />
          <SubmitButton />
        </FormActions>
      </Form>
      {dialog}
    </>
  );
}

function AboutFields({ isBlock }: { isBlock: boolean }) {
  const t = useWords();
  return (
    <>
      <TextField name="name" label={t(isBlock ? "events.reason" : "events.name")} autoComplete="off" required />
      {!isBlock && (
        <SelectField
          name="type"
          label={t("events.type")}
          options={eventTypes.map((value) => ({ value, label: t(typeLabels[value]) }))}
        />
      )}
      <SegmentsField
        name="confidentiality"
        label={t("events.confidentiality")}
        options={confidentialities.map((value) => ({ value, label: t(confidentialityLabels[value]) }))}
      />
      <TextareaField name="description" label={t("events.description")} optional />
    </>
  );
}

/** What is no matter of several dates is changed in the event's own form. */
function AloneLink({ to }: { to: string }) {
  const t = useWords();
  if (useChosenScope() !== "this") return null;
  return (
    <p className="text-13">
      <Link to={to} className={textLink}>
        {t("series.editAlone")}
      </Link>
    </p>
  );
}

function FieldField({ facilityId }: { facilityId: string }) {
  const t = useWords();
  const { organizationId } = useScope();
  const { data } = useQuery(read(fields.byFacility, { params: { organizationId } }));
  const facility = data?.data.find(({ id }) => id === facilityId);
  return (
    <SelectField
      name="fieldId"
      label={t("events.field")}
      hint={t("series.fieldHint")}
      options={facility?.fields.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      required
    />
  );
}

type Tried = Returns<typeof endpoints.update>;
interface Asked extends Tried {
  answer: (go: boolean) => void;
}

/**
 * Asks whether to go on with the others.
 * @returns the question, and the dialog in which it is asked
 */
export function useSkippedQuestion() {
  const [asked, setAsked] = useState<Asked>();
  const ask = (tried: Tried): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (go: boolean) => {
        setAsked(undefined);
        resolve(go);
      };
      setAsked({ ...tried, answer });
    });
  return { ask, dialog: <SkippedDialog asked={asked} /> };
}

function SkippedDialog({ asked }: { asked: Asked | undefined }) {
  const t = useWords();
  const { date: dayOf } = useWeek();
  const { updated = [], skipped = [], answer } = asked ?? {};
  return (
    <Dialog
      open={asked !== undefined}
      onOpenChange={() => answer?.(false)}
      title={t("series.someStay", { count: skipped.length })}
      description={updated.length === 0 && t("series.noneChangeable")}
      footer={
        <>
          <Button data-autofocus onClick={() => answer?.(false)}>
            {t("series.backToForm")}
          </Button>
          {updated.length > 0 && (
            <Button variant="primary" onClick={() => answer?.(true)}>
              {t("series.changeOthers", { count: updated.length })}
            </Button>
          )}
        </>
      }
    >
      <ul className="divide-y divide-line rounded-xl border border-line">
        {skipped.map(({ date, reason }) => (
          <li key={date} className="px-4 py-2.5 text-13">
            <p className="font-medium tnum">{dayOf(date)}</p>
            <p className="text-ink-3">{reason}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

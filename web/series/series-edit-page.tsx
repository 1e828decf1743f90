import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type Event, events, eventTypes } from "#contract/events.ts";
import { confidentialities, fields } from "#contract/fields.ts";
import type { Draft, Returns } from "#contract/kit.ts";
import { series as endpoints, type Series, type SeriesScope, seriesScopes } from "#contract/series.ts";
import { parseSearchId } from "#web/kit/list/list-search.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { typeLabels } from "#web/events/labels.ts";
import { confidentialityLabels } from "#web/fields/labels.ts";
import { TimeField } from "#web/kit/form/date-fields.tsx";
import { call, endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { SegmentedField, SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton } from "#web/kit/form/form.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ScopeField, useChosenScope } from "./cancel-dates-dialog.tsx";
import {
  toFormErrors,
  diffSeriesEdit,
  toSeriesEditValues,
  toUndoMoveChanges,
  SeriesEditDraft,
} from "./series-draft.ts";

const useEditSearch = () =>
  useSearch({
    strict: false,
    select: ({ eventId, scope = "this" }: { eventId?: string; scope?: string }) => ({
      eventId: parseSearchId(eventId),
      scope: seriesScopes.find((known) => known === scope) ?? "this",
    }),
  });

/** An address without a date leads to the series, where one is chosen. */
export function SeriesEditPage() {
  const { path } = useScope();
  const seriesId = useRouteParam("seriesId");
  const { eventId } = useEditSearch();
  if (eventId === undefined) return <Navigate to={path(`/series/${seriesId}`)} replace />;
  return <DateEditPage seriesId={seriesId} eventId={eventId} />;
}

function DateEditPage({ seriesId, eventId }: { seriesId: string; eventId: string }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const seriesQuery = useFreshQuery(endpointQuery(endpoints.read, { params: { organizationId, seriesId } }));
  const event = useFreshQuery(endpointQuery(events.read, { params: { organizationId, eventId } }));
  const error = seriesQuery.error ?? event.error;
  const name = seriesQuery.data?.data.name;
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
        <ErrorState error={error} onRetry={() => Promise.all([seriesQuery.refetch(), event.refetch()])} />
      ) : seriesQuery.data && event.data ? (
        // The key keeps the form's values when the series changes elsewhere.
        <EditForm key={event.data.data.id} series={seriesQuery.data.data} event={event.data.data} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </Page>
  );
}

/** Does a dry run first, and asks for confirmation if some dates cannot be changed. */
function useUpdateSeries(
  series: Series,
  event: Event,
  confirmSkipped: ReturnType<typeof useConfirmSkipped>["confirmSkipped"],
) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const tryOut = useMutation(endpointMutation(endpoints.update, { quiet: true }));
  const update = useMutation(endpointMutation(endpoints.update, { quiet: "outcome" }));
  const params = { organizationId, seriesId: series.id };
  return async (body: Draft<typeof endpoints.update> & { scope: SeriesScope }) => {
    const tried = await tryOut.mutateAsync({ params, query: { dryRun: "true" }, body });
    if (tried.data.skipped.length > 0 && !(await confirmSkipped(tried.data))) return false;
    const { data } = await update.mutateAsync({ params, body });
    invalidateEventQueries(cache);
    const said = t("series.changedCount", { count: data.updated.length });
    const back = toUndoMoveChanges(series, event, body);
    if (back)
      offerUndo(said, async () => {
        await call(endpoints.update, { params, body: { ...body, changes: back } });
        invalidateEventQueries(cache);
      });
    else toast({ description: said, variant: "success", duration: OUTCOME_TOAST_MS });
    const isOne = body.scope === "this";
    await navigate({ to: path(isOne ? `/events/${body.eventId}` : `/series/${series.id}`) });
    return true;
  };
}

function EditForm({ series, event: latest }: { series: Series; event: Event }) {
  const t = useTranslation();
  const { path } = useScope();
  const { scope } = useEditSearch();
  const [event] = useState(latest);
  const { confirmSkipped, dialog } = useConfirmSkipped();
  const change = useUpdateSeries(series, event, confirmSkipped);
  const save = async (filled: SeriesEditDraft) => {
    const changes = diffSeriesEdit(event, filled);
    if (Object.keys(changes).length === 0) {
      toast({ description: t("series.nothingChanged") });
      return false;
    }
    const body = { eventId: event.id, scope: filled.scope, changes, notify: filled.notify };
    return change(body).catch((error: unknown) => {
      throw toFormErrors(error);
    });
  };
  return (
    <>
      <Form
        schema={SeriesEditDraft}
        defaultValues={{ ...toSeriesEditValues(event), scope, notify: true }}
        onSubmit={save}
        label={t("series.editTitle", { name: series.name })}
        className="gap-6"
      >
        <FormSection title={t("series.scope")} hint={t("series.editHint")}>
          <ScopeField series={series} eventId={event.id} />
          <SingleEventLink to={path(`/events/${event.id}/edit`)} />
        </FormSection>
        <FormSection title={t("events.when")} hint={t("events.whenHint")}>
          <FieldSelect facilityId={series.facility.id} />
          <FormRow>
            <TimeField name="time" label={t("events.startTime")} required />
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
          <TextareaField name="notes" label={t("events.noteForCustomer")} hint={t("events.notesHint")} optional />
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
  const t = useTranslation();
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
      <SegmentedField
        name="confidentiality"
        label={t("events.confidentiality")}
        options={confidentialities.map((value) => ({ value, label: t(confidentialityLabels[value]) }))}
      />
      <TextareaField name="description" label={t("events.description")} optional />
    </>
  );
}

function SingleEventLink({ to }: { to: string }) {
  const t = useTranslation();
  if (useChosenScope() !== "this") return null;
  return (
    <p className="text-13">
      <Link to={to} className={textLinkClass}>
        {t("series.editAlone")}
      </Link>
    </p>
  );
}

function FieldSelect({ facilityId }: { facilityId: string }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } }));
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

type SeriesUpdateResult = Returns<typeof endpoints.update>;
interface OpenQuestion extends SeriesUpdateResult {
  answer: (go: boolean) => void;
}

/**
 * Asks whether to change the remaining dates.
 * @returns a function that asks, and the dialog to render
 */
export function useConfirmSkipped() {
  const [asked, setAsked] = useState<OpenQuestion>();
  const confirmSkipped = (tried: SeriesUpdateResult): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (go: boolean) => {
        setAsked(undefined);
        resolve(go);
      };
      setAsked({ ...tried, answer });
    });
  return { confirmSkipped, dialog: <SkippedDialog asked={asked} /> };
}

function SkippedDialog({ asked }: { asked: OpenQuestion | undefined }) {
  const t = useTranslation();
  const { date: dayOf } = useWeekdayFormats();
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

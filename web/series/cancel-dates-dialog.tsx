import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { events } from "#contract/events.ts";
import { series as endpoints, type Series, type SeriesScope, seriesScopes } from "#contract/series.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { call, endpointMutation } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ChoiceCards } from "#web/kit/ui/choice-cards.tsx";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { Form, FormActions, SubmitButton, useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useDayText } from "./occurrence-table.tsx";
import { occurrencesInScope } from "./series-draft.ts";

interface CancelDatesDialogProps {
  series: Series;
  /** The first event to cancel; undefined while the dialog is closed. */
  eventId: string | undefined;
  scope: SeriesScope;
  onClose: () => void;
  onSkipped: (skipped: readonly { date: string; reason: string }[]) => void;
}

export function CancelDatesDialog({ series, eventId, onClose, ...rest }: CancelDatesDialogProps) {
  const t = useTranslation();
  return (
    <Dialog
      open={eventId !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("series.cancelTitle", { name: series.name })}
    >
      {eventId !== undefined && <CancelDatesForm series={series} eventId={eventId} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

const CancelDraft = z.strictObject({
  scope: z.enum(seriesScopes),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  notify: z.boolean(),
});
/** Undo needs a request for each date. */
const MAX_UNDONE_DATES = 20;

function useCancelDates(series: Series) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const cancel = useMutation(endpointMutation(endpoints.cancel, { quiet: "outcome" }));
  return async (body: Parameters<typeof cancel.mutateAsync>[0]["body"]) => {
    const { data } = await cancel.mutateAsync({ params: { organizationId, seriesId: series.id }, body });
    invalidateEventQueries(cache);
    const { canceled, skipped } = data;
    const message = t("series.canceledCount", { count: canceled.length });
    const restore = async () => {
      for (const eventId of canceled)
        await call(events.restore, { params: { organizationId, eventId }, body: {} }, { quiet: "outcome" });
    };
    if (canceled.length > 0 && canceled.length <= MAX_UNDONE_DATES)
      offerUndo(message, () => restore().finally(() => invalidateEventQueries(cache)));
    else toast({ description: message, variant: "success", duration: OUTCOME_TOAST_MS });
    return skipped;
  };
}

function CancelDatesForm({ series, eventId, scope, onClose, onSkipped }: CancelDatesDialogProps & { eventId: string }) {
  const t = useTranslation();
  const cancel = useCancelDates(series);
  return (
    <Form
      schema={CancelDraft}
      defaultValues={{ scope, reason: "", notify: true }}
      guard={false}
      onSubmit={async (filled) => {
        onSkipped(await cancel({ eventId, ...filled }));
        onClose();
      }}
    >
      <ScopeField series={series} eventId={eventId} />
      <TextareaField name="reason" label={t("series.reason")} hint={t("series.reasonHint")} rows={2} required />
      <SwitchField name="notify" label={t("series.notify")} />
      <FormActions>
        <Button onClick={onClose}>{t("series.keep")}</Button>
        <CancelButton series={series} eventId={eventId} />
      </FormActions>
    </Form>
  );
}

function CancelButton({ series, eventId }: { series: Series; eventId: string }) {
  const t = useTranslation();
  const { length: count } = occurrencesInScope(series.occurrences, { eventId, scope: useChosenScope() });
  return (
    <SubmitButton variant="danger" disabled={count === 0}>
      {t("series.cancelDates", { count })}
    </SubmitButton>
  );
}

export function useChosenScope(): SeriesScope {
  const value = useFieldValue("scope");
  return seriesScopes.find((scope) => scope === value) ?? "this";
}

export function ScopeField({ series, eventId }: { series: Series; eventId: string }) {
  const t = useTranslation();
  const set = useSetField();
  const scope = useChosenScope();
  const day = useDayText(series.timezone);
  const count = (of: SeriesScope) => occurrencesInScope(series.occurrences, { eventId, scope: of }).length;
  const [chosen] = occurrencesInScope(series.occurrences, { eventId, scope: "this" });
  return (
    <ChoiceCards<SeriesScope>
      name="scope"
      label={t("series.scope")}
      value={scope}
      onChoose={(value) => set("scope", value)}
      choices={[
        {
          value: "this",
          label: t("series.scopeThis"),
          hint: chosen && <span className="inline-block first-letter:uppercase">{day(chosen.startTime)}</span>,
        },
        {
          value: "following",
          label: t("series.scopeFollowing"),
          hint: t("series.events", { count: count("following") }),
        },
        { value: "all", label: t("series.scopeAll"), hint: t("series.events", { count: count("all") }) },
      ]}
    />
  );
}

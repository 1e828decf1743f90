/** The dialog that cancels one date of a series, it and the following, or all that are to come. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { events } from "#contract/events.ts";
import { series as endpoints, type Series, type SeriesScope, seriesScopes } from "#contract/series.ts";
import { refreshEvents } from "#web/availability/refresh.ts";
import { call, write } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { ChoiceCards } from "#web/kit/choice-cards.tsx";
import { SwitchField } from "#web/kit/choice-fields.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { TextareaField } from "#web/kit/fields.tsx";
import { Form, FormActions, SubmitButton, useFieldValue, useSetField } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { outcomeDuration, toast } from "#web/kit/toast.ts";
import { offerUndo } from "#web/kit/undo.ts";
import { useWords } from "#web/kit/words.ts";
import { useDayText } from "./occurrence-table.tsx";
import { concerned } from "./series-draft.ts";

interface CancelDatesProps {
  series: Series;
  /** The date it begins with; nothing while the dialog is closed. */
  eventId: string | undefined;
  scope: SeriesScope;
  onClose: () => void;
  /** What could not be canceled, and why. */
  onSkipped: (skipped: readonly { date: string; reason: string }[]) => void;
}

export function CancelDates({ series, eventId, onClose, ...rest }: CancelDatesProps) {
  const t = useWords();
  return (
    <Dialog
      open={eventId !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("series.cancelTitle", { name: series.name })}
    >
      {eventId !== undefined && <CancelForm series={series} eventId={eventId} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

const CancelDraft = z.strictObject({
  scope: z.enum(seriesScopes),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  notify: z.boolean(),
});
/** Bringing them back is one request each. */
const mostUndone = 20;

function useCancel(series: Series) {
  const t = useWords();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const cancel = useMutation(write(endpoints.cancel, { quiet: "outcome" }));
  return async (body: Parameters<typeof cancel.mutateAsync>[0]["body"]) => {
    const { data } = await cancel.mutateAsync({ params: { organizationId, seriesId: series.id }, body });
    refreshEvents(cache);
    const { canceled, skipped } = data;
    const said = t("series.canceledCount", { count: canceled.length });
    const restore = async () => {
      for (const eventId of canceled)
        await call(events.restore, { params: { organizationId, eventId }, body: {} }, { quiet: "outcome" });
    };
    if (canceled.length > 0 && canceled.length <= mostUndone)
      offerUndo(said, () => restore().finally(() => refreshEvents(cache)));
    else toast({ description: said, variant: "success", duration: outcomeDuration });
    return skipped;
  };
}

function CancelForm({ series, eventId, scope, onClose, onSkipped }: CancelDatesProps & { eventId: string }) {
  const t = useWords();
  const cancel = useCancel(series);
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
  const t = useWords();
  const { length: count } = concerned(series.occurrences, { eventId, scope: useChosenScope() });
  return (
    <SubmitButton variant="danger" disabled={count === 0}>
      {t("series.cancelDates", { count })}
    </SubmitButton>
  );
}

/** The scope that the form around has chosen. */
export function useChosenScope(): SeriesScope {
  const value = useFieldValue("scope");
  return seriesScopes.find((scope) => scope === value) ?? "this";
}

/** This date alone, this and the following, or all that are to come; each with how many that are. */
export function ScopeField({ series, eventId }: { series: Series; eventId: string }) {
  const t = useWords();
  const set = useSetField();
  const scope = useChosenScope();
  const day = useDayText(series.timezone);
  const count = (of: SeriesScope) => concerned(series.occurrences, { eventId, scope: of }).length;
  const [chosen] = concerned(series.occurrences, { eventId, scope: "this" });
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

/** How a quick booking is repeated by the week, and what is in the way of its dates, in short. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Draft } from "#contract/kit.ts";
import { mostOccurrences, type Occurrence, occurrenceStates, series } from "#contract/series.ts";
import { usePriceText } from "#web/availability/quote.tsx";
import { useCurrency } from "#web/availability/slot-picker.tsx";
import { read } from "#web/kit/api.ts";
import { SegmentsField } from "#web/kit/choice-fields.tsx";
import { useDates } from "#web/kit/dates.ts";
import { TextField } from "#web/kit/fields.tsx";
import { FormRow, useFieldValue, useSetField } from "#web/kit/form.tsx";
import { useSnapshot } from "#web/kit/form-context.ts";
import { useScope } from "#web/kit/scope.ts";
import { Select } from "#web/kit/select.tsx";
import { useWords } from "#web/kit/words.ts";
import { type Row, startRows, totalsOf } from "#web/series/choices.ts";
import { bodyOf, type Place, type QuickDraft, ruleOf } from "./quick-draft.ts";

export function RepeatFields() {
  const t = useWords();
  const ends = useFieldValue("ends");
  return (
    <FormRow>
      <SegmentsField
        name="ends"
        label={t("planning.everyWeek")}
        options={[
          { value: "count", label: t("planning.times") },
          { value: "until", label: t("planning.untilDate") },
        ]}
      />
      {ends === "until" ? (
        <TextField name="until" type="date" label={t("series.until")} required />
      ) : (
        <TextField name="count" type="number" min={1} max={mostOccurrences} label={t("series.count")} required />
      )}
    </FormRow>
  );
}

/** The dates with what was chosen for each; what is in the way is left out until somebody says otherwise. */
export const rowsOf = (occurrences: readonly Occurrence[], chosen: QuickDraft["chosen"]): Row[] =>
  startRows(occurrences).map((row) => {
    const fieldId = chosen[row.date];
    return fieldId && row.alternatives.some((other) => other.fieldId === fieldId)
      ? { ...row, choice: { fieldId } }
      : row;
  });

export const previewOf = (filled: QuickDraft, how: Parameters<typeof bodyOf>[1]): Draft<typeof series.preview> => ({
  template: bodyOf(filled, how),
  rule: ruleOf(filled),
});

const shortly = 5;
const states = {
  ok: "series.stateOk",
  conflict: "series.stateConflict",
  closed: "series.stateClosed",
  not_sold: "series.stateNotSold",
} as const;
const counts = {
  ok: "planning.datesOk",
  conflict: "planning.datesConflict",
  closed: "planning.datesClosed",
  not_sold: "planning.datesNotSold",
} as const;

/** How many of its dates are free; of the others, where else they could be. */
export function SeriesPreview({ place, timezone }: { place: Place; timezone: string }) {
  const t = useWords();
  const priceText = usePriceText();
  const currency = useCurrency();
  const { organizationId } = useScope();
  const asked = useAsked(place);
  const { data } = useQuery({
    ...read(
      series.preview,
      { params: { organizationId }, body: asked ?? { template: blankTemplate, rule: { weekdays: [1] } } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    enabled: asked !== undefined,
  });
  const chosen = useFieldValue("chosen") as QuickDraft["chosen"];
  if (!data || !asked) return null;
  const rows = rowsOf(data.data.occurrences, chosen);
  const odd = rows.filter(({ state }) => state !== "ok");
  const { booked, price } = totalsOf(rows);
  return (
    <div className="grid gap-2 rounded-lg border border-line px-3 py-2 text-13">
      <p role="status" className="flex flex-wrap gap-x-3 tnum">
        {occurrenceStates.map((state) => {
          const count = rows.filter((row) => row.state === state).length;
          return count > 0 && <span key={state}>{t(counts[state], { count })}</span>;
        })}
        <strong className="ml-auto font-medium">{t("series.total", { amount: priceText(price, currency) })}</strong>
      </p>
      {odd.slice(0, shortly).map((row) => (
        <OddDate key={row.date} row={row} timezone={timezone} />
      ))}
      {odd.length > shortly && <p className="text-ink-3">{t("planning.moreDates", { count: odd.length - shortly })}</p>}
      {booked === 0 && <p className="text-danger">{t("series.summaryNone")}</p>}
    </div>
  );
}

function OddDate({ row, timezone }: { row: Row; timezone: string }) {
  const t = useWords();
  const set = useSetField();
  const { date } = useDates(timezone);
  const chosen = useFieldValue("chosen") as QuickDraft["chosen"];
  const day = date(row.startTime);
  return (
    <div className="flex items-center gap-2">
      <span className="min-w-0 flex-1">
        {day}: {t(states[row.state])}
      </span>
      {row.alternatives.length > 0 ? (
        <Select
          aria-label={t("series.choiceFor", { date: day })}
          className="max-w-40"
          value={typeof row.choice === "object" ? row.choice.fieldId : ""}
          onValueChange={(fieldId) => set("chosen", { ...chosen, [row.date]: fieldId })}
          options={[
            { value: "", label: t("series.skip") },
            ...row.alternatives.map(({ fieldId, name }) => ({ value: fieldId, label: name })),
          ]}
        />
      ) : (
        <span className="text-ink-3">{t("series.skipped")}</span>
      )}
    </div>
  );
}

const blankTemplate = { fieldId: "", startTime: "", duration: 60, name: "", type: "training" as const };

/** What is asked of the server, once the repetition is whole. */
function useAsked(place: Place): Draft<typeof series.preview> | undefined {
  const t = useWords();
  const filled = useSnapshot(({ values }) => values) as QuickDraft;
  const isWhole =
    filled.ends === "until" ? Boolean(filled.until) && (filled.until ?? "") >= filled.date : Boolean(filled.count);
  if (!isWhole || !filled.date || typeof filled.duration !== "number" || filled.duration < 5) return undefined;
  const how = { place, own: filled.customer.name || t("events.series"), because: (reason: string) => reason };
  return previewOf({ ...filled, text: "", overrideReason: "" }, how);
}

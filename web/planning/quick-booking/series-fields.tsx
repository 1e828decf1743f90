/** Repetition of a quick booking (recurring booking), with a preview of its dates. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Draft } from "#contract/kit.ts";
import { MAX_OCCURRENCES, occurrenceStates, series } from "#contract/series.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { SegmentedField } from "#web/kit/form/choice-fields.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormRow, useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useFormSnapshot } from "#web/kit/form/form-context.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Select } from "#web/kit/ui/select.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type OccurrenceRow, computeTotals } from "#web/series/date-choices.ts";
import { buildPreviewBody } from "./booking-columns.ts";
import type { BookingPlace, QuickDraft } from "./quick-draft.ts";
import { buildOccurrenceRows } from "./save-booking.ts";

export function RepeatFields() {
  const t = useTranslation();
  const ends = useFieldValue("ends");
  return (
    <FormRow>
      <SegmentedField
        name="ends"
        label={t("planning.everyWeek")}
        options={[
          { value: "count", label: t("planning.times") },
          { value: "until", label: t("planning.untilDate") },
        ]}
      />
      {ends === "until" ? (
        <DateField name="until" label={t("series.until")} required />
      ) : (
        <TextField name="count" type="number" min={1} max={MAX_OCCURRENCES} label={t("series.count")} required />
      )}
    </FormRow>
  );
}

const MAX_LISTED_DATES = 5;
const stateLabels = {
  ok: "series.stateOk",
  conflict: "series.stateConflict",
  closed: "series.stateClosed",
  not_sold: "series.stateNotSold",
} as const;
const countLabels = {
  ok: "planning.datesOk",
  conflict: "planning.datesConflict",
  closed: "planning.datesClosed",
  not_sold: "planning.datesNotSold",
} as const;

export function SeriesPreview({ place, timezone }: { place: BookingPlace; timezone: string }) {
  const t = useTranslation();
  const priceText = usePriceText();
  const currency = useOrganizationCurrency();
  const { organizationId } = useScope();
  const body = usePreviewBody(place);
  const { data } = useQuery({
    ...endpointQuery(
      series.preview,
      { params: { organizationId }, body: body ?? { template: blankTemplate, rule: { weekdays: [1] } } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    enabled: body !== undefined,
  });
  const chosen = useFieldValue("chosen") as QuickDraft["chosen"];
  if (!data || !body) return null;
  const rows = buildOccurrenceRows(data.data.occurrences, chosen);
  const conflicting = rows.filter(({ state }) => state !== "ok");
  const { booked, price } = computeTotals(rows);
  return (
    <div className="grid gap-2 rounded-lg border border-line px-3 py-2 text-13">
      <p role="status" className="flex flex-wrap gap-x-3 tnum">
        {occurrenceStates.map((state) => {
          const count = rows.filter((row) => row.state === state).length;
          return count > 0 && <span key={state}>{t(countLabels[state], { count })}</span>;
        })}
        <strong className="ml-auto font-medium">{t("series.total", { amount: priceText(price, currency) })}</strong>
      </p>
      {conflicting.slice(0, MAX_LISTED_DATES).map((row) => (
        <ConflictingDate key={row.date} row={row} timezone={timezone} />
      ))}
      {conflicting.length > MAX_LISTED_DATES && (
        <p className="text-ink-3">{t("planning.moreDates", { count: conflicting.length - MAX_LISTED_DATES })}</p>
      )}
      {booked === 0 && <p className="text-danger">{t("series.summaryNone")}</p>}
    </div>
  );
}

function ConflictingDate({ row, timezone }: { row: OccurrenceRow; timezone: string }) {
  const t = useTranslation();
  const set = useSetField();
  const { date } = useDateFormats(timezone);
  const chosen = useFieldValue("chosen") as QuickDraft["chosen"];
  const day = date(row.startTime);
  return (
    <div className="flex items-center gap-2">
      <span className="min-w-0 flex-1">
        {day}: {t(stateLabels[row.state])}
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

function usePreviewBody(place: BookingPlace): Draft<typeof series.preview> | undefined {
  const t = useTranslation();
  const filled = useFormSnapshot(({ values }) => values) as QuickDraft;
  const isWhole =
    filled.ends === "until" ? Boolean(filled.until) && (filled.until ?? "") >= filled.date : Boolean(filled.count);
  if (!isWhole || !filled.date || typeof filled.duration !== "number" || filled.duration < 5) return undefined;
  const context = {
    place,
    defaultName: filled.customer.name || t("events.series"),
    overrideNote: (reason: string) => reason,
  };
  // Leaves out the notes, so that typing them requests no other preview.
  return buildPreviewBody({ ...filled, text: "", overrideReason: "" }, context);
}

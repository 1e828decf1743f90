/** Creates a series in two steps: the form, then a choice for each date. Going back keeps all values. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { fields } from "#contract/fields.ts";
import type { Draft } from "#contract/kit.ts";
import { series } from "#contract/series.ts";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { ApiError, endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { restoreChoices, type OccurrenceRow, toInitialRows, toDateBodies, computeTotals } from "./date-choices.ts";
import { OccurrenceTable, TotalsText } from "./occurrence-table.tsx";
import { ruleText } from "./rule-text.ts";
import { toFormErrors, type SeriesFormDraft, toSeriesBody } from "./series-draft.ts";
import { SeriesForm } from "./series-form.tsx";

interface SeriesPlan {
  asked: Draft<typeof series.preview>;
  timezone: string;
  field: string;
}

export function CreateSeriesPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const cache = useQueryClient();
  const preview = useMutation(endpointMutation(series.preview));
  const [planned, setPlanned] = useState<SeriesPlan>();
  const [rows, setRows] = useState<readonly OccurrenceRow[]>([]);
  const show = async (filled: SeriesFormDraft) => {
    const { data: field } = await cache.fetchQuery(
      endpointQuery(fields.read, { params: { organizationId, fieldId: filled.fieldId } }),
    );
    const body = toSeriesBody(filled, field.timezone);
    const { data } = await preview.mutateAsync({ params: { organizationId }, body }).catch((error: unknown) => {
      throw toFormErrors(error);
    });
    setRows((before) => restoreChoices(toInitialRows(data.occurrences), before));
    setPlanned({ asked: body, timezone: field.timezone, field: field.name });
  };
  return (
    <Page
      title={t("series.create")}
      crumbs={[
        <Link key="list" to={path("/events")}>
          {t("events.title")}
        </Link>,
      ]}
    >
      <div hidden={planned !== undefined}>
        <SeriesForm onPreview={show} isPlanned={planned !== undefined} />
      </div>
      {planned && <SeriesPreview {...planned} rows={rows} setRows={setRows} onBack={() => setPlanned(undefined)} />}
    </Page>
  );
}

interface SeriesPreviewProps extends SeriesPlan {
  rows: readonly OccurrenceRow[];
  setRows: (change: (rows: readonly OccurrenceRow[]) => readonly OccurrenceRow[]) => void;
  onBack: () => void;
}

function SeriesPreview({ asked: body, timezone, field, rows, setRows, onBack }: SeriesPreviewProps) {
  const t = useTranslation();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const { book, isPending, refusal } = useCreateSeries(body);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  const currency = useOrganizationCurrency();
  const { booked } = computeTotals(rows);
  const rule = ruleText({ interval: 1, ...body.rule }, t, language);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-base font-semibold [overflow-wrap:anywhere] outline-none">
            {body.template.name}
          </h2>
          <p className="mt-0.5 text-13 text-ink-3">
            {rule} · {field}
          </p>
        </div>
        <Button onClick={onBack}>
          <ArrowLeft aria-hidden />
          {t("series.backToForm")}
        </Button>
      </div>
      <OccurrenceTable rows={rows} setRows={setRows} currency={currency} timezone={timezone} />
      <div className="sticky bottom-0 z-10 mt-4 -mb-px border-t border-line bg-surface py-3">
        {refusal && (
          <p role="alert" className="mb-3 rounded-md bg-rose-bg px-3 py-2 text-13 whitespace-pre-line text-rose-fg">
            {refusal}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <TotalsText rows={rows} currency={currency} />
          <Button variant="primary" size="lg" disabled={booked === 0} pending={isPending} onClick={() => book(rows)}>
            {t("series.bookDates", { count: booked })}
          </Button>
        </div>
      </div>
    </>
  );
}

function useCreateSeries(asked: SeriesPlan["asked"]) {
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const { mutate, isPending, error } = useMutation({
    ...endpointMutation(series.create),
    onSuccess: async ({ data: { seriesId, created, skipped } }) => {
      invalidateEventQueries(cache);
      const state = { seriesBooked: { created: created.length, skipped } };
      await navigate({ to: path(`/series/${seriesId}`), state, ignoreBlocker: true });
    },
  });
  const book = (rows: readonly OccurrenceRow[]) => {
    const body = { ...asked, dates: toDateBodies(rows) };
    mutate({ params: { organizationId }, body, idempotencyKey: keyOf(body) });
  };
  return { book, isPending, refusal: refusalText(error) };
}

const refusalText = (error: Error | null) =>
  error && [error.message, ...Object.values((error instanceof ApiError && error.errors) || {}).flat()].join("\n");

/** A new series in two steps: what is repeated and how, then its dates one by one. Whatever was filled in stays. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { fields } from "#contract/fields.ts";
import type { Draft } from "#contract/kit.ts";
import { series } from "#contract/series.ts";
import { useCurrency } from "#web/availability/slot-picker.tsx";
import { refreshEvents } from "#web/availability/refresh.ts";
import { fillKeys } from "#web/events/event-draft.ts";
import { ApiError, read, write } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { keepChoices, type Row, startRows, toDates, totalsOf } from "./choices.ts";
import { OccurrenceTable, TotalsText } from "./occurrence-table.tsx";
import { ruleText } from "./rule-text.ts";
import { atFields, type SeriesFormDraft, toSeries } from "./series-draft.ts";
import { SeriesForm } from "./series-form.tsx";

interface Planned {
  asked: Draft<typeof series.preview>;
  timezone: string;
  field: string;
}

export function CreateSeriesPage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const cache = useQueryClient();
  const preview = useMutation(write(series.preview));
  const [planned, setPlanned] = useState<Planned>();
  const [rows, setRows] = useState<readonly Row[]>([]);
  const show = async (filled: SeriesFormDraft) => {
    const { data: field } = await cache.fetchQuery(
      read(fields.read, { params: { organizationId, fieldId: filled.fieldId } }),
    );
    const asked = toSeries(filled, field.timezone);
    const { data } = await preview.mutateAsync({ params: { organizationId }, body: asked }).catch((error: unknown) => {
      throw atFields(error);
    });
    setRows((before) => keepChoices(startRows(data.occurrences), before));
    setPlanned({ asked, timezone: field.timezone, field: field.name });
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
      {planned && <Preview {...planned} rows={rows} setRows={setRows} onBack={() => setPlanned(undefined)} />}
    </Page>
  );
}

interface PreviewProps extends Planned {
  rows: readonly Row[];
  setRows: (change: (rows: readonly Row[]) => readonly Row[]) => void;
  onBack: () => void;
}

function Preview({ asked, timezone, field, rows, setRows, onBack }: PreviewProps) {
  const t = useWords();
  const tag = useLocale();
  const heading = useRef<HTMLHeadingElement>(null);
  const { book, isPending, refusal } = useBooking(asked);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  const currency = useCurrency();
  const { booked } = totalsOf(rows);
  const rule = ruleText({ interval: 1, ...asked.rule }, t, tag);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-base font-semibold [overflow-wrap:anywhere] outline-none">
            {asked.template.name}
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

/** Books the chosen dates, and leads to the series; what is in the way of all of them is said, and nothing is lost. */
function useBooking(asked: Planned["asked"]) {
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [keyOf] = useState(fillKeys);
  const { mutate, isPending, error } = useMutation({
    ...write(series.create),
    onSuccess: async ({ data: { seriesId, created, skipped } }) => {
      refreshEvents(cache);
      const state = { seriesBooked: { created: created.length, skipped } };
      await navigate({ to: path(`/series/${seriesId}`), state, ignoreBlocker: true });
    },
  });
  const book = (rows: readonly Row[]) => {
    const body = { ...asked, dates: toDates(rows) };
    mutate({ params: { organizationId }, body, idempotencyKey: keyOf(body) });
  };
  return { book, isPending, refusal: refusalOf(error) };
}

const refusalOf = (error: Error | null) =>
  error && [error.message, ...Object.values((error instanceof ApiError && error.errors) || {}).flat()].join("\n");

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Occurrence, series as endpoints, type Series } from "#contract/series.ts";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import {
  type OccurrenceRow,
  skipAllDates,
  toInitialRows,
  chooseAlternatives,
  toDateBodies,
  computeTotals,
} from "./date-choices.ts";
import { OccurrenceTable, TotalsText } from "./occurrence-table.tsx";

interface AddDatesDialogProps {
  series: Series;
  /** A date, or `all`; undefined while the dialog is closed. */
  date: string | undefined;
  onClose: () => void;
  onSkipped: (skipped: readonly { date: string; reason: string }[]) => void;
}

export function AddDatesDialog(props: AddDatesDialogProps) {
  const t = useTranslation();
  const { series, date, onClose } = props;
  return (
    <Dialog
      open={date !== undefined}
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={t("series.addTitle", { name: series.name })}
    >
      {date !== undefined && <SkippedDatesLoader {...props} date={date} />}
    </Dialog>
  );
}

type OpenDialogProps = AddDatesDialogProps & { date: string };

function SkippedDatesLoader(props: OpenDialogProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const request = { params: { organizationId, seriesId: props.series.id } };
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(endpoints.skipped, request),
    staleTime: 0,
    gcTime: 0,
  });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data || isFetching) return <Skeleton className="h-40 w-full" />;
  const found = data.data.occurrences.filter(({ date }) => props.date === "all" || date === props.date);
  if (found.length === 0) return <p className="text-13 text-ink-2">{t("series.addNone")}</p>;
  return <AddDatesForm {...props} found={found} />;
}

/** A single date is preselected; of several, people choose. */
const toStartRows = (found: readonly Occurrence[], isOne: boolean): OccurrenceRow[] =>
  isOne ? chooseAlternatives(toInitialRows(found)) : skipAllDates(toInitialRows(found));

function AddDatesForm({ series, date, found, onClose, onSkipped }: OpenDialogProps & { found: readonly Occurrence[] }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const [rows, setRows] = useState<readonly OccurrenceRow[]>(() => toStartRows(found, date !== "all"));
  const add = useMutation({
    ...endpointMutation(endpoints.add),
    onSuccess: ({ data: { skipped } }) => {
      invalidateEventQueries(cache);
      onSkipped(skipped);
      onClose();
    },
  });
  const currency = useOrganizationCurrency();
  const { booked } = computeTotals(rows);
  const params = { organizationId, seriesId: series.id };
  return (
    <>
      <OccurrenceTable rows={rows} setRows={setRows} currency={currency} timezone={series.timezone} />
      {add.error && (
        <p role="alert" className="mt-3 rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
          {add.error.message}
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <TotalsText rows={rows} currency={currency} />
        <Button
          variant="primary"
          disabled={booked === 0}
          pending={add.isPending}
          onClick={() => add.mutate({ params, body: { dates: toDateBodies(rows) } })}
        >
          {t("series.bookDates", { count: booked })}
        </Button>
      </div>
    </>
  );
}

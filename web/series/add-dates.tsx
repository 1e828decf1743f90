/** The dialog that books dates which were skipped after all, each where it can be. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Occurrence, series as endpoints, type Series } from "#contract/series.ts";
import { useCurrency } from "#web/availability/slot-picker.tsx";
import { refreshEvents } from "#web/availability/refresh.ts";
import { read, write } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useWords } from "#web/kit/words.ts";
import { type Row, skipAll, startRows, takeAlternatives, toDates, totalsOf } from "./choices.ts";
import { OccurrenceTable, TotalsText } from "./occurrence-table.tsx";

interface AddDatesProps {
  series: Series;
  /** Which date is to be added, or `all` that can be; nothing while the dialog is closed. */
  date: string | undefined;
  onClose: () => void;
  /** What could not be booked, and why. */
  onSkipped: (skipped: readonly { date: string; reason: string }[]) => void;
}

export function AddDates(props: AddDatesProps) {
  const t = useWords();
  const { series, date, onClose } = props;
  return (
    <Dialog
      open={date !== undefined}
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={t("series.addTitle", { name: series.name })}
    >
      {date !== undefined && <Looked {...props} date={date} />}
    </Dialog>
  );
}

type OpenProps = AddDatesProps & { date: string };

/** As they could be booked now. */
function Looked(props: OpenProps) {
  const t = useWords();
  const { organizationId } = useScope();
  const ask = { params: { organizationId, seriesId: props.series.id } };
  const { data, error, isFetching, refetch } = useQuery({ ...read(endpoints.skipped, ask), staleTime: 0, gcTime: 0 });
  if (error) return <FailedState error={error} onRetry={refetch} />;
  if (!data || isFetching) return <Skeleton className="h-40 w-full" />;
  const found = data.data.occurrences.filter(({ date }) => props.date === "all" || date === props.date);
  if (found.length === 0) return <p className="text-13 text-ink-2">{t("series.addNone")}</p>;
  return <Chosen {...props} found={found} />;
}

/** One date is there to be added; of many, each is chosen. */
const begin = (found: readonly Occurrence[], isOne: boolean): Row[] =>
  isOne ? takeAlternatives(startRows(found)) : skipAll(startRows(found));

function Chosen({ series, date, found, onClose, onSkipped }: OpenProps & { found: readonly Occurrence[] }) {
  const t = useWords();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const [rows, setRows] = useState<readonly Row[]>(() => begin(found, date !== "all"));
  const add = useMutation({
    ...write(endpoints.add),
    onSuccess: ({ data: { skipped } }) => {
      refreshEvents(cache);
      onSkipped(skipped);
      onClose();
    },
  });
  const currency = useCurrency();
  const { booked } = totalsOf(rows);
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
          onClick={() => add.mutate({ params, body: { dates: toDates(rows) } })}
        >
          {t("series.bookDates", { count: booked })}
        </Button>
      </div>
    </>
  );
}

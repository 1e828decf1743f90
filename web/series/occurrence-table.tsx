/** Dates of a series before they are booked: free, conflict, alternative. */
import { Clock } from "lucide-react";
import type { Occurrence } from "#contract/series.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { Badge, type Tone } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { type SelectOption, Select } from "#web/kit/ui/select.tsx";
import { type Column, DataTable } from "#web/kit/list/table.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";
import {
  bookFreeDates,
  setChoice,
  type DateChoice,
  findClockChanges,
  rowPrice,
  type OccurrenceRow,
  skipConflicts,
  chooseAlternatives,
  computeTotals,
} from "./date-choices.ts";

const stateBadges = {
  ok: ["series.stateOk", "lime"],
  conflict: ["series.stateConflict", "rose"],
  closed: ["series.stateClosed", "gray"],
  not_sold: ["series.stateNotSold", "outline"],
} as const satisfies Record<Occurrence["state"], [MessageKey, Tone]>;

/** Formats the day of an instant in a time zone: `Tue, Jun 2, 2026`. */
export function useDayText(timeZone: string): (instant: string) => string {
  return useDateFormats(timeZone).weekdayDate;
}

interface OccurrenceTableProps {
  rows: readonly OccurrenceRow[];
  setRows: (change: (rows: readonly OccurrenceRow[]) => readonly OccurrenceRow[]) => void;
  timezone: string;
  currency: string | undefined;
}

export function OccurrenceTable({ rows, setRows, timezone, currency }: OccurrenceTableProps) {
  const t = useTranslation();
  const day = useDayText(timezone);
  const { timeRange, time } = useDateFormats(timezone);
  const clocks = findClockChanges(rows, timezone);
  const columns: Column<OccurrenceRow>[] = [
    {
      key: "date",
      header: t("series.date"),
      cell: ({ date, startTime, endTime, choice }) => (
        <span className={cx("grid gap-0.5 tnum", choice === "skip" && "text-ink-3")}>
          <span className="font-medium first-letter:uppercase">{day(startTime)}</span>
          <span className="text-xs text-ink-3">{timeRange(startTime, endTime)}</span>
          <ClockNote way={clocks.get(date)} time={time(startTime)} />
        </span>
      ),
    },
    {
      key: "state",
      header: t("series.state"),
      phone: "below",
      className: "w-32",
      cell: (row) => (
        <span className="flex items-center gap-2">
          <StateBadge state={row.state} />
          <span className="sm:hidden">
            <RowPrice row={row} currency={currency} />
          </span>
        </span>
      ),
    },
    {
      key: "choice",
      header: t("series.choice"),
      phone: "below",
      className: "w-66",
      cell: (row) => (
        <ChoiceSelect
          row={row}
          currency={currency}
          label={t("series.choiceFor", { date: day(row.startTime) })}
          onChoose={(choice) => setRows((now) => setChoice(now, row.date, choice))}
        />
      ),
    },
    {
      key: "price",
      header: t("events.price"),
      align: "right",
      className: "w-28 sm:w-44",
      cell: (row) => <RowPrice row={row} currency={currency} />,
    },
  ];
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {rows.some(({ state, alternatives }) => state !== "ok" && alternatives.length > 0) && (
          <Button onClick={() => setRows(chooseAlternatives)}>{t("series.useAlternatives")}</Button>
        )}
        {rows.some(({ state }) => state !== "ok") && (
          <Button onClick={() => setRows(skipConflicts)}>{t("series.skipTaken")}</Button>
        )}
        {rows.some(({ state }) => state === "ok") && (
          <Button onClick={() => setRows(bookFreeDates)}>{t("series.bookFree")}</Button>
        )}
      </div>
      <DataTable
        caption={t("series.dates")}
        columns={columns}
        rows={rows}
        rowKey={({ date }) => date}
        pending={false}
      />
    </div>
  );
}

function ClockNote({ way, time }: { way: "forward" | "back" | undefined; time: string }) {
  const t = useTranslation();
  if (!way) return null;
  return (
    <span className="flex items-start gap-1 text-xs text-blue-fg">
      <Clock className="mt-0.5 size-3 shrink-0" aria-hidden />
      {t(way === "forward" ? "series.clockForward" : "series.clockBack", { time })}
    </span>
  );
}

function StateBadge({ state }: Pick<OccurrenceRow, "state">) {
  const t = useTranslation();
  const [word, tone] = stateBadges[state];
  return (
    <Badge tone={tone} dot>
      {t(word)}
    </Badge>
  );
}

function RowPrice({ row, currency }: { row: OccurrenceRow; currency: string | undefined }) {
  const priceText = usePriceText();
  const price = rowPrice(row);
  if (price === null) return <span className="text-ink-3">—</span>;
  const refusal = row.choice === "book" ? row.promo?.refusal : undefined;
  return (
    <span className="grid gap-0.5 tnum">
      {priceText(price, currency)}
      {refusal && <span className="text-xs [overflow-wrap:anywhere] text-ink-3">{refusal}</span>}
    </span>
  );
}

interface ChoiceSelectProps {
  row: OccurrenceRow;
  currency: string | undefined;
  label: string;
  onChoose: (choice: DateChoice) => void;
}

function ChoiceSelect({ row: { state, alternatives, choice }, currency, label, onChoose }: ChoiceSelectProps) {
  const t = useTranslation();
  const priceText = usePriceText();
  if (state !== "ok" && alternatives.length === 0)
    return <span className="text-13 text-ink-3">{t("series.noAlternative")}</span>;
  const options: SelectOption<string>[] = [
    ...(state === "ok" ? [{ value: "book", label: t("series.book") }] : []),
    { value: "skip", label: t("series.skip") },
    ...alternatives.map(({ fieldId, name, price }) => ({
      value: fieldId,
      label: `${t("series.bookOn", { field: name })} · ${priceText(price, currency)}`,
    })),
  ];
  return (
    <Select
      aria-label={label}
      className="w-full sm:max-w-64"
      options={options}
      value={typeof choice === "object" ? choice.fieldId : choice}
      onValueChange={(value) => onChoose(value === "book" || value === "skip" ? value : { fieldId: value })}
    />
  );
}

export function TotalsText({ rows, currency }: Pick<OccurrenceTableProps, "rows" | "currency">) {
  const t = useTranslation();
  const priceText = usePriceText();
  const { booked, skipped, price } = computeTotals(rows);
  return (
    <p role="status" className="flex flex-wrap gap-x-3 gap-y-0.5 text-13 text-ink-2 tnum">
      <span>{t("series.toBook", { count: booked })}</span>
      {skipped > 0 && <span>{t("series.toSkip", { count: skipped })}</span>}
      {booked > 0 && (
        <span className="font-medium text-ink">{t("series.total", { amount: priceText(price, currency) })}</span>
      )}
    </p>
  );
}

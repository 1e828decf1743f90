import { type ComponentProps, type ReactNode, useState } from "react";
import { eventTypes } from "#contract/events.ts";
import { typeLabels } from "#web/events/labels.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Board } from "#web/planning/grid/board.ts";
import type { Interval } from "#web/planning/grid/geometry.ts";
import { MIN_MM_PER_MINUTE, type TableMeasurements, splitIntoPages } from "./row-heights.ts";
import { GridTable } from "./grid-table.tsx";
import { PrintedPage } from "./printed-page.tsx";

type GridTableProps = ComponentProps<typeof GridTable>;
interface PrintedGridProps extends Omit<GridTableProps, "lanes" | "part" | "caption" | "onMeasured"> {
  title: string;
  subtitle: string;
  when: string;
  groups: readonly (readonly number[])[];
  which: (group: readonly number[]) => string | undefined;
  notes: boolean;
}

export const PrintedGrid = ({ groups, ...sheet }: PrintedGridProps) =>
  groups.map((group) => <PrintedGridPages key={group.join()} {...sheet} lanes={group} />);

function PrintedGridPages({ lanes, which, ...sheet }: Omit<PrintedGridProps, "groups"> & { lanes: readonly number[] }) {
  const { board, clock, title, subtitle, when, notes, ...table } = sheet;
  const [parts, setParts] = useState<readonly Interval[]>();
  // Measures the day on one page, then spreads it over as many as needed.
  const spread = (measured: TableMeasurements) => {
    if (!parts) setParts(splitIntoPages(board.span, measured, MIN_MM_PER_MINUTE));
  };
  const origin = board.lanes[lanes[0] ?? 0]?.origin ?? 0;
  const hours = ({ from, to }: { from: number; to: number }) =>
    parts && parts.length > 1 ? clock.timeRange(origin + from * 60_000, origin + to * 60_000) : undefined;
  return (
    <div className="contents">
      {(parts ?? [{ from: 0, to: board.span }]).map((part) => (
        <PrintedPage
          key={`${part.from} ${part.to}`}
          orientation="landscape"
          {...{ title, subtitle, when, notes }}
          which={[which(lanes), hours(part)].filter(Boolean).join(" · ") || undefined}
          legend={<PrintLegend board={board} />}
        >
          <GridTable {...table} {...{ board, clock, lanes, part }} caption={`${title}, ${when}`} onMeasured={spread} />
        </PrintedPage>
      ))}
    </div>
  );
}

function PrintLegend({ board }: { board: Board }) {
  const t = useTranslation();
  const sample = (name: string, look: object, text?: ReactNode) => (
    <li key={name}>
      <span className="sheet-sample" {...look} aria-hidden>
        {text}
      </span>
      {name}
    </li>
  );
  return (
    <ul className="sheet-legend">
      {eventTypes.map((type) => sample(t(typeLabels[type]), { "data-type": type }))}
      {sample(t("planning.sheetBlocked"), { "data-kind": "block" })}
      {sample(t("events.statusPending"), { "data-status": "pending" }, "?")}
      {sample(t("events.statusCompleted"), { "data-status": "completed" }, "✓")}
      {sample(t("planning.closed"), { "data-kind": "closed" })}
      {board.relatedUses.length > 0 && sample(t("planning.sheetShared"), { "data-kind": "shade" })}
      {sample(t("planning.sheetGoesOn"), { "data-kind": "sign" }, "↑ ↓")}
    </ul>
  );
}

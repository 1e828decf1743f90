/** Sheets with a grid: the day of a facility, eight fields to a page, and the week of a field. */
import { type ComponentProps, type ReactNode, useState } from "react";
import { eventTypes } from "#contract/events.ts";
import { typeLabels } from "#web/events/labels.ts";
import { useWords } from "#web/kit/words.ts";
import type { Board } from "#web/planner/board.ts";
import type { Stretch } from "#web/planner/geometry.ts";
import { leastMinute, type Measured, partsOf } from "./fit.ts";
import { GridTable } from "./grid-table.tsx";
import { Paper } from "./paper.tsx";

type Table = ComponentProps<typeof GridTable>;
interface GridSheetProps extends Omit<Table, "lanes" | "part" | "caption" | "onMeasured"> {
  title: string;
  subtitle: string;
  when: string;
  /** The lanes of each page. */
  groups: readonly (readonly number[])[];
  /** Which lanes are on a page, where there are more than one. */
  which: (group: readonly number[]) => string | undefined;
  notes: boolean;
}

export const GridSheet = ({ groups, ...sheet }: GridSheetProps) =>
  groups.map((group) => <Pages key={group.join()} {...sheet} lanes={group} />);

/** The pages of some lanes: one, or as many as it takes for all of it to fit. */
function Pages({ lanes, which, ...sheet }: Omit<GridSheetProps, "groups"> & { lanes: readonly number[] }) {
  const { board, clock, title, subtitle, when, notes, ...table } = sheet;
  const [parts, setParts] = useState<readonly Stretch[]>();
  // All of the day is measured on one page, and then spread over as many as it takes.
  const spread = (measured: Measured) => {
    if (!parts) setParts(partsOf(board.span, measured, leastMinute));
  };
  const origin = board.lanes[lanes[0] ?? 0]?.origin ?? 0;
  const hours = ({ from, to }: { from: number; to: number }) =>
    parts && parts.length > 1 ? clock.timeRange(origin + from * 60_000, origin + to * 60_000) : undefined;
  return (
    <div className="contents">
      {(parts ?? [{ from: 0, to: board.span }]).map((part) => (
        <Paper
          key={`${part.from} ${part.to}`}
          orientation="landscape"
          {...{ title, subtitle, when, notes }}
          which={[which(lanes), hours(part)].filter(Boolean).join(" · ") || undefined}
          legend={<Legend board={board} />}
        >
          <GridTable {...table} {...{ board, clock, lanes, part }} caption={`${title}, ${when}`} onMeasured={spread} />
        </Paper>
      ))}
    </div>
  );
}

/** What patterns and signs mean; they need no colour. */
function Legend({ board }: { board: Board }) {
  const t = useWords();
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
      {board.shades.length > 0 && sample(t("planning.sheetShared"), { "data-kind": "shade" })}
      {sample(t("planning.sheetGoesOn"), { "data-kind": "sign" }, "↑ ↓")}
    </ul>
  );
}

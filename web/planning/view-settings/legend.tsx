import { CircleHelp } from "lucide-react";
import { lazy, useState } from "react";
import type { EventStatus } from "#contract/events.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { formatPercent } from "#web/kit/format/percent-format.ts";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Popover } from "#web/kit/ui/popover.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type ColorBy, colorByOptions, buildLegend } from "#web/planning/grid/event-colors.ts";

const colorByLabels = { type: "planning.byType", payment: "planning.byPayment", status: "planning.byStatus" } as const;

interface LegendProps {
  coloring: ColorBy;
  inactiveStatuses: readonly EventStatus[];
  onChange: (coloring: ColorBy) => void;
  /** A button that opens the meanings of the symbols. */
  withSymbols?: boolean;
}

const loadSymbols = () => import("./symbol-list.tsx");
const SymbolList = lazy(async () => ({ default: (await loadSymbols()).SymbolList }));

function SymbolsButton() {
  const t = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      label={t("planning.symbols")}
      trigger={
        <Button variant="ghost" size="sm" className="text-xs! text-ink-2">
          <CircleHelp aria-hidden className="size-3.5!" />
          {t("planning.symbols")}
        </Button>
      }
    >
      <LazyPart load={loadSymbols} onFailed={() => setIsOpen(false)} fallback={null}>
        <SymbolList />
      </LazyPart>
    </Popover>
  );
}

/** The symbols below the colours, on phones where both are in one menu. */
export function FoldedSymbols() {
  const t = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="flex min-h-10 cursor-pointer items-center gap-1.5 text-13 text-ink-2">
        <CircleHelp aria-hidden className="size-4" />
        {t("planning.symbols")}
      </summary>
      {isOpen && (
        <LazyPart load={loadSymbols} onFailed={() => setIsOpen(false)} fallback={null}>
          <SymbolList />
        </LazyPart>
      )}
    </details>
  );
}

export function Legend({ coloring, inactiveStatuses, onChange, withSymbols = false }: LegendProps) {
  const t = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2 max-sm:gap-y-2">
      <Select
        aria-label={t("planning.colors")}
        className="w-32 text-xs max-sm:w-full [&_select]:h-7! [&_select]:text-xs pointer-coarse:[&_select]:h-10!"
        value={coloring}
        onValueChange={onChange}
        options={colorByOptions.map((value) => ({ value, label: t(colorByLabels[value]) }))}
      />
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        {buildLegend(coloring, t, inactiveStatuses).map(({ name, color, sign, isGone }) => (
          <li key={name} {...color} className="flex items-center gap-1.5 whitespace-nowrap">
            <span
              className={cx(
                "h-3.5 w-4 rounded-sm border border-l-3 border-l-(--ev-bar)",
                isGone ? "border-line-strong bg-sunken" : "border-(--ev-line) bg-(--ev-bg)",
              )}
              aria-hidden
            />
            {sign && <span aria-hidden>{sign}</span>}
            {isGone ? <s>{name}</s> : name}
          </li>
        ))}
      </ul>
      {withSymbols && <SymbolsButton />}
    </div>
  );
}

/** @param load occupancy from 0 to 1 */
export function OccupancyMeter({ load }: { load: number }) {
  const t = useTranslation();
  return (
    <p className="flex items-center gap-2 text-xs text-ink-2 tnum">
      <span className="h-1.5 w-16 overflow-hidden rounded-full bg-active" aria-hidden>
        <span className="block h-full bg-accent" style={{ width: `${Math.round(load * 100)}%` }} />
      </span>
      {t("planning.taken", { percent: formatPercent(load, t) })}
    </p>
  );
}

/** What is to be known to read the planning: what its colours mean, and how full all of it is. */
import type { EventStatus } from "#contract/events.ts";
import { cx } from "#web/kit/cx.ts";
import { percentOf } from "#web/kit/percent.ts";
import { Select } from "#web/kit/select.tsx";
import { useWords } from "#web/kit/words.ts";
import { type Coloring, colorings, legendOf } from "#web/planner/look.ts";

const coloringNames = { type: "planning.byType", payment: "planning.byPayment", status: "planning.byStatus" } as const;

interface LegendProps {
  coloring: Coloring;
  /** What of canceled and rejected is shown. */
  gone: readonly EventStatus[];
  onChange: (coloring: Coloring) => void;
}

/** What the colours mean, and the choice of what they mean. */
export function Legend({ coloring, gone, onChange }: LegendProps) {
  const t = useWords();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2 max-sm:gap-y-2">
      <Select
        aria-label={t("planning.colors")}
        className="w-32 text-xs max-sm:w-full [&_select]:h-7! [&_select]:text-xs pointer-coarse:[&_select]:h-10!"
        value={coloring}
        onValueChange={onChange}
        options={colorings.map((value) => ({ value, label: t(coloringNames[value]) }))}
      />
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        {legendOf(coloring, t, gone).map(({ name, color, sign, isGone }) => (
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
    </div>
  );
}

/** How much of the open time is taken. @param load from 0 to 1 */
export function Taken({ load }: { load: number }) {
  const t = useWords();
  return (
    <p className="flex items-center gap-2 text-xs text-ink-2 tnum">
      <span className="h-1.5 w-16 overflow-hidden rounded-full bg-active" aria-hidden>
        <span className="block h-full bg-accent" style={{ width: `${Math.round(load * 100)}%` }} />
      </span>
      {t("planning.taken", { percent: percentOf(load, t) })}
    </p>
  );
}

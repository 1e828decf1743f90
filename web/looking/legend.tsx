import { Select } from "#web/kit/select.tsx";
import { useWords } from "#web/kit/words.ts";
import { type Coloring, colorings, legendOf } from "#web/planner/look.ts";

const coloringNames = { type: "planning.byType", payment: "planning.byPayment", status: "planning.byStatus" } as const;

/** What the colours mean, and the choice of what they mean. */
export function Legend({ coloring, onChange }: { coloring: Coloring; onChange: (coloring: Coloring) => void }) {
  const t = useWords();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
      <Select
        aria-label={t("planning.colors")}
        className="w-32 text-xs [&_select]:h-7! [&_select]:text-xs pointer-coarse:[&_select]:h-10!"
        value={coloring}
        onValueChange={onChange}
        options={colorings.map((value) => ({ value, label: t(coloringNames[value]) }))}
      />
      <ul className="flex flex-wrap gap-x-3 gap-y-1 max-sm:hidden">
        {legendOf(coloring, t).map(({ name, color }) => (
          <li key={name} {...color} className="flex items-center gap-1.5 whitespace-nowrap">
            <span
              className="h-3.5 w-4 rounded-sm border border-l-3 border-(--ev-line) border-l-(--ev-bar) bg-(--ev-bg)"
              aria-hidden
            />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

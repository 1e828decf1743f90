/** Amounts of a report as bars, each with its change. */
import { Card } from "#web/kit/ui/card.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { Change } from "#web/overview/change.tsx";

export interface Bar {
  key: string;
  name: string;
  hint?: string;
  value: number;
  before?: number;
  text: string;
}

export function Bars({
  title,
  total,
  bars,
  empty,
}: {
  title: string;
  total?: string;
  bars: readonly Bar[];
  empty: string;
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const hasChanges = bars.some(({ before }) => before !== undefined);
  return (
    <Card title={title} action={total && <span className="text-13 font-semibold tnum">{total}</span>}>
      {bars.length === 0 ? (
        <p className="p-4 text-13 text-ink-3">{empty}</p>
      ) : (
        <ul
          aria-label={title}
          className={cx(
            "grid gap-x-3 gap-y-1 px-4 py-3 text-13",
            hasChanges
              ? "grid-cols-[minmax(0,1fr)_auto_3.5rem] sm:grid-cols-[minmax(0,7fr)_minmax(0,6fr)_auto_3.5rem]"
              : "grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,7fr)_minmax(0,6fr)_auto]",
          )}
        >
          {bars.map(({ key, name, hint, value, before, text }) => (
            <li key={key} className="col-span-full grid grid-cols-subgrid items-center gap-y-1 py-1">
              <span className="min-w-0 max-sm:col-span-full">
                <span className="block truncate" title={name}>
                  {name}
                </span>
                {hint && (
                  <span className="block truncate text-xs text-ink-3" title={hint}>
                    {hint}
                  </span>
                )}
              </span>
              <span aria-hidden className="h-1.5 rounded-full bg-active">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${(Math.max(0, value) / most) * 100}%` }}
                />
              </span>
              <span className="text-right tnum">{text}</span>
              {hasChanges && (
                <span className="text-right text-xs">
                  {before !== undefined && <Change value={value} before={before} />}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

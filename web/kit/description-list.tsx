import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { useWords } from "./words.ts";

/** Names and values; a missing value (null, undefined, empty) is a dash. */
export function DescriptionList({ items, className }: { items: readonly (readonly [name: string, value: ReactNode])[]; className?: string }) {
  return (
    <dl className={cx("divide-y divide-line", className)}>
      {items.map(([name, value]) => (
        <div key={name} className="grid grid-cols-[minmax(0,8.5rem)_minmax(0,1fr)] gap-4 px-4 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="text-13 text-ink-3">{name}</dt>
          <dd className="text-13 [overflow-wrap:anywhere] whitespace-pre-line text-ink">
            {value === null || value === undefined || value === "" ? <span className="text-ink-3">—</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Yes, no, or a dash where it is not said. */
export function YesNo({ value }: { value: boolean | null | undefined }) {
  const t = useWords();
  if (value === null || value === undefined) return <span className="text-ink-3">—</span>;
  return value ? (
    <span className="flex items-center gap-1.5">
      <Check className="size-3.5 text-accent-ink" aria-hidden />
      {t("kit.yes")}
    </span>
  ) : (
    <span className="flex items-center gap-1.5 text-ink-3">
      <Minus className="size-3.5" aria-hidden />
      {t("kit.no")}
    </span>
  );
}

import { percentOf } from "#web/kit/percent.ts";
import { useWords } from "#web/kit/words.ts";

/** What the shades mean: from nothing to all of the open time. */
export function MonthScale() {
  const t = useWords();
  return (
    <p className="flex items-center gap-2 text-xs text-ink-2 tnum" aria-hidden>
      {percentOf(0, t)}
      <span className="month-scale">
        {[0, 1, 2, 3, 4, 5].map((level) => (
          <span key={level} data-level={level} />
        ))}
      </span>
      {percentOf(1, t)}
    </p>
  );
}

import { formatPercent } from "#web/kit/format/percent-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export function MonthScale() {
  const t = useTranslation();
  return (
    <p className="flex items-center gap-2 text-xs text-ink-2 tnum" aria-hidden>
      {formatPercent(0, t)}
      <span className="month-scale">
        {[0, 1, 2, 3, 4, 5].map((level) => (
          <span key={level} data-level={level} />
        ))}
      </span>
      {formatPercent(1, t)}
    </p>
  );
}

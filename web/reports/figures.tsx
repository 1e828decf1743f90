/** A strip of figures, each beside that of the period it is compared with. */
import { Link } from "@tanstack/react-router";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { percentChange } from "#web/overview/day-chart.tsx";

export interface Figure {
  name: string;
  hint?: string;
  value: number;
  before: number;
  format: (value: number) => string;
  /** A share changes by points, an amount by percent. */
  isShare?: boolean;
  /** More of it is worse, such as cancellations. */
  isLoss?: boolean;
  to?: string | undefined;
}

export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
export const occupancyShare = ({ takenMinutes, openMinutes }: { takenMinutes: number; openMinutes: number }): number =>
  shareOf(takenMinutes, openMinutes);

export function useNumberFormats() {
  const locale = useLocale();
  const count = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const signed = new Intl.NumberFormat(locale, { signDisplay: "exceptZero" });
  const signedPercent = new Intl.NumberFormat(locale, { style: "percent", signDisplay: "exceptZero" });
  return {
    count: (value: number) => count.format(value),
    percent: (value: number) => percent.format(value),
    signed: (value: number) => signed.format(value),
    signedPercent: (value: number) => signedPercent.format(value),
  };
}

/** Beside almost nothing, a change says nothing. */
const MAX_PERCENT = 999;

export function Change({ value, before, isShare = false, isLoss = false }: Omit<Figure, "name" | "format">) {
  const t = useTranslation();
  const { signed, signedPercent } = useNumberFormats();
  const points = Math.round((value - before) * 100);
  const percent = isShare ? points : percentChange(value, before);
  if (percent === undefined || Math.abs(percent) > MAX_PERCENT) return null;
  const tone = percent === 0 ? "text-ink-3" : percent > 0 === isLoss ? "text-rose-fg" : "text-lime-fg";
  return (
    <span className={cx("font-medium tnum", tone)}>
      {isShare ? t("reports.points", { points: signed(points) }) : signedPercent(percent / 100)}
    </span>
  );
}

export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  const t = useTranslation();
  return (
    <div className="overflow-hidden rounded-xl border border-line">
      <dl aria-label={label} className="flex flex-wrap gap-px bg-line">
        {figures.map(({ name, hint, to, ...figure }) => (
          <div key={name} className="relative grid grow basis-40 content-start gap-0.5 bg-surface px-4 py-3">
            <dt className="text-13 text-ink-2">
              {to ? (
                <Link
                  to={to}
                  className="outline-none after:absolute after:inset-0 hover:underline focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
                >
                  {name}
                </Link>
              ) : (
                name
              )}
            </dt>
            <dd className="text-xl font-semibold tnum">{figure.format(figure.value)}</dd>
            <dd className="text-xs text-ink-3 tnum">
              <Change {...figure} /> {t("reports.from", { value: figure.format(figure.before) })}
            </dd>
            {hint && <dd className="text-xs text-ink-3">{hint}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A strip of figures, each beside that of the period it is compared with. */
import { Link } from "@tanstack/react-router";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Change } from "#web/overview/change.tsx";

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

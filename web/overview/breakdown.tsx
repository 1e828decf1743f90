import { Link } from "@tanstack/react-router";
import { Card } from "#web/kit/ui/card.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface BreakdownItem {
  key: string;
  label: string;
  hint?: string;
  value: number;
  text: string;
  to: string;
}

interface SharesProps {
  title: string;
  shares: readonly BreakdownItem[];
  /** Colours the bars by type of event. */
  typed?: boolean;
}

export function Breakdown({ title, shares, typed = false }: SharesProps) {
  const t = useTranslation();
  const most = Math.max(1, ...shares.map(({ value }) => value));
  return (
    <Card title={title}>
      {shares.every(({ value }) => value === 0) ? (
        <EmptyState title={t("overview.nothingYet")}>{t("overview.nothingYetHint")}</EmptyState>
      ) : (
        <ul className="grid gap-0.5 p-2">
          {shares.map(({ key, label, hint, value, text, to }) => (
            <li
              key={key}
              data-type={typed ? key : undefined}
              className="relative rounded-lg px-2 py-1.5 transition-colors hover:bg-hover"
            >
              <span className="flex items-baseline justify-between gap-3 text-13">
                <span className="min-w-0">
                  <Link
                    to={to}
                    className="block truncate font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-ring"
                  >
                    {label}
                  </Link>
                  {hint && <span className="block truncate text-xs text-ink-3">{hint}</span>}
                </span>
                <span className="shrink-0 text-ink-2 tnum">{text}</span>
              </span>
              <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-active">
                <span
                  className={`block h-full rounded-full ${typed ? "bg-(--ev-bar)" : "bg-accent"}`}
                  style={{ width: `${(value / most) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

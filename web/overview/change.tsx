/** The change of a figure since the period before. */
import { useNumberFormats } from "#web/kit/format/number-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { cx } from "#web/kit/ui/cx.ts";

interface ChangeProps {
  value: number;
  before: number;
  /** A share changes by points, an amount by percent. */
  isShare?: boolean | undefined;
  /** More of it is worse, such as cancellations. */
  isLoss?: boolean | undefined;
  className?: string;
}

/** Beside almost nothing, a change says nothing. */
const MAX_PERCENT = 999;

/** Compares the rounded shares, which are shown beside it. */
const pointsBetween = (value: number, before: number) => Math.round(value * 100) - Math.round(before * 100);
/** @returns undefined if the former value is 0 */
const percentBetween = (value: number, before: number) =>
  before === 0 ? undefined : Math.round(((value - before) / before) * 100);

export function Change({ value, before, isShare = false, isLoss = false, className }: ChangeProps) {
  const t = useTranslation();
  const { signed, signedPercent } = useNumberFormats();
  const change = isShare ? pointsBetween(value, before) : percentBetween(value, before);
  if (change === undefined || Math.abs(change) > MAX_PERCENT) return null;
  const tone = change === 0 ? "text-ink-3" : change > 0 === isLoss ? "text-rose-fg" : "text-lime-fg";
  return (
    <span className={cx("font-medium tnum", tone, className)}>
      {isShare
        ? t("overview.points", { count: Math.abs(change), points: signed(change) })
        : signedPercent(change / 100)}
      <span className="sr-only"> {t("overview.thanBefore")}</span>
    </span>
  );
}

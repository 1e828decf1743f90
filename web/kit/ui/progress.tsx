import { cx } from "./cx.ts";

interface ProgressProps {
  /** From 0 to 1; undefined while unknown. */
  value: number | undefined;
  label: string;
  className?: string;
}

export function Progress({ value, label, className }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(value * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx("h-1.5 overflow-hidden rounded-full bg-active", className)}
    >
      <div
        className={cx(
          "h-full rounded-full bg-accent transition-[width] duration-200",
          percent === undefined && "animate-pulse",
        )}
        style={{ width: `${percent ?? 100}%` }}
      />
    </div>
  );
}

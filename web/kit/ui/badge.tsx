/** Badge (tag, pill) with a tone for a status. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const tones = {
  lime: "bg-lime-bg text-lime-fg [--dot:var(--lime-dot)]",
  rose: "bg-rose-bg text-rose-fg [--dot:var(--rose-dot)]",
  amber: "bg-amber-bg text-amber-fg [--dot:var(--amber-dot)]",
  blue: "bg-blue-bg text-blue-fg [--dot:var(--blue-dot)]",
  red: "bg-red-bg text-red-fg [--dot:var(--red-dot)]",
  gray: "bg-gray-bg text-gray-fg [--dot:var(--ink-3)]",
  outline: "border border-line text-ink-2 [--dot:var(--ink-3)]",
};
export type Tone = keyof typeof tones;

const statusTones: Record<string, Tone> = {
  pending: "rose",
  rejected: "rose",
  canceled: "rose",
  cancelled: "rose",
  approved: "lime",
  completed: "lime",
};
export const statusTone = (status: string): Tone => statusTones[status] ?? "gray";
export const roleTone = (type: string): Tone => (type === "team" ? "blue" : "red");

interface BadgeProps {
  tone?: Tone;
  /** A status gives the dot the form of that status. */
  dot?: boolean | string;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = "gray", dot = false, icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-5 max-w-full items-center align-middle gap-1.5 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0",
        tones[tone],
        className,
      )}
    >
      {dot && <span className="dot" data-form={dot} aria-hidden />}
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}

export function Badges({
  names,
  limit = 3,
  className,
}: {
  names: readonly string[];
  limit?: number;
  className?: string;
}) {
  const rest = names.slice(limit);
  return (
    <span className={cx("flex min-w-0 flex-wrap gap-1", className)}>
      {names.slice(0, limit).map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
      {rest.length > 0 && (
        <span title={rest.join(", ")}>
          <Badge tone="outline">+{rest.length}</Badge>
        </span>
      )}
    </span>
  );
}

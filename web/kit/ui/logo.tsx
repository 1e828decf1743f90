import { cx } from "./cx.ts";

export const Logo = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 32 32" className={cx("shrink-0", className)} aria-hidden>
    <rect width="32" height="32" rx="9" fill="var(--accent)" />
    <path
      d="M9 24V8h8.4a4.1 4.1 0 0 1 2.4 7.6M9 16h8.8a4 4 0 0 1 0 8H9"
      fill="none"
      stroke="var(--on-accent)"
      strokeWidth="2.3"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  </svg>
);

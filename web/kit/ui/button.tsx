import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

const baseClass =
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors duration-100 select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0";
const variants = {
  primary: "bg-accent text-on-accent shadow-xs hover:bg-accent-hover",
  secondary: "border border-line-strong/80 bg-raised text-ink shadow-xs hover:bg-hover",
  ghost: "text-ink-2 hover:bg-hover hover:text-ink",
  danger: "bg-danger text-on-danger shadow-xs hover:bg-danger-hover",
  /** For buttons that open a confirm dialog, whose own button is `danger`. */
  "danger-quiet": "text-danger hover:bg-danger/8",
};
const sizes = {
  sm: "h-7 px-2.5 text-13 pointer-coarse:h-9",
  md: "h-8 px-3 text-13 pointer-coarse:h-10",
  lg: "h-10 px-4 text-sm pointer-coarse:h-11",
  icon: "size-8 pointer-coarse:size-10",
  "icon-sm": "size-7 pointer-coarse:size-9",
};
export type ButtonVariant = keyof typeof variants;
export type ButtonSize = keyof typeof sizes;

/** For other elements: `<Link className={buttonClass("primary")}>`. */
export const buttonClass = (variant: ButtonVariant = "secondary", size: ButtonSize = "md", className?: string) =>
  cx(baseClass, variants[variant], sizes[size], className);

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** When given, even as false, a double click counts as one. */
  pending?: boolean;
}

export function Button({ variant, size, pending, className, children, disabled, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass(variant, size, className)}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      onClick={(event) => {
        if (pending === undefined || event.detail < 2) onClick?.(event);
      }}
      {...props}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}

export const Spinner = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 16 16" className={cx("size-4 animate-spin", className)} fill="none" aria-hidden data-spinner>
    <circle cx="8" cy="8" r="6" stroke="currentColor" strokeWidth="2" opacity=".25" />
    <path d="M14 8a6 6 0 0 0-6-6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
);

import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role" | "checked" | "onChange"> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** Built on a checkbox, so that labels and forms work. */
export const Switch = ({ checked, onCheckedChange, className, ...props }: SwitchProps) => (
  <span className={cx("relative inline-flex h-5 w-9 shrink-0", className)}>
    <input
      {...props}
      type="checkbox"
      role="switch"
      checked={checked}
      onChange={(event) => onCheckedChange(event.target.checked)}
      className="peer absolute -inset-2 z-10 m-0 cursor-pointer appearance-none rounded-full outline-none disabled:cursor-not-allowed"
    />
    <span
      aria-hidden
      className="absolute inset-0 rounded-full bg-line-strong ring-1 ring-ink-3/60 transition-colors ring-inset peer-checked:bg-accent peer-checked:ring-transparent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ring peer-disabled:opacity-50 peer-aria-invalid:ring-danger"
    />
    <span
      aria-hidden
      className="absolute top-0.5 left-0.5 size-4 rounded-full bg-white shadow-xs transition-transform peer-checked:translate-x-4 peer-checked:bg-on-accent"
    />
  </span>
);

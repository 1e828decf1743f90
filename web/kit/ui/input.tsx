import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

export const inputClass =
  "w-full rounded-md border border-line-strong/80 bg-raised px-3 text-sm text-ink shadow-xs outline-none transition-[border-color,box-shadow] hover:border-line-strong focus:border-ring focus:ring-3 focus:ring-ring/20 disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-danger aria-invalid:focus:ring-danger/15 max-md:text-base";

export const Input = ({ className, ...props }: ComponentProps<"input">) => (
  <input
    className={cx(inputClass, "h-9 pointer-coarse:h-11", props.type === "number" && "tnum", className)}
    {...props}
  />
);

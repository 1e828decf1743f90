import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { inputFrame } from "./input.tsx";

/** Grows with its text where the browser can, and by its handle elsewhere. */
export const Textarea = ({ className, ...props }: ComponentProps<"textarea">) => (
  <textarea
    rows={3}
    className={cx(inputFrame, "field-sizing-content max-h-96 min-h-20 resize-y py-2 leading-5", className)}
    {...props}
  />
);

/** Skeleton: placeholder while a page is loading. */
import { cx } from "./cx.ts";

export const Skeleton = ({ className }: { className?: string }) => (
  <div className={cx("skeleton rounded-sm", className)} aria-hidden />
);

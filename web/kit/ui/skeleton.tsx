import { cx } from "./cx.ts";

/** A placeholder for loading content. Give it a size. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div className={cx("skeleton rounded-sm", className)} aria-hidden />
);

import { cx } from "./cx.ts";

/** A place where something is about to be. Give it a size. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div className={cx("skeleton rounded-sm", className)} aria-hidden />
);

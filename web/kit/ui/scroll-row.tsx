import { type ReactNode, useRef } from "react";
import { cx } from "./cx.ts";
import { scrollEdgesClass, useScrollEdges } from "./use-scroll-edges.ts";

/** A row that scrolls sideways where it does not fit. */
export function ScrollRow({ className, children }: { className?: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  useScrollEdges(row);
  return (
    <div
      ref={row}
      className={cx("max-w-full overflow-x-auto whitespace-nowrap [scrollbar-width:none]", scrollEdgesClass, className)}
    >
      {children}
    </div>
  );
}

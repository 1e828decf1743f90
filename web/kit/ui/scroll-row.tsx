import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "./cx.ts";
import { scrollEdgesClass, useScrollEdges } from "./use-scroll-edges.ts";

/** A row that scrolls sideways where it does not fit. */
export function ScrollRow({ className, children }: { className?: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  useScrollEdges(row);
  // The chosen one may stand beyond the edge.
  useEffect(() => {
    const element = row.current;
    const chosen = element?.querySelector("input:checked")?.parentElement;
    if (element && chosen)
      element.scrollTo({ left: chosen.offsetLeft - (element.clientWidth - chosen.offsetWidth) / 2 });
  }, []);
  return (
    <div
      ref={row}
      className={cx(
        "relative max-w-full overflow-x-auto whitespace-nowrap [scrollbar-width:none]",
        scrollEdgesClass,
        className,
      )}
    >
      {children}
    </div>
  );
}

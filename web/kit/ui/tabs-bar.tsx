import { useRouterState } from "@tanstack/react-router";
import { Children, type ReactNode, useEffect, useRef } from "react";
import { scrollEdgesClass, useScrollEdges } from "./use-scroll-edges.ts";

const tabClass =
  "[&>a]:border-b-2 [&>a]:border-transparent [&>a]:pb-2.5 [&>a]:text-13 [&>a]:font-medium [&>a]:whitespace-nowrap [&>a]:text-ink-3 [&>a]:transition-colors [&>a:hover]:text-ink [&>a[aria-current=page]]:border-accent [&>a[aria-current=page]]:text-ink";

/** Its children are `<Link>`s; the router marks the current one with `aria-current`. */
export function TabsBar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  // The path of the rendered page, not of a pending navigation.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });

  useScrollEdges(bar);

  // Phones show only some tabs. Some come later, such as those of a country.
  const count = Children.toArray(children).length;
  useEffect(() => {
    // The next frame computes the layout anyway.
    const frame = requestAnimationFrame(() => {
      const current = bar.current?.querySelector<HTMLElement>("[aria-current=page]");
      if (current)
        bar.current?.scrollTo({ left: current.offsetLeft - (bar.current.clientWidth - current.offsetWidth) / 2 });
    });
    return () => cancelAnimationFrame(frame);
  }, [path, count]);

  return (
    <nav
      ref={bar}
      aria-label={label}
      className={`relative mt-3 -mb-px flex gap-5 overflow-x-auto [scrollbar-width:none] ${tabClass} ${scrollEdgesClass}`}
    >
      {children}
    </nav>
  );
}

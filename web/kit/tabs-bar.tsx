import type { ReactNode } from "react";

const link =
  "[&>a]:border-b-2 [&>a]:border-transparent [&>a]:pb-2.5 [&>a]:text-13 [&>a]:font-medium [&>a]:whitespace-nowrap [&>a]:text-ink-3 [&>a]:transition-colors [&>a:hover]:text-ink [&>a[aria-current=page]]:border-accent [&>a[aria-current=page]]:text-ink";

/** Links to the parts of one thing. Its children are `<Link>`s; the router marks the current one with `aria-current`. */
export const TabsBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className={`relative mt-3 -mb-px flex gap-5 overflow-x-auto [scrollbar-width:none] ${link}`}>
    {children}
  </nav>
);

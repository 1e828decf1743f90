/** Shows a key of the keyboard, in the list of shortcuts. */
import type { ReactNode } from "react";

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-[4px] border border-line-strong/70 bg-raised px-1 font-sans text-2xs font-medium text-ink-3">
    {children}
  </kbd>
);

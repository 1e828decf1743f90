import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface CardProps {
  title?: ReactNode;
  action?: ReactNode;
  padded?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card({ title, action, padded = false, className, children }: CardProps) {
  return (
    <section className={cx("overflow-hidden rounded-xl border border-line bg-surface", className)}>
      {title && (
        <header className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
          <h2 className="text-13 font-semibold">{title}</h2>
          {action}
        </header>
      )}
      {padded ? <div className="p-4">{children}</div> : children}
    </section>
  );
}

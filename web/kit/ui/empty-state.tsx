import { type LucideIcon, SearchX } from "lucide-react";
import type { ComponentType, ReactNode, SVGProps } from "react";

interface EmptyStateProps {
  icon?: LucideIcon | ComponentType<SVGProps<SVGSVGElement>>;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Says who can take the next step, to those without an action. */
  withoutAction?: ReactNode;
}

export function EmptyState({ icon: Icon = SearchX, title, children, action, withoutAction }: EmptyStateProps) {
  return (
    <div data-empty-state className="flex flex-col items-center justify-center px-6 py-16 text-center">
      <div className="mb-4 grid size-11 place-items-center rounded-xl border border-line bg-sunken text-ink-3">
        <Icon className="size-5" aria-hidden />
      </div>
      <p className="font-medium">{title}</p>
      {children && <div className="mt-1 max-w-sm text-13 text-ink-3">{children}</div>}
      {action ? (
        <div className="mt-5">{action}</div>
      ) : (
        withoutAction && <p className="mt-3 max-w-sm text-13 text-ink-2">{withoutAction}</p>
      )}
    </div>
  );
}

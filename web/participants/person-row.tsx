import type { ReactNode } from "react";
import { Avatar } from "#web/kit/ui/avatar.tsx";

interface PersonRowProps {
  name: string;
  /** Below the name. */
  detail?: string | null;
  children?: ReactNode;
}

/** Somebody of a booking in the list of its players. */
export const PersonRow = ({ name, detail, children }: PersonRowProps) => (
  <li className="flex items-center gap-3 px-4 py-2.5 text-13">
    <Avatar name={name} size="md" />
    <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
      <span className="block font-medium">{name}</span>
      {detail && <span className="block text-xs text-ink-3">{detail}</span>}
    </span>
    {children && (
      <span className="flex shrink-0 items-center gap-1.5 max-sm:flex-col max-sm:items-end">{children}</span>
    )}
  </li>
);

/** What a list is narrowed down to, beside its search box; all of it in the address. */
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Option, Select } from "./select.tsx";

/** Changes filters in the address, in place, and clears `page`; an empty one leaves it. */
export function useSetFilters(): (change: Record<string, string | undefined>) => void {
  const navigate = useNavigate();
  return (change) => {
    const search = (now: object) => ({ ...now, ...change, page: undefined });
    // Which list this is, and what it may be narrowed down to, only the router knows.
    void navigate({ to: ".", search: search as never, replace: true });
  };
}

/** Beside the search box, as high as it. */
export const ListFilters = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>*]:flex-1 [&_:is(input,select)]:h-8 md:[&_:is(input,select)]:text-13 pointer-coarse:[&_:is(input,select)]:h-11">
    {children}
  </div>
);

interface SelectFilterProps {
  /** Its name in the address. */
  name: string;
  /** What it is about, for those who listen. */
  label: string;
  /** What it says while it narrows nothing. */
  all: string;
  value: string | undefined;
  options: readonly Option<string>[];
}

export function SelectFilter({ name, label, all, value, options }: SelectFilterProps) {
  const set = useSetFilters();
  return (
    <Select<string | null>
      aria-label={label}
      className="min-w-36"
      value={value ?? null}
      onValueChange={(chosen) => set({ [name]: chosen ?? undefined })}
      options={[{ value: null, label: all }, ...options]}
    />
  );
}

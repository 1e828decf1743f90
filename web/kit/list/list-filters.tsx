import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type SelectOption, Select } from "#web/kit/ui/select.tsx";

/** An empty value removes its search parameter; every change clears `page`. */
export function useSetFilters(): (change: Record<string, string | undefined>) => void {
  const navigate = useNavigate();
  return (change) => {
    const search = (now: object) => ({ ...now, ...change, page: undefined });
    // Only the router knows the current list and its filters.
    void navigate({ to: ".", search: search as never, replace: true });
  };
}

export const ListFilters = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>*]:flex-1 [&_:is(input,select,[data-date-input])]:h-8 md:[&_:is(input,select,[data-date-input])]:text-13 pointer-coarse:[&_:is(input,select,[data-date-input])]:h-11">
    {children}
  </div>
);

interface SelectFilterProps {
  name: string;
  label: string;
  all: string;
  value: string | undefined;
  options: readonly SelectOption<string>[];
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

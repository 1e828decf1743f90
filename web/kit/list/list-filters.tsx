/** Filter bar of a list; filters stand in the URL. */
import { useNavigate } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
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

/** The two ends of a range of dates are one filter. */
export const countFilters = (filters: object): number =>
  new Set(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name === "to" ? "from" : name])),
  ).size;

/** On phones a button opens the filters, so that the list begins on the first screen. */
export function CollapsibleFilters({ filters, children }: { filters: object; children: ReactNode }) {
  const t = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const count = countFilters(filters);
  return (
    <div className="mb-4 max-w-full">
      <Button
        className="w-full sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((before) => !before)}
      >
        {count === 0 ? t("kit.filters") : t("kit.filtersSet", { count })}
        <ChevronDown aria-hidden className={cx("transition-transform", isOpen && "rotate-180")} />
      </Button>
      <div id={id} className={cx("max-sm:mt-3", !isOpen && "max-sm:hidden")}>
        {children}
      </div>
    </div>
  );
}

/** A filter that is set stands out from the others. */
const chosenSelectClass = "[&_select]:border-accent [&_select]:bg-accent-soft [&_select]:text-accent-ink";

interface SelectFilterProps {
  name: string;
  label: string;
  all: string;
  value: string | undefined;
  options: readonly SelectOption<string>[];
  /** Default: sets the search parameter of this name. */
  onChoose?: (value: string | undefined) => void;
  className?: string;
}

export function SelectFilter({ name, label, all, value, options, onChoose, className }: SelectFilterProps) {
  const set = useSetFilters();
  return (
    <Select<string | null>
      aria-label={label}
      className={cx("min-w-36", value !== undefined && chosenSelectClass, className)}
      value={value ?? null}
      onValueChange={(chosen) => (onChoose ? onChoose(chosen ?? undefined) : set({ [name]: chosen ?? undefined }))}
      options={[{ value: null, label: all }, ...options]}
    />
  );
}

/** Filters of a list that say what they are above themselves: a date alone would not tell whether it begins or ends. */
import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import { Button } from "./button.tsx";
import { useDateInput } from "./date-input.ts";
import { Input } from "./input.tsx";
import { useSetFilters } from "./list-filters.tsx";
import { type Option, Select } from "./select.tsx";
import { useWords } from "./words.ts";

interface LabelledProps {
  label: string;
  className?: string;
  /** The control, which takes the label's `id`. */
  children: (id: string) => ReactNode;
}

export function Labelled({ label, className, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={cx("grid min-w-0 gap-1.5", className)}>
      <label htmlFor={id} className="text-xs font-medium text-ink-3">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

interface LabelledSelectProps<Value extends string> extends Pick<LabelledProps, "label" | "className"> {
  /** Its name in the address. */
  name: string;
  /** What it says while it narrows nothing. */
  all: string;
  value: Value | undefined;
  options: readonly Option<Value>[];
}

export function LabelledSelect<Value extends string>({
  label,
  className,
  name,
  all,
  value,
  options,
}: LabelledSelectProps<Value>) {
  const set = useSetFilters();
  return (
    <Labelled label={label} className={className}>
      {(id) => (
        <Select<Value | null>
          id={id}
          value={value ?? null}
          onValueChange={(chosen) => set({ [name]: chosen ?? undefined })}
          options={[{ value: null, label: all }, ...options]}
        />
      )}
    </Labelled>
  );
}

interface Dates {
  /** Local dates, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** `from` and `to` of the address; neither takes a date beyond the other. */
export function DateFilters({ from, to }: Dates) {
  const t = useWords();
  const set = useSetFilters();
  const [first, last] = [
    useDateInput(from ?? "", (date) => set({ from: date || undefined })),
    useDateInput(to ?? "", (date) => set({ to: date || undefined })),
  ];
  return (
    <>
      <Labelled label={t("kit.from")}>
        {(id) => <Input id={id} type="date" className="min-w-0" max={to} {...first} />}
      </Labelled>
      <Labelled label={t("kit.to")}>
        {(id) => <Input id={id} type="date" className="min-w-0" min={from} {...last} />}
      </Labelled>
    </>
  );
}

/** Whether a list is narrowed down at all. @param filters as the address names them */
export const isNarrowed = (filters: object): boolean => Object.values(filters).some((value) => value !== undefined);

/** Takes all filters back; nothing where there are none. @param filters as the address names them */
export function ClearFilters({ filters }: { filters: object }) {
  const t = useWords();
  const set = useSetFilters();
  if (!isNarrowed(filters)) return null;
  return (
    <Button
      variant="ghost"
      className="h-9 max-lg:col-span-full max-lg:justify-self-start lg:flex-none!"
      onClick={() => set(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])))}
    >
      <X aria-hidden />
      {t("kit.clearFilters")}
    </Button>
  );
}

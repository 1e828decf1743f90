/** List filters with a visible label, where the value alone would be ambiguous, as with dates. */
import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { DateRangeInput } from "#web/kit/form/date-range-input.tsx";
import { countFilters, useSetFilters } from "./list-filters.tsx";
import { type SelectOption, Select } from "#web/kit/ui/select.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

interface LabelledControlProps {
  label: string;
  className?: string;
  children: (id: string) => ReactNode;
}

export function LabelledControl({ label, className, children }: LabelledControlProps) {
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

interface LabelledSelectProps<Value extends string> extends Pick<LabelledControlProps, "label" | "className"> {
  name: string;
  all: string;
  value: Value | undefined;
  options: readonly SelectOption<Value>[];
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
    <LabelledControl label={label} className={className}>
      {(id) => (
        <Select<Value | null>
          id={id}
          value={value ?? null}
          onValueChange={(chosen) => set({ [name]: chosen ?? undefined })}
          options={[{ value: null, label: all }, ...options]}
        />
      )}
    </LabelledControl>
  );
}

interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

export function DateRangeFilter({ from, to }: DateRange) {
  const t = useTranslation();
  const set = useSetFilters();
  const labels = { from: t("kit.from"), to: t("kit.to") };
  return (
    <div className="col-span-2 grid min-w-0 gap-1.5 sm:min-w-64">
      <span aria-hidden className="text-xs font-medium text-ink-3">
        {labels.from} – {labels.to}
      </span>
      <DateRangeInput
        from={from ?? ""}
        to={to ?? ""}
        labels={labels}
        onValueChange={(change) =>
          set(Object.fromEntries(Object.entries(change).map(([name, date]) => [name, date || undefined])))
        }
      />
    </div>
  );
}

export function ClearFiltersButton({ filters }: { filters: object }) {
  const t = useTranslation();
  const set = useSetFilters();
  if (countFilters(filters) === 0) return null;
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

import { useId } from "react";
import type { DateOrder } from "#contract/imports.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Select } from "#web/kit/ui/select.tsx";

export function DateOrderSelect({ value, onChange }: { value: DateOrder; onChange: (order: DateOrder) => void }) {
  const t = useTranslation();
  const id = useId();
  return (
    <div className="grid max-w-md gap-1.5">
      <label htmlFor={id} className="text-13 font-medium">
        {t("imports.dateOrder")}
      </label>
      <Select<DateOrder>
        id={id}
        aria-describedby={`${id}-hint`}
        value={value}
        options={[
          { value: "day_first", label: t("imports.dateOrderDay") },
          { value: "month_first", label: t("imports.dateOrderMonth") },
        ]}
        onValueChange={onChange}
      />
      <p id={`${id}-hint`} className="text-xs text-ink-3">
        {t("imports.dateOrderHint")}
      </p>
    </div>
  );
}

/** Chooses the fields (courts) that the planning shows. */
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { Popover } from "#web/kit/ui/popover.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { existingFieldIdsInSearch } from "./shown-fields.ts";
import type { SetSearch } from "./use-planning-search.ts";
import type { PlanningSearch } from "#web/views/planning-search.ts";

export interface FacilityWithFields {
  id: string;
  name: string;
  fields: readonly { id: string; name: string }[];
}

interface FieldPickerProps {
  search: PlanningSearch;
  set: SetSearch;
  facilities: readonly FacilityWithFields[];
}

export function FieldPicker({ search, set, facilities }: FieldPickerProps) {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  const all = facilities.flatMap(({ fields }) => fields);
  const chosen = existingFieldIdsInSearch(search, all);
  const choose = (ids: readonly string[]) =>
    set({ fields: ids.length === 0 || ids.length === all.length ? undefined : ids.join(","), fieldId: undefined });
  const [only] = chosen;
  const name =
    only === undefined
      ? t("planning.anyField")
      : chosen.length === 1
        ? all.find(({ id }) => id === only)?.name
        : t("planning.someFields", { count: chosen.length });
  const trigger = (
    <Button className="min-w-32 shrink-0 justify-between! font-normal max-md:text-base pointer-coarse:h-11! sm:max-w-44">
      <span className="truncate">{name}</span>
      <ChevronDown className="text-ink-3" aria-hidden />
    </Button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={trigger} label={t("planning.whichFields")}>
      {open && (
        <div className="grid max-h-96 gap-1 overflow-y-auto">
          <CheckBox
            label={t("planning.anyField")}
            checked={chosen.length === 0}
            mixed={chosen.length > 0}
            onChange={() => choose([])}
          />
          {facilities.map((facility) => (
            <fieldset key={facility.id} className="border-t border-line pt-1.5">
              <legend className="sr-only">{facility.name}</legend>
              {facilities.length > 1 && (
                <p className="pt-1 text-xs font-medium text-ink-3" aria-hidden>
                  {facility.name}
                </p>
              )}
              {facility.fields.map(({ id, name: label }) => (
                <CheckBox
                  key={id}
                  label={label}
                  checked={chosen.includes(id)}
                  onChange={(on) =>
                    choose(all.map((field) => field.id).filter((one) => (one === id ? on : chosen.includes(one))))
                  }
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </Popover>
  );
}

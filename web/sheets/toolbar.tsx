/** Above the sheets, on the screen alone: which sheet, of what, and what is on it. */
import type { ReactNode } from "react";
import { ListFilters } from "#web/kit/list-filters.tsx";
import { Select } from "#web/kit/select.tsx";
import { Switch } from "#web/kit/switch.tsx";
import { Segments } from "#web/kit/tri-state.tsx";
import { useWords } from "#web/kit/words.ts";
import { type SetSheet, type Sheet, sheets } from "./sheet-search.ts";

interface Named {
  id: string;
  name: string;
}
export interface SheetToolbarProps {
  sheet: Sheet;
  facilities: readonly (Named & { fields: readonly Named[] })[];
  facilityId: string | undefined;
  fieldId: string | undefined;
  prices: boolean;
  names: boolean;
  notes: boolean;
  set: SetSheet;
}

const labels = { day: "planning.day", door: "planning.sheetDoor", week: "planning.week" } as const;

export function SheetToolbar({ sheet, facilities, facilityId, fieldId, set, ...on }: SheetToolbarProps) {
  const t = useWords();
  const facility = facilities.find(({ id }) => id === facilityId);
  const options = (all: readonly Named[]) => all.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 sm:px-5">
      <Segments
        name="sheet"
        aria-label={t("planning.sheet")}
        options={sheets.map((value) => ({ value, label: t(labels[value]) }))}
        value={sheet}
        onValueChange={(chosen) => set({ sheet: chosen })}
      />
      <ListFilters>
        {facilities.length > 1 && (
          <Select
            aria-label={t("events.facility")}
            className="min-w-36 sm:max-w-56"
            value={facilityId}
            onValueChange={(chosen) => set({ facilityId: chosen, fieldId: undefined })}
            options={options(facilities)}
          />
        )}
        {sheet !== "day" && (
          <Select
            aria-label={t("events.field")}
            className="min-w-36 sm:max-w-56"
            value={fieldId}
            onValueChange={(chosen) => set({ facilityId, fieldId: chosen })}
            options={options(facility?.fields ?? [])}
          />
        )}
      </ListFilters>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Choice checked={on.prices} onChange={(yes) => set({ prices: yes ? "1" : undefined })}>
          {t("planning.sheetPrices")}
        </Choice>
        {sheet !== "day" && (
          <Choice checked={on.names} onChange={(yes) => set({ names: yes ? "1" : undefined })}>
            {t("planning.sheetNames")}
          </Choice>
        )}
        <Choice checked={on.notes} onChange={(yes) => set({ notes: yes ? undefined : "0" })}>
          {t("planning.sheetLines")}
        </Choice>
      </div>
    </div>
  );
}

interface ChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

const Choice = ({ checked, onChange, children }: ChoiceProps) => (
  <label className="flex min-h-8 cursor-pointer items-center gap-2 text-13 text-ink-2 pointer-coarse:min-h-11">
    <Switch checked={checked} onCheckedChange={onChange} />
    {children}
  </label>
);

import type { ReactNode } from "react";
import { ListFilters } from "#web/kit/list/list-filters.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { Switch } from "#web/kit/ui/switch.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type SetPrintSearch, type PrintLayout, printLayouts } from "./print-search.ts";

interface NamedOption {
  id: string;
  name: string;
}
export interface PrintToolbarProps {
  sheet: PrintLayout;
  facilities: readonly (NamedOption & { fields: readonly NamedOption[] })[];
  facilityId: string | undefined;
  fieldId: string | undefined;
  prices: boolean;
  names: boolean;
  notes: boolean;
  set: SetPrintSearch;
}

const layoutLabels = { day: "planning.day", door: "planning.sheetDoor", week: "planning.week" } as const;

export function PrintToolbar({ sheet, facilities, facilityId, fieldId, set, ...on }: PrintToolbarProps) {
  const t = useTranslation();
  const facility = facilities.find(({ id }) => id === facilityId);
  const options = (all: readonly NamedOption[]) => all.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 sm:px-5">
      <SegmentedControl
        name="sheet"
        aria-label={t("planning.sheet")}
        options={printLayouts.map((value) => ({ value, label: t(layoutLabels[value]) }))}
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
        <LabelledSwitch checked={on.prices} onChange={(yes) => set({ prices: yes ? "1" : undefined })}>
          {t("planning.sheetPrices")}
        </LabelledSwitch>
        {sheet !== "day" && (
          <LabelledSwitch checked={on.names} onChange={(yes) => set({ names: yes ? "1" : undefined })}>
            {t("planning.sheetNames")}
          </LabelledSwitch>
        )}
        <LabelledSwitch checked={on.notes} onChange={(yes) => set({ notes: yes ? undefined : "0" })}>
          {t("planning.sheetLines")}
        </LabelledSwitch>
      </div>
    </div>
  );
}

interface LabelledSwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

const LabelledSwitch = ({ checked, onChange, children }: LabelledSwitchProps) => (
  <label className="flex min-h-8 cursor-pointer items-center gap-2 text-13 text-ink-2 pointer-coarse:min-h-11">
    <Switch checked={checked} onCheckedChange={onChange} />
    {children}
  </label>
);

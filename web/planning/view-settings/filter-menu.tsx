/** Menu of the planning's filters: status, type, payment, creator. */
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { eventStatuses, eventTypes } from "#contract/events.ts";
import type { Planning } from "#contract/planning.ts";
import { paymentStatusLabels, statusLabels, typeLabels } from "#web/events/labels.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { Popover } from "#web/kit/ui/popover.tsx";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { type SelectOption, Select } from "#web/kit/ui/select.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { paymentFilters } from "#web/views/planning-search.ts";
import type { SetSearch } from "./use-planning-search.ts";
import type { ViewMode, PlanningSearch } from "#web/views/planning-search.ts";

const eventFilterNames = ["status", "type", "payment", "maker", "mine"] as const;
const fieldFilterNames = ["space", "lights"] as const;
type MenuFilterName = (typeof eventFilterNames | typeof fieldFilterNames)[number];

/** A week has one field, and a month no events. */
const filtersInMenu = (view: ViewMode): readonly MenuFilterName[] => [
  ...(view === "month" ? [] : eventFilterNames),
  ...(view === "week" ? [] : fieldFilterNames),
];
const filtersBesideMenu = (view: ViewMode): readonly (keyof PlanningSearch)[] => [
  ...(view === "month" ? [] : (["only"] as const)),
  ...(view === "week" ? [] : (["sportId", "fields", "fieldId"] as const)),
];
const filtersInView = (view: ViewMode) => [...filtersInMenu(view), ...filtersBesideMenu(view)];

const clearedFilters = (view: ViewMode): PlanningSearch =>
  Object.fromEntries(filtersInView(view).map((name) => [name, undefined]));
export const noFilters = clearedFilters("day");

interface FilterMenuProps {
  search: PlanningSearch;
  view: ViewMode;
  set: SetSearch;
  makers: Planning["makers"];
}

export function FilterMenu({ search, view, set, makers }: FilterMenuProps) {
  const t = useTranslation();
  const scope = useScope();
  const [open, setOpen] = useState(false);
  const count = filtersInMenu(view).filter((name) => search[name] !== undefined).length;
  const isNarrowed = filtersInView(view).some((name) => search[name] !== undefined);
  const choice = (name: MenuFilterName, label: string, all: string, options: SelectOption<string>[]) => (
    <Select<string | null>
      aria-label={label}
      value={search[name] ?? null}
      onValueChange={(chosen) => set({ [name]: chosen ?? undefined })}
      options={[{ value: null, label: all }, ...options]}
    />
  );
  const trigger = (
    <Button data-filter-menu className="relative max-sm:flex-none! max-md:text-base pointer-coarse:h-11!">
      <SlidersHorizontal aria-hidden />
      {t("planning.filters")}
      {count > 0 && (
        // On the corner, so that choosing moves nothing.
        <span className="absolute -top-1.5 -right-1.5 min-w-4 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4 text-on-accent tnum">
          {count}
        </span>
      )}
    </Button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={trigger} label={t("planning.filters")}>
      {open && (
        <div className="grid gap-2 [&_select]:h-8 pointer-coarse:[&_select]:h-11">
          {view !== "month" && (
            <>
              {choice(
                "status",
                t("events.status"),
                t("events.anyStatus"),
                eventStatuses.map((value) => ({ value, label: t(statusLabels[value]) })),
              )}
              {choice(
                "type",
                t("events.type"),
                t("events.anyType"),
                eventTypes.map((value) => ({ value, label: t(typeLabels[value]) })),
              )}
              {choice(
                "payment",
                t("planning.payment"),
                t("planning.anyPayment"),
                paymentFilters.map((value) => ({ value, label: t(paymentStatusLabels[value]) })),
              )}
            </>
          )}
          {view !== "week" &&
            choice("space", t("planning.space"), t("planning.anySpace"), [
              { value: "indoor", label: t("planning.indoor") },
              { value: "outdoor", label: t("planning.outdoor") },
            ])}
          {isTeamMember(scope) &&
            makers.length > 0 &&
            choice(
              "maker",
              t("planning.maker"),
              t("planning.anyMaker"),
              makers.map(({ id, name }) => ({ value: id, label: name })),
            )}
          {view !== "week" && (
            <CheckBox
              label={t("planning.withLights")}
              checked={search.lights === "true"}
              onChange={(on) => set({ lights: on ? "true" : undefined })}
            />
          )}
          {view !== "month" && (
            <>
              <CheckBox
                label={t("planning.mine")}
                checked={search.mine === "true"}
                onChange={(on) => set({ mine: on ? "true" : undefined })}
              />
              <CheckBox
                label={t("planning.hideOthers")}
                note={t("planning.hideOthersHint")}
                checked={search.hide === "true"}
                onChange={(on) => set({ hide: on ? "true" : undefined })}
                className="border-t border-line pt-3"
              />
            </>
          )}
          {/* Always rendered, because a change of height would move the menu. */}
          <Button
            variant="ghost"
            size="sm"
            aria-disabled={!isNarrowed}
            onClick={() => isNarrowed && set(clearedFilters(view))}
          >
            {t("kit.clearFilters")}
          </Button>
        </div>
      )}
    </Popover>
  );
}

/** What the shown events are narrowed down to, behind one button. */
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { eventStatuses, eventTypes } from "#contract/events.ts";
import type { Planning } from "#contract/planning.ts";
import { paymentLabels, statusLabels, typeLabels } from "#web/events/labels.ts";
import { Button } from "#web/kit/button.tsx";
import { CheckBox } from "#web/kit/check-box.tsx";
import { Popover } from "#web/kit/popover.tsx";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { type Option, Select } from "#web/kit/select.tsx";
import { useWords } from "#web/kit/words.ts";
import type { AnyView, PlanningSearch } from "#web/planner/board.ts";
import { paymentFilters } from "./search.ts";
import type { SetSearch } from "./sight.ts";

const ofEvents = ["status", "type", "payment", "maker", "mine"] as const;
const ofFields = ["space", "lights"] as const;
type Narrowing = (typeof ofEvents | typeof ofFields)[number];

/** Those of the menu, and those that are beside it. A week has one field, and a month no events. */
const inMenu = (view: AnyView): readonly Narrowing[] => [
  ...(view === "month" ? [] : ofEvents),
  ...(view === "week" ? [] : ofFields),
];
const besideMenu = (view: AnyView): readonly (keyof PlanningSearch)[] => [
  ...(view === "month" ? [] : (["only"] as const)),
  ...(view === "week" ? [] : (["sportId", "fields", "fieldId"] as const)),
];
const filtersIn = (view: AnyView) => [...inMenu(view), ...besideMenu(view)];

/** Whatever filters say there, said no more. */
const cleared = (view: AnyView): PlanningSearch => Object.fromEntries(filtersIn(view).map((name) => [name, undefined]));
export const noFilters = cleared("day");

interface FilterMenuProps {
  search: PlanningSearch;
  view: AnyView;
  set: SetSearch;
  /** A month has none. */
  makers: Planning["makers"];
}

export function FilterMenu({ search, view, set, makers }: FilterMenuProps) {
  const t = useWords();
  const scope = useScope();
  const [open, setOpen] = useState(false);
  const count = inMenu(view).filter((name) => search[name] !== undefined).length;
  const isNarrowed = filtersIn(view).some((name) => search[name] !== undefined);
  const choice = (name: Narrowing, label: string, all: string, options: Option<string>[]) => (
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
        // On its corner: nothing beside it moves when one is chosen.
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
                paymentFilters.map((value) => ({ value, label: t(paymentLabels[value]) })),
              )}
            </>
          )}
          {view !== "week" &&
            choice("space", t("planning.space"), t("planning.anySpace"), [
              { value: "indoor", label: t("planning.indoor") },
              { value: "outdoor", label: t("planning.outdoor") },
            ])}
          {isTeam(scope) &&
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
          {/* There from the start, for what changes its height with a choice is placed anew. */}
          <Button
            variant="ghost"
            size="sm"
            aria-disabled={!isNarrowed}
            onClick={() => isNarrowed && set(cleared(view))}
          >
            {t("kit.clearFilters")}
          </Button>
        </div>
      )}
    </Popover>
  );
}

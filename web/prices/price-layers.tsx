/** Price grids by role (member rates) of a pattern. */
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { members } from "#contract/members.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useField } from "#web/kit/form/field.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Select } from "#web/kit/ui/select.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { roleName } from "#web/members/member-badges.tsx";
import { cellKey, type Cells, roleIdOfCell, listRoleIds, usePriceFormValues } from "./price-draft.ts";
import { AmountGrid } from "./amount-grid.tsx";
import type { CellChange } from "./amount-cells.ts";
import type { CellValue, AmountNotation } from "./parse-amount.ts";

/** Refusals of the server by cell key. One counts until its cell changes. */
export type CellRefusals = ReadonlyMap<string, { cell: CellValue; message: string }>;

/** Names of the organization's roles, deleted ones included. */
export function useRoleNames() {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const rolesQuery = endpointQuery(members.roles, { params: { organizationId }, query: { per_page: 100 } });
  const roles = useQuery({ ...rolesQuery, enabled: can(members.roles) }).data?.data ?? [];
  const nameOf = (id: number) => {
    const role = roles.find((one) => one.id === id);
    return role ? roleName(t, role) : t("prices.role", { id: String(id) });
  };
  return { ids: roles.map(({ id }) => id), nameOf };
}

interface PriceLayersProps {
  /** Role whose prices are shown; null for everybody's. */
  layer: number | null;
  onLayer: (layer: number | null) => void;
  roles: ReturnType<typeof useRoleNames>;
  money: AmountNotation;
  refused: CellRefusals;
}
interface HistoryStep {
  cells: Cells;
  layer: number | null;
}

/** Undo and redo span all grids. */
export function PriceLayers({ layer, onLayer, roles, money, refused }: PriceLayersProps) {
  const t = useTranslation();
  const draft = usePriceFormValues();
  const { time, list } = useWeekdayFormats();
  const { duration } = useDateFormats();
  const { id, change, error } = useField({ name: "cells" });
  const [added, setAdded] = useState<readonly number[]>([]);
  const history = useRef<{ past: HistoryStep[]; future: HistoryStep[] }>({ past: [], future: [] });
  const { timeslots, plans, cells } = draft;
  const visibleRoleIds = [...new Set([...listRoleIds(draft), ...added])].toSorted((a, b) => a - b);
  const keyAt = (row: number, column: number, roleId = layer) =>
    cellKey(timeslots[row]?.key ?? "", plans[column]?.key ?? "", roleId);

  const write = (next: Cells) => {
    history.current = { past: [...history.current.past, { cells, layer }], future: [] };
    change(next);
  };
  const onChange = (changes: readonly CellChange[]) => {
    const next = new Map<string, number | string>(Object.entries(cells));
    for (const { row, column, cell } of changes) {
      if (cell === undefined) next.delete(keyAt(row, column));
      else next.set(keyAt(row, column), cell);
    }
    write(Object.fromEntries(next));
  };
  const travel = (from: "past" | "future", to: "past" | "future"): boolean => {
    const step = history.current[from].pop();
    if (!step) return false;
    history.current[to].push({ cells, layer: step.layer });
    change(step.cells);
    onLayer(step.layer);
    return true;
  };
  const drop = (role: number) => {
    write(Object.fromEntries(Object.entries(cells).filter(([key]) => roleIdOfCell(key) !== role)));
    setAdded(added.filter((one) => one !== role));
    onLayer(null);
  };
  const whose = layer === null ? t("prices.everybody") : roles.nameOf(layer);
  if (timeslots.length === 0 || plans.length === 0)
    return (
      <p className="rounded-xl border border-line px-4 py-6 text-center text-13 text-ink-3">{t("prices.gridEmpty")}</p>
    );
  return (
    <div data-field="cells" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {visibleRoleIds.length > 0 && (
          <div className="max-w-full overflow-x-auto">
            <SegmentedControl
              name={`${id}-whose`}
              aria-label={t("prices.whoseGrid")}
              value={layer === null ? null : String(layer)}
              onValueChange={(value) => onLayer(value === null ? null : Number(value))}
              options={[
                { value: null, label: t("prices.everybody") },
                ...visibleRoleIds.map((role) => ({ value: String(role), label: roles.nameOf(role) })),
              ]}
            />
          </div>
        )}
        {visibleRoleIds.length < roles.ids.length && (
          <Select
            aria-label={t("prices.addRole")}
            placeholder={t("prices.addRole")}
            options={roles.ids
              .filter((role) => !visibleRoleIds.includes(role))
              .map((role) => ({ value: role, label: roles.nameOf(role) }))}
            value={undefined}
            onValueChange={(role) => {
              setAdded([...added, role]);
              onLayer(role);
            }}
            className="w-48"
          />
        )}
        {layer !== null && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t("prices.clearRole", { role: whose })}
            title={t("prices.clearRole", { role: whose })}
            onClick={() => drop(layer)}
          >
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
      {layer !== null && <p className="text-xs text-ink-3">{t("prices.roleHint")}</p>}
      <AmountGrid
        label={t("prices.gridOf", { who: whose })}
        rows={timeslots.map(({ key, name, start, end, weekdays }, index) => ({
          key,
          name: name || t("prices.timeslotNamed", { number: index + 1 }),
          hint: `${start && time(start)} – ${end && time(end)}${weekdays.length < 7 ? `, ${list(weekdays)}` : ""}`,
        }))}
        columns={plans.map(({ key, name, duration: minutes }, index) => ({
          key,
          name: name || t("prices.planNamed", { number: index + 1 }),
          hint: minutes === "" || name === duration(minutes) ? undefined : duration(minutes),
        }))}
        read={(row, column) => cells[keyAt(row, column)]}
        {...(layer === null ? {} : { inherited: (row, column) => cells[keyAt(row, column, null)] })}
        errorAt={({ row, column }) => {
          const wrong = refused.get(keyAt(row, column));
          return wrong && wrong.cell === cells[keyAt(row, column)] ? wrong.message : undefined;
        }}
        corner={t("prices.timeslots")}
        texts={{
          none: t("prices.notSoldCell"),
          inherited: t("prices.asEverybody"),
          unreadable: t("prices.unreadable"),
        }}
        money={money}
        onChange={onChange}
        onUndo={() => travel("past", "future")}
        onRedo={() => travel("future", "past")}
        aria-describedby={`${id}-keys`}
      />
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      <details className="text-xs text-ink-3 pointer-coarse:hidden">
        <summary className="w-fit cursor-pointer hover:text-ink">{t("prices.gridKeysTitle")}</summary>
        <p id={`${id}-keys`} className="mt-1.5 max-w-prose">
          {t("prices.gridKeys")}
        </p>
      </details>
    </div>
  );
}

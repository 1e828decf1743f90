/** Form values of a price pattern. Time slots and plans have keys, so that they keep their prices when renamed. */
import * as z from "zod/mini";
import { Plan, type PricePattern, PricePatternDraft, Timeslot } from "#contract/prices.ts";
import { checkGrid, type PriceDetail, type PriceGrid } from "#contract/prices-grid-rules.ts";
import { normalizeWallTime } from "#contract/hours-week-rules.ts";
import { useFormSnapshot } from "#web/kit/form/form-context.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { CellValue } from "./parse-amount.ts";

const keyShape = { key: z.string() };
const { timeslots: _timeslots, plans: _plans, details: _details, ...kept } = PricePatternDraft.shape;
type Whole = Required<z.output<typeof PricePatternDraft>>;

export const PriceFormDraft = z
  .strictObject({
    ...kept,
    timeslots: z.array(z.strictObject({ ...Timeslot.shape, ...keyShape })).check(z.maxLength(50)),
    plans: z.array(z.strictObject({ ...Plan.shape, ...keyShape })).check(z.maxLength(20)),
    /** By `cellKey`: minor units, or an unreadable text. Missing cells are not sold. */
    cells: z.record(z.string(), z.union([z.int(), z.string()])),
  })
  .check(
    z.superRefine((draft, { addIssue }) => {
      for (const { path, error } of checkGrid({ ...draft, details: [] }))
        addIssue({ code: "custom", path: [...path], message: error });
      if (listCells(draft).some(({ cell }) => typeof cell === "string"))
        addIssue({ code: "custom", path: ["cells"], message: "prices.unreadable" satisfies MessageKey });
    }),
  );
export type PriceFormDraft = z.output<typeof PriceFormDraft>;
export type Cells = PriceFormDraft["cells"];
/** Values while typing: a duration may be empty. */
export type PriceFormValues = Omit<PriceFormDraft, "plans"> & {
  plans: (Omit<PriceFormDraft["plans"][number], "duration"> & { duration: number | "" })[];
};

export const usePriceFormValues = (): PriceFormValues =>
  useFormSnapshot(({ values }) => values) as unknown as PriceFormValues;

const keySeparator = "|";
export const cellKey = (timeslot: string, plan: string, roleId: number | null): string =>
  [timeslot, plan, roleId ?? ""].join(keySeparator);

/** Role of a cell; null for everybody. */
export function roleIdOfCell(key: string): number | null {
  const role = key.slice(key.lastIndexOf(keySeparator) + 1);
  return role === "" ? null : Number(role);
}

interface NamedCell {
  key: string;
  timeslot: { key: string; name: string };
  plan: { key: string; name: string };
  roleId: number | null;
  cell: CellValue;
}

/** Cells for everybody, then by role. Leaves out cells of removed time slots and plans. */
export function listCells({
  timeslots,
  plans,
  cells,
}: Pick<PriceFormValues, "timeslots" | "cells" | "plans">): NamedCell[] {
  const [slotOf, planOf] = [
    new Map(timeslots.map((timeslot) => [timeslot.key, timeslot])),
    new Map(plans.map((plan) => [plan.key, plan])),
  ];
  return Object.entries(cells).flatMap(([key, cell]) => {
    const [slotKey = "", planKey = ""] = key.split(keySeparator);
    const [timeslot, plan] = [slotOf.get(slotKey), planOf.get(planKey)];
    return timeslot && plan ? [{ key, timeslot, plan, roleId: roleIdOfCell(key), cell }] : [];
  });
}

export const listRoleIds = (draft: Pick<PriceFormValues, "timeslots" | "cells" | "plans">): number[] => [
  ...new Set(listCells(draft).flatMap(({ roleId }) => (roleId === null ? [] : [roleId]))),
];

let count = 0;
export const createKey = (): string => `new${++count}`;

export function toPriceFormValues(pattern: PricePattern): Required<PriceFormDraft> {
  const { name, type, fields, productId } = pattern;
  const timeslots = pattern.timeslots.map((timeslot, index) => ({
    ...timeslot,
    end: normalizeWallTime(timeslot.end),
    key: `t${index}`,
  }));
  const plans = pattern.plans.map((plan, index) => ({ ...plan, key: `p${index}` }));
  const keyOf = (list: readonly { key: string; name: string }[], entryName: string) =>
    list.find((one) => one.name === entryName)?.key ?? "";
  const cells = pattern.details.flatMap(({ timeslot, plan, roleId, price }) =>
    price === null ? [] : [[cellKey(keyOf(timeslots, timeslot), keyOf(plans, plan), roleId), price] as const],
  );
  const fieldIds = fields.map(({ id }) => id);
  return { name, type, timeslots, plans, cells: Object.fromEntries(cells), fieldIds, productId };
}

/** Body of the request, and the cell's key for each of its details. */
export function toPricePatternBody(draft: PriceFormDraft) {
  const { timeslots: _timeslots, plans: _plans, cells: _cells, ...rest } = draft;
  const cells = listCells(draft).flatMap(({ cell, ...one }) =>
    typeof cell === "number" ? [{ ...one, price: cell }] : [],
  );
  const details = cells.map(({ timeslot, plan, roleId, price }): PriceDetail => ({
    timeslot: timeslot.name,
    plan: plan.name,
    roleId,
    price,
  }));
  const timeslots = draft.timeslots.map(({ key: _key, ...one }) => one);
  const plans = draft.plans.map(({ key: _key, ...one }) => one);
  return { body: { ...rest, timeslots, plans, details } satisfies Whole, keys: cells.map(({ key }) => key) };
}

/** Maps errors such as `details.5.price` to the cell's key. */
export function splitCellErrors(errors: Record<string, string[]>, keys: readonly string[]) {
  const ofCells: [key: string, message: string][] = [];
  const rest: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(errors)) {
    const [list, index] = path.split(".");
    const key = list === "details" ? keys[Number(index)] : undefined;
    if (key !== undefined) ofCells.push([key, messages.join(" ")]);
    if (list === "details") rest["cells"] ??= messages;
    else rest[path] = messages;
  }
  return { ofCells, errors: rest };
}

const isTime = (text: string) => /^\d\d:\d\d$/.test(text);

/**
 * Converts typed values for the price rules. Leaves out incomplete time slots.
 * @param named by names of time slots and plans; by default by keys, which are unique
 */
export function toPriceGrid(draft: PriceFormValues, { named = false } = {}): PriceGrid {
  const nameOf = (one: { key: string; name: string }) => (named ? one.name : one.key);
  return {
    timeslots: draft.timeslots
      .filter(({ start, end, weekdays }) => isTime(start) && isTime(end) && weekdays.length > 0)
      .map((timeslot) => ({ ...timeslot, name: nameOf(timeslot) })),
    plans: draft.plans.map((plan) => ({ name: nameOf(plan), duration: Number(plan.duration) })),
    details: listCells(draft).flatMap(({ timeslot, plan, roleId, cell }) =>
      typeof cell === "number" ? [{ timeslot: nameOf(timeslot), plan: nameOf(plan), roleId, price: cell }] : [],
    ),
  };
}

/** Conflicts while typing, by the form's field names. */
export function findGridProblems(draft: PriceFormValues): ReadonlyMap<string, MessageKey> {
  const { timeslots, plans } = draft;
  // Entries without name or duration conflict with nothing.
  const complete = {
    timeslots: timeslots.map((timeslot, index) => ({
      ...timeslot,
      name: timeslot.name.trim() || `${keySeparator}${index}`,
      weekdays: isTime(timeslot.start) && isTime(timeslot.end) ? timeslot.weekdays : [],
    })),
    plans: plans.map((plan, index) => ({
      name: plan.name.trim() || `${keySeparator}${index}`,
      duration: plan.duration === "" ? -index : plan.duration,
    })),
  };
  return new Map(checkGrid({ ...complete, details: [] }).map(({ path, error }) => [path.join("."), error]));
}

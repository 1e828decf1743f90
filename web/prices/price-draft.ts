/** A price pattern as its form holds it: timeslots and plans have keys, so that they keep their prices under a new name. */
import * as z from "zod/mini";
import { Plan, type PricePattern, PricePatternDraft, Timeslot } from "#contract/prices.ts";
import { checkGrid, type PriceDetail, type PriceGrid } from "#contract/prices-grid-rules.ts";
import { bare } from "#contract/hours-week-rules.ts";
import { useSnapshot } from "#web/kit/form-context.ts";
import type { WordKey } from "#words/keys.ts";
import type { Cell } from "#web/kit/sheet.ts";

const keyed = { key: z.string() };
const shape = PricePatternDraft.shape;

export const PriceFormDraft = z
  .strictObject({
    name: shape.name,
    type: shape.type,
    fieldIds: shape.fieldIds,
    timeslots: z.array(z.strictObject({ ...Timeslot.shape, ...keyed })).check(z.maxLength(50)),
    plans: z.array(z.strictObject({ ...Plan.shape, ...keyed })).check(z.maxLength(20)),
    /** By `cellKey`: minor units, or a text that is no amount. What is not there is not sold. */
    cells: z.record(z.string(), z.union([z.int(), z.string()])),
  })
  .check(
    z.superRefine((draft, { addIssue }) => {
      for (const { path, error } of checkGrid({ ...draft, details: [] }))
        addIssue({ code: "custom", path: [...path], message: error });
      if (listCells(draft).some(({ cell }) => typeof cell === "string"))
        addIssue({ code: "custom", path: ["cells"], message: "prices.unreadable" satisfies WordKey });
    }),
  );
export type PriceFormDraft = z.output<typeof PriceFormDraft>;
export type Cells = PriceFormDraft["cells"];
/** The values while they are typed: a duration may be missing yet. */
export type Typed = Omit<PriceFormDraft, "plans"> & {
  plans: (Omit<PriceFormDraft["plans"][number], "duration"> & { duration: number | "" })[];
};

/** The values of the form around, as they change. */
export const useTyped = (): Typed => useSnapshot(({ values }) => values) as unknown as Typed;

const apart = "|";
export const cellKey = (timeslot: string, plan: string, roleId: number | null): string =>
  [timeslot, plan, roleId ?? ""].join(apart);

/** Whose price a cell holds; null: everybody's. */
export function roleOf(key: string): number | null {
  const role = key.slice(key.lastIndexOf(apart) + 1);
  return role === "" ? null : Number(role);
}

interface NamedCell {
  key: string;
  timeslot: { key: string; name: string };
  plan: { key: string; name: string };
  roleId: number | null;
  cell: Cell;
}

/** What stands in the grid, for everybody and then role by role; what belonged to timeslots and plans that are gone does not. */
export function listCells({ timeslots, plans, cells }: Pick<Typed, "timeslots" | "cells" | "plans">): NamedCell[] {
  const [slotOf, planOf] = [
    new Map(timeslots.map((one) => [one.key, one])),
    new Map(plans.map((one) => [one.key, one])),
  ];
  return Object.entries(cells).flatMap(([key, cell]) => {
    const [slotKey = "", planKey = ""] = key.split(apart);
    const [timeslot, plan] = [slotOf.get(slotKey), planOf.get(planKey)];
    return timeslot && plan ? [{ key, timeslot, plan, roleId: roleOf(key), cell }] : [];
  });
}

/** The roles with prices of their own. */
export const rolesIn = (draft: Pick<Typed, "timeslots" | "cells" | "plans">): number[] => [
  ...new Set(listCells(draft).flatMap(({ roleId }) => (roleId === null ? [] : [roleId]))),
];

let count = 0;
/** A key that no timeslot or plan has. */
export const newKey = (): string => `new${++count}`;

export function filledWith(pattern: PricePattern): PriceFormDraft {
  const { name, type, fields } = pattern;
  const timeslots = pattern.timeslots.map((one, index) => ({ ...one, end: bare(one.end), key: `t${index}` }));
  const plans = pattern.plans.map((one, index) => ({ ...one, key: `p${index}` }));
  const keyOf = (list: readonly { key: string; name: string }[], wanted: string) =>
    list.find((one) => one.name === wanted)?.key ?? "";
  const cells = pattern.details.flatMap(({ timeslot, plan, roleId, price }) =>
    price === null ? [] : [[cellKey(keyOf(timeslots, timeslot), keyOf(plans, plan), roleId), price] as const],
  );
  return { name, type, timeslots, plans, cells: Object.fromEntries(cells), fieldIds: fields.map(({ id }) => id) };
}

/** What is sent, and which cell each of its details came from. */
export function bodyOf(draft: PriceFormDraft) {
  const { name, type, fieldIds } = draft;
  const cells = listCells(draft).flatMap(({ cell, ...rest }) =>
    typeof cell === "number" ? [{ ...rest, price: cell }] : [],
  );
  const details = cells.map(({ timeslot, plan, roleId, price }): PriceDetail => ({
    timeslot: timeslot.name,
    plan: plan.name,
    roleId,
    price,
  }));
  const timeslots = draft.timeslots.map(({ key: _key, ...one }) => one);
  const plans = draft.plans.map(({ key: _key, ...one }) => one);
  return { body: { name, type, timeslots, plans, details, fieldIds }, keys: cells.map(({ key }) => key) };
}

/** `details.5.price` is an error of the cell that the detail came from. */
export function byCell(errors: Record<string, string[]>, keys: readonly string[]) {
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
 * The grid as it stands, for the rules: what is not whole yet is left out.
 * @param named by what people call timeslots and plans; else by their keys, which no two share
 */
export function gridOf(draft: Typed, { named = false } = {}): PriceGrid {
  const nameOf = (one: { key: string; name: string }) => (named ? one.name : one.key);
  return {
    timeslots: draft.timeslots
      .filter(({ start, end, weekdays }) => isTime(start) && isTime(end) && weekdays.length > 0)
      .map((one) => ({ ...one, name: nameOf(one) })),
    plans: draft.plans.map((one) => ({ name: nameOf(one), duration: Number(one.duration) })),
    details: listCells(draft).flatMap(({ timeslot, plan, roleId, cell }) =>
      typeof cell === "number" ? [{ timeslot: nameOf(timeslot), plan: nameOf(plan), roleId, price: cell }] : [],
    ),
  };
}

/** What collides as it is typed, by the names of the form's fields. */
export function problemsOf(draft: Typed): ReadonlyMap<string, WordKey> {
  const { timeslots, plans } = draft;
  // What has no name or duration yet collides with nothing.
  const whole = {
    timeslots: timeslots.map((one, index) => ({
      ...one,
      name: one.name.trim() || `${apart}${index}`,
      weekdays: isTime(one.start) && isTime(one.end) ? one.weekdays : [],
    })),
    plans: plans.map((one, index) => ({
      name: one.name.trim() || `${apart}${index}`,
      duration: one.duration === "" ? -index : one.duration,
    })),
  };
  return new Map(checkGrid({ ...whole, details: [] }).map(({ path, error }) => [path.join("."), error]));
}

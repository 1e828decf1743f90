/** What becomes of each date of a series before it is booked. Pure. */
import type { Draft } from "#contract/kit.ts";
import type { Occurrence, series } from "#contract/series.ts";

/** Booked on the series' field, left out, or booked on another field by its id. */
export type Choice = "book" | "skip" | { fieldId: string };

export interface Row extends Occurrence {
  choice: Choice;
}

/** Free dates are booked, the others are left out until somebody says otherwise. */
export const startRows = (occurrences: readonly Occurrence[]): Row[] =>
  occurrences.map((occurrence) => ({ ...occurrence, choice: occurrence.state === "ok" ? "book" : "skip" }));

/** One row chosen anew; the others stay the very same, so that only that one is drawn again. */
export const choose = (rows: readonly Row[], date: string, choice: Choice): Row[] =>
  rows.map((row) => (row.date === date ? { ...row, choice } : row));

const redo = (rows: readonly Row[], next: (row: Row) => Choice): Row[] =>
  rows.map((row) => {
    const choice = next(row);
    return isSame(choice, row.choice) ? row : { ...row, choice };
  });

const isSame = (one: Choice, other: Choice) =>
  typeof one === "object" && typeof other === "object" ? one.fieldId === other.fieldId : one === other;

export const skipAll = (rows: readonly Row[]): Row[] => redo(rows, () => "skip");

/** Every date that cannot be on the series' field is left out. */
export const skipTaken = (rows: readonly Row[]): Row[] =>
  redo(rows, ({ state, choice }) => (state === "ok" ? choice : "skip"));

export const bookFree = (rows: readonly Row[]): Row[] =>
  redo(rows, ({ state, choice }) => (state === "ok" ? "book" : choice));

/** Dates that cannot be on the series' field go to another: to as few of them as can be, the same one where it is free. */
export function takeAlternatives(rows: readonly Row[]): Row[] {
  const taken = rows.filter(({ state }) => state !== "ok");
  const uses = new Map<string, number>();
  for (const { fieldId } of taken.flatMap(({ alternatives }) => alternatives))
    uses.set(fieldId, (uses.get(fieldId) ?? 0) + 1);
  return redo(rows, ({ state, alternatives, choice }) => {
    if (state === "ok" || typeof choice === "object") return choice;
    const [best] = alternatives.toSorted((one, other) => (uses.get(other.fieldId) ?? 0) - (uses.get(one.fieldId) ?? 0));
    return best ? { fieldId: best.fieldId } : "skip";
  });
}

/** What a row costs as it is chosen, in cents; nothing where it is left out. */
export function priceOf({ choice, price, alternatives }: Row): number | null {
  if (choice === "skip") return null;
  if (choice === "book") return price;
  return alternatives.find(({ fieldId }) => fieldId === choice.fieldId)?.price ?? null;
}

export interface Totals {
  booked: number;
  skipped: number;
  /** Cents. */
  price: number;
}

export const totalsOf = (rows: readonly Row[]): Totals => {
  const booked = rows.filter(({ choice }) => choice !== "skip");
  const price = booked.reduce((sum, row) => sum + (priceOf(row) ?? 0), 0);
  return { booked: booked.length, skipped: rows.length - booked.length, price };
};

/** What is sent of the chosen rows. */
export const toDates = (rows: readonly Row[]): Draft<typeof series.create>["dates"] =>
  rows.flatMap(({ date, choice }) => {
    if (choice === "skip") return [];
    return [typeof choice === "object" ? { date, fieldId: choice.fieldId } : { date }];
  });

/**
 * The dates before which the clocks change, as against the date before.
 * @returns by local date which way they go
 */
export function clockChanges(
  rows: readonly Pick<Occurrence, "date" | "startTime">[],
  timezone: string,
): Map<string, "forward" | "back"> {
  const changes = new Map<string, "forward" | "back">();
  let before: number | undefined;
  for (const { date, startTime } of rows) {
    const offset = Temporal.Instant.from(startTime).toZonedDateTimeISO(timezone).offsetNanoseconds;
    if (before !== undefined && offset !== before) changes.set(date, offset > before ? "forward" : "back");
    before = offset;
  }
  return changes;
}

/** Dates that are looked at anew keep what was chosen for them, where that is still to be had. */
export const keepChoices = (rows: readonly Row[], before: readonly Row[]): Row[] => {
  const known = new Map(before.map((row) => [row.date, row]));
  return rows.map((row) => {
    const earlier = known.get(row.date);
    if (earlier?.state !== row.state) return row;
    const { choice } = earlier;
    const isThere = typeof choice === "string" || row.alternatives.some(({ fieldId }) => fieldId === choice.fieldId);
    return isThere ? { ...row, choice } : row;
  });
};

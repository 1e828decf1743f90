/** Choices for each date of a series before it is booked. Pure. */
import type { Draft } from "#contract/kit.ts";
import type { Occurrence, series } from "#contract/series.ts";

/** Booked on the series' field, left out, or booked on another field by its id. */
export type DateChoice = "book" | "skip" | { fieldId: string };

export interface OccurrenceRow extends Occurrence {
  choice: DateChoice;
}

/** Free dates are booked, the others are left out until somebody says otherwise. */
export const toInitialRows = (occurrences: readonly Occurrence[]): OccurrenceRow[] =>
  occurrences.map((occurrence) => ({ ...occurrence, choice: occurrence.state === "ok" ? "book" : "skip" }));

/** One row chosen anew; the others stay the very same, so that only that one is drawn again. */
export const setChoice = (rows: readonly OccurrenceRow[], date: string, choice: DateChoice): OccurrenceRow[] =>
  rows.map((row) => (row.date === date ? { ...row, choice } : row));

const updateChoices = (rows: readonly OccurrenceRow[], next: (row: OccurrenceRow) => DateChoice): OccurrenceRow[] =>
  rows.map((row) => {
    const choice = next(row);
    return isSameChoice(choice, row.choice) ? row : { ...row, choice };
  });

const isSameChoice = (one: DateChoice, other: DateChoice) =>
  typeof one === "object" && typeof other === "object" ? one.fieldId === other.fieldId : one === other;

export const skipAllDates = (rows: readonly OccurrenceRow[]): OccurrenceRow[] => updateChoices(rows, () => "skip");

/** Every date that cannot be on the series' field is left out. */
export const skipConflicts = (rows: readonly OccurrenceRow[]): OccurrenceRow[] =>
  updateChoices(rows, ({ state, choice }) => (state === "ok" ? choice : "skip"));

export const bookFreeDates = (rows: readonly OccurrenceRow[]): OccurrenceRow[] =>
  updateChoices(rows, ({ state, choice }) => (state === "ok" ? "book" : choice));

/** Dates that cannot be on the series' field go to another: to as few of them as can be, the same one where it is free. */
export function chooseAlternatives(rows: readonly OccurrenceRow[]): OccurrenceRow[] {
  const taken = rows.filter(({ state }) => state !== "ok");
  const uses = new Map<string, number>();
  for (const { fieldId } of taken.flatMap(({ alternatives }) => alternatives))
    uses.set(fieldId, (uses.get(fieldId) ?? 0) + 1);
  return updateChoices(rows, ({ state, alternatives, choice }) => {
    if (state === "ok" || typeof choice === "object") return choice;
    const [best] = alternatives.toSorted((a, b) => (uses.get(b.fieldId) ?? 0) - (uses.get(a.fieldId) ?? 0));
    return best ? { fieldId: best.fieldId } : "skip";
  });
}

/** Price of a row as chosen, in cents; null where it is left out. */
export function rowPrice({ choice, price, alternatives }: OccurrenceRow): number | null {
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

export const computeTotals = (rows: readonly OccurrenceRow[]): Totals => {
  const booked = rows.filter(({ choice }) => choice !== "skip");
  const price = booked.reduce((sum, row) => sum + (rowPrice(row) ?? 0), 0);
  return { booked: booked.length, skipped: rows.length - booked.length, price };
};

/** Bodies of the chosen rows. */
export const toDateBodies = (rows: readonly OccurrenceRow[]): Draft<typeof series.create>["dates"] =>
  rows.flatMap(({ date, choice }) => {
    if (choice === "skip") return [];
    return [typeof choice === "object" ? { date, fieldId: choice.fieldId } : { date }];
  });

/**
 * The dates before which the clocks change, as against the date before.
 * @returns by local date which way they go
 */
export function findClockChanges(
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
export const restoreChoices = (rows: readonly OccurrenceRow[], before: readonly OccurrenceRow[]): OccurrenceRow[] => {
  const earlierByDate = new Map(before.map((row) => [row.date, row]));
  return rows.map((row) => {
    const earlier = earlierByDate.get(row.date);
    if (earlier?.state !== row.state) return row;
    const { choice } = earlier;
    const isThere = typeof choice === "string" || row.alternatives.some(({ fieldId }) => fieldId === choice.fieldId);
    return isThere ? { ...row, choice } : row;
  });
};

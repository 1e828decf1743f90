import type { Draft } from "#contract/kit.ts";
import type { Occurrence, series } from "#contract/series.ts";

export type DateChoice = "book" | "skip" | { fieldId: string };

export interface OccurrenceRow extends Occurrence {
  choice: DateChoice;
}

/** Books free dates and skips the others. */
export const toInitialRows = (occurrences: readonly Occurrence[]): OccurrenceRow[] =>
  occurrences.map((occurrence) => ({ ...occurrence, choice: occurrence.state === "ok" ? "book" : "skip" }));

/** Keeps the identity of other rows, so that React renders only the changed one. */
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

export const skipConflicts = (rows: readonly OccurrenceRow[]): OccurrenceRow[] =>
  updateChoices(rows, ({ state, choice }) => (state === "ok" ? choice : "skip"));

export const bookFreeDates = (rows: readonly OccurrenceRow[]): OccurrenceRow[] =>
  updateChoices(rows, ({ state, choice }) => (state === "ok" ? "book" : choice));

/** Moves conflicting dates to other fields, to as few as possible. */
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

/** Minor units; null for a skipped date. */
export function rowPrice({ choice, price, alternatives }: OccurrenceRow): number | null {
  if (choice === "skip") return null;
  if (choice === "book") return price;
  return alternatives.find(({ fieldId }) => fieldId === choice.fieldId)?.price ?? null;
}

export interface Totals {
  booked: number;
  skipped: number;
  /** Minor units. */
  price: number;
}

export const computeTotals = (rows: readonly OccurrenceRow[]): Totals => {
  const booked = rows.filter(({ choice }) => choice !== "skip");
  const price = booked.reduce((sum, row) => sum + (rowPrice(row) ?? 0), 0);
  return { booked: booked.length, skipped: rows.length - booked.length, price };
};

export const toDateBodies = (rows: readonly OccurrenceRow[]): Draft<typeof series.create>["dates"] =>
  rows.flatMap(({ date, choice }) => {
    if (choice === "skip") return [];
    return [typeof choice === "object" ? { date, fieldId: choice.fieldId } : { date }];
  });

/** Dates at which the UTC offset differs from that of the date before. */
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

/** Restores earlier choices after a new preview, if they are still possible. */
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

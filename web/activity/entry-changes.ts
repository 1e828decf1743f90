/** Compares before and after of an entry, part by part. */
import type { ActivityEntry } from "#contract/activity.ts";

export interface EntryChange {
  /** `vatRate`, `bookingRules.noticeMinutes`. */
  path: string;
  /** Undefined: there was nothing to compare with. */
  before: unknown;
  after: unknown;
}

type EntryState = Readonly<Record<string, unknown>>;

/** Numbers of things tell people nothing: their names do, where the entry has them. */
const isTechnical = (path: string) => /(^|\.)id$|Ids?$/.test(path) && path !== "countryId";
/** In minor units of the currency that the entry or its organization has. */
export const isAmount = (path: string) => /(^|\.)(price|amount|totalAmount|taxAmount)$/.test(path);
const isNamedReference = (value: object): boolean => "id" in value && "name" in value;
const isState = (value: unknown): value is EntryState =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isNamedReference(value);

/** Its members and those within, by their paths. */
function flattenState(state: EntryState | null, around = ""): [path: string, value: unknown][] {
  return Object.entries(state ?? {}).flatMap(([name, value]) => {
    const path = around + name;
    return isState(value) ? flattenState(value, `${path}.`) : ([[path, value]] as [string, unknown][]);
  });
}

const isEmptyValue = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/**
 * The parts that differ, in the order of the entry; of something new, those that say something.
 * @param entry whose `before` is null for what is new, and whose `after` is null or empty for what is gone
 */
export function listEntryChanges({ before, after }: Pick<ActivityEntry, "before" | "after">): EntryChange[] {
  const [was, is] = [new Map(flattenState(before)), new Map(flattenState(after))];
  const paths = new Set([...was.keys(), ...is.keys()]);
  // Amounts are read with it.
  if ([...paths].some(isAmount)) paths.delete("currency");
  return [...paths]
    .map((path) => ({ path, before: was.get(path), after: is.get(path) }))
    .filter((change) => !isTechnical(change.path) && !(isEmptyValue(change.before) && isEmptyValue(change.after)))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

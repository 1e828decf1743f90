/** Compares before and after of an activity entry (diff), field by field. */
import type { ActivityEntry } from "#contract/activity.ts";

export interface EntryChange {
  /** Such as `vatRate` or `bookingRules.noticeMinutes`. */
  path: string;
  /** Undefined for new records. */
  before: unknown;
  after: unknown;
}

type EntryState = Readonly<Record<string, unknown>>;

/** Ids tell people nothing. Where an entry has the name, the name is listed. */
const isTechnical = (path: string) => /(^|\.)id$|Ids?$/.test(path) && path !== "countryId";
/** Amounts are in minor units of the entry's or the organization's currency. */
export const isAmount = (path: string) => /(^|\.)(price|amount|totalAmount|taxAmount|shareCapital)$/.test(path);
const isNamedReference = (value: object): boolean => "id" in value && "name" in value;
const isState = (value: unknown): value is EntryState =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isNamedReference(value);

/** Values that are said in one sentence, whatever part of them has changed. */
const isSaidAsWhole = (path: string) => /(^|\.)bookingRules\.(cancellation|noShow)$/.test(path);

/** Lists members as dotted paths, nested ones included. */
function flattenState(state: EntryState | null, around = ""): [path: string, value: unknown][] {
  return Object.entries(state ?? {}).flatMap(([name, value]) => {
    const path = around + name;
    return isState(value) && !isSaidAsWhole(path)
      ? flattenState(value, `${path}.`)
      : ([[path, value]] as [string, unknown][]);
  });
}

const isEmptyValue = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/**
 * For a new record, lists the values that are not empty.
 * @param entry `before` is null for a new record, `after` null or empty for a deleted one
 */
export function listEntryChanges({ before, after }: Pick<ActivityEntry, "before" | "after">): EntryChange[] {
  const [was, is] = [new Map(flattenState(before)), new Map(flattenState(after))];
  const paths = new Set([...was.keys(), ...is.keys()]);
  // The currency is shown with the amounts.
  if ([...paths].some(isAmount)) paths.delete("currency");
  return [...paths]
    .map((path) => ({ path, before: was.get(path), after: is.get(path) }))
    .filter((change) => !isTechnical(change.path) && !(isEmptyValue(change.before) && isEmptyValue(change.after)))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

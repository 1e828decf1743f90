/** Terms that a membership keeps: those of its type as they were, with the hours of its time windows. */
import type { SubscriptionTerms, SubscriptionType } from "#contract/subscriptions.ts";
import type { WindowHours } from "#contract/time-windows-minutes-rules.ts";
import { listTimeWindows } from "#server/time-windows/queries.ts";
import type { SubscriptionScope } from "./type-queries.ts";

export type StoredTerms = SubscriptionTerms & {
  /** By their ids. */
  windows: Record<string, WindowHours>;
};

/** Time windows that the discounts name. */
export const windowIdsOf = ({ discounts }: Pick<SubscriptionTerms, "discounts">): string[] => [
  ...new Set(discounts.flatMap(({ windowIds }) => windowIds)),
];

export async function copyTerms(
  { db, organizationId }: SubscriptionScope,
  type: SubscriptionType,
): Promise<StoredTerms> {
  const {
    id: _id,
    active: _active,
    soldOnline: _sold,
    held: _held,
    created_at: _created,
    updated_at: _updated,
    ...terms
  } = type;
  const named = windowIdsOf(terms);
  const known = named.length === 0 ? [] : await listTimeWindows(db, organizationId);
  const windows = known
    .filter(({ id }) => named.includes(id))
    .map(({ id, weekdays, start, end, fromDate, toDate }) => [id, { weekdays, start, end, fromDate, toDate }]);
  return { ...terms, windows: Object.fromEntries(windows) as StoredTerms["windows"] };
}

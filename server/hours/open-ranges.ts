/** Computes the open ranges of fields around given times, from their opening hours and closures. */
import { openRangesBetween, type OpenRange, type TimeSpan } from "#contract/hours-rules.ts";
import type { Database } from "#server/kit/db/database.ts";
import { listFieldHours } from "./queries.ts";

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const utcDateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** Merges times that are close, so that one event years ahead does not read all days before it. @param spans at least one */
function datesAround(spans: readonly TimeSpan[]): { from: string; to: string }[] {
  const merged: TimeSpan[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end + weekMs) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  // Add a day on both sides: local dates differ by time zone.
  return merged.map(({ start, end }) => ({ from: utcDateOf(start - dayMs), to: utcDateOf(end + dayMs) }));
}

/** Computes fields with the same hours once. @param spans at least one */
export async function listOpenRangesAround(
  db: Database,
  organizationId: string,
  fields: readonly { id: string; timezone: string }[],
  spans: readonly TimeSpan[],
): Promise<(fieldId: string) => readonly OpenRange[]> {
  const around = datesAround(spans);
  const [from, to] = [around[0]?.from ?? "", around.at(-1)?.to ?? ""];
  const zones = new Map(fields.map(({ id, timezone }) => [id, timezone]));
  const hours = await listFieldHours(db, organizationId, [...zones.keys()], { from, to });
  const byHours = new Map<string, OpenRange[]>();
  const byField = new Map<string, OpenRange[]>();
  for (const [id, timezone] of zones) {
    const bound = { hours: null, exceptions: [], ...hours.get(id), timezone };
    const key = JSON.stringify(bound);
    const ranges = byHours.get(key) ?? around.flatMap((dates) => openRangesBetween(dates.from, dates.to, bound));
    byHours.set(key, ranges);
    byField.set(id, ranges);
  }
  return (fieldId) => byField.get(fieldId) ?? [];
}

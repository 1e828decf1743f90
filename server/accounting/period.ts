/** Resolves the period that a call asks for. */
import { datesOfPeriod, monthOf } from "#contract/accounting-period-rules.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";

export interface AccountingPeriod {
  /** A month, `2026-11`, or a year, `2026`. */
  name: string;
  timezone: string;
  /** Local dates, both included. */
  from: string;
  to: string;
}

/** @param name default: this month, by the clock of the organization */
export async function resolvePeriod(
  context: MemoryContext & { now: Date },
  name: string | undefined,
): Promise<AccountingPeriod> {
  const timezone = context.organizationId === ALL_ORGANIZATIONS ? "UTC" : (await findSettings(context)).timezone;
  const known = name ?? monthOf(localDateOf(timezone, context.now));
  return { name: known, timezone, ...datesOfPeriod(known) };
}

/** The months of a period, each with its last date. */
export function listMonths({ from, to }: AccountingPeriod): { month: string; to: string }[] {
  const months = [];
  for (let first = Temporal.PlainDate.from(from); first.toString() <= to; first = first.add({ months: 1 }))
    months.push({ month: monthOf(first.toString()), to: first.with({ day: first.daysInMonth }).toString() });
  return months;
}

/** Days, months and years of the receipt log: when they are over, and what they add up to. */
import type { LogScope } from "./payloads.ts";
import { addPeriods, emptySums, type PeriodSums, sumEntry } from "./period-sums.ts";
import { streamEntries } from "./queries.ts";

/** Each is made of those before it. */
export const periods = ["day", "month", "year"] as const;
export type Period = (typeof periods)[number];

/** @param date a local date @returns the first date of its period */
export function periodStart(period: Period, date: string): string {
  const parsed = Temporal.PlainDate.from(date);
  if (period === "day") return date;
  return parsed.with(period === "month" ? { day: 1 } : { day: 1, month: 1 }).toString();
}

/** Entries of a period, by their numbers. */
interface EntryRange {
  firstSeq: number;
  lastSeq: number;
}
interface ClosedPeriod extends EntryRange {
  sums: PeriodSums;
}

/** Payload of the total of a period. */
export interface TotalPayload extends PeriodSums, EntryRange {
  /** Local date on which the period began. */
  from: string;
  total: number;
  perpetualTotal: number;
  currency: string;
  publicKey: string;
}

async function findLastTotal({ db, organizationId }: LogScope, kind: string): Promise<number> {
  const row = await db
    .selectFrom("receipt_log")
    .select("seq")
    .where("organization_id", "=", organizationId)
    .where("kind", "=", kind)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return Number(row?.seq ?? 0);
}

async function sumDay(scope: LogScope, after: number, lastSeq: number): Promise<ClosedPeriod> {
  let sums = emptySums;
  let firstSeq: number | undefined;
  for await (const entry of streamEntries(scope, { after, until: lastSeq })) {
    if (entry.kind.endsWith("_total")) continue;
    firstSeq ??= entry.seq;
    sums = addPeriods(sums, sumEntry(entry));
  }
  return { firstSeq: firstSeq ?? lastSeq, lastSeq, sums };
}

/** Sums the entries since the last total of its kind, until `lastSeq`. */
export async function sumClosedPeriod(scope: LogScope, period: Period, lastSeq: number): Promise<ClosedPeriod> {
  const from = await findLastTotal(scope, `${period}_total`);
  if (period === "day") return sumDay(scope, from, lastSeq);
  const { db, organizationId } = scope;
  const rows = await db
    .selectFrom("receipt_log")
    .select("payload")
    .where("organization_id", "=", organizationId)
    .where("kind", "=", period === "month" ? "day_total" : "month_total")
    .where("seq", ">", String(from))
    .orderBy("seq")
    .execute();
  const parts = rows.map(({ payload }) => JSON.parse(payload) as TotalPayload);
  return { firstSeq: parts[0]?.firstSeq ?? lastSeq, lastSeq, sums: parts.reduce(addPeriods, emptySums) };
}

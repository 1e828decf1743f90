/** The order of every list of events: those to come, soonest first, then those gone by, latest first. */
import type { Event } from "#contract/events.ts";
import type { ListQuery, Page } from "#contract/kit.ts";
import type { SelectQueryBuilder } from "kysely";
import { countUpTo, pageMeta, type Database } from "#server/kit/database.ts";
import type { Tables } from "#server/kit/tables.ts";
import { shape, withNames, type Events, type Reader } from "./shape.ts";

/** No event is longer (see `EventDraft`), so what still runs began within this time, and an index finds it. */
export const longestMs = 1440 * 60_000;

/**
 * One page, as two ranges of an index: neither a long past nor a full year ahead costs anything.
 * @param now where the one ends and the other begins; what runs at this moment counts among those to come
 */
export async function inTurn(
  db: Database,
  events: Events,
  query: ListQuery,
  now: Date,
  reader: Reader,
): Promise<Page<Event>> {
  const longAgo = new Date(now.getTime() - longestMs);
  const coming = events.where("events.start_time", ">", longAgo).where("events.end_time", ">", now);
  const past = events.where("events.start_time", "<", now).where("events.end_time", "<=", now);
  const before = (query.page - 1) * query.per_page;
  const take = (part: Events, order: "asc" | "desc", limit: number, offset: number) => {
    // The names are looked up for this page alone, not for all that is skipped before it.
    const page = sorted(part, order).selectAll("events").limit(limit).offset(offset).as("events");
    return sorted(withNames(db.selectFrom(page), reader.language), order).execute();
  };

  const first = await take(coming, "asc", query.per_page, before);
  const missing = query.per_page - first.length;
  const ahead = missing > 0 ? await countAhead(db, coming, first.length, before) : 0;
  const second = missing > 0 ? await take(past, "desc", missing, Math.max(0, before - ahead)) : [];
  const rows = [...first, ...second];
  const isLast = rows.length < query.per_page && (rows.length > 0 || query.page === 1);
  const count = isLast
    ? { total: before + rows.length, estimate: false }
    : await countUpTo(db, sorted(events, "asc"), { inOrder: true });
  return { data: rows.map((row) => shape(row, reader)), meta: pageMeta(count, query, rows.length) };
}

const sorted = <O>(events: SelectQueryBuilder<Tables, "events", O>, order: "asc" | "desc") =>
  events.orderBy("events.start_time", order).orderBy("events.id", order);

/** How many are to come, where they end on this page or before it. Skipping them cost as much as counting them. */
async function countAhead(db: Database, coming: Events, onPage: number, before: number): Promise<number> {
  if (onPage > 0 || before === 0) return before + onPage;
  const { total } = await db
    .selectFrom(sorted(coming, "asc").select("events.id").limit(before).as("ahead"))
    .select((e) => e.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Counts visits (page views) and bookings of the public page by day, page and source (analytics): no cookie, no address, no person. */
import { sql } from "kysely";
import type { FastifyRequest } from "fastify";
import type { EmbedQuery, PageCount, PageSource } from "#contract/pages.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { addMonths, localDateOf } from "#server/kit/process/timezone.ts";

/** Kinds of pages that are counted. */
export type CountedPage = "club" | "facility" | "field" | "find";

interface Counted {
  organizationId: string;
  date: string;
  page: CountedPage;
  source: PageSource;
  views: number;
  bookings: number;
}

/** Programs that read pages by themselves say so. */
const robots = /bot\b|crawl|spider|preview|facebookexternalhit|whatsapp|lighthouse/i;

/**
 * A visit begins where somebody comes from elsewhere: what browsers say of how they came (`Sec-Fetch-Site`), or the
 * address of a poster, an embedded page or a mail, tells it.
 * @returns undefined for a step within the page, and for programs
 */
export function sourceOfVisit(
  { method, headers }: Pick<FastifyRequest, "method" | "headers">,
  { from, via }: Pick<EmbedQuery, "from" | "via">,
): PageSource | undefined {
  if (method !== "GET" || robots.test(headers["user-agent"] ?? "") || headers["sec-purpose"] !== undefined)
    return undefined;
  if (from) return from;
  const site = headers["sec-fetch-site"];
  const isDocument = headers["sec-fetch-dest"] === "document";
  return via === undefined && isDocument && site !== undefined && site !== "same-origin" ? "direct" : undefined;
}

async function writeCounts(db: Database, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return;
  await db
    .insertInto("page_counts")
    .values(counted.map(({ organizationId, ...rest }) => ({ organization_id: organizationId, ...rest })))
    .onConflict((same) =>
      same.columns(["organization_id", "date", "page", "source"]).doUpdateSet({
        views: sql`page_counts.views + excluded.views`,
        bookings: sql`page_counts.bookings + excluded.bookings`,
      }),
    )
    .execute();
}

export interface VisitCounter {
  add(visit: { organizationId: string; timezone: string; page: CountedPage; source: PageSource }): void;
  /** Writes what was counted since the last time. */
  write(): Promise<void>;
}

const WRITE_EVERY_MS = 10_000;

/** Collects visits in memory, because a page that is kept costs no statement. */
export function createVisitCounter({ db, clock, log }: Pick<AppContext, "db" | "clock" | "log">): VisitCounter {
  let visits = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const counted = [...visits.values()];
    visits = new Map();
    await writeCounts(db, counted);
  };
  return {
    add({ organizationId, timezone, page, source }) {
      const date = localDateOf(timezone, clock.now());
      const key = JSON.stringify([organizationId, date, page, source]);
      const counted = visits.get(key) ?? { organizationId, date, page, source, views: 0, bookings: 0 };
      counted.views += 1;
      visits.set(key, counted);
      timer ??= setTimeout(
        () => void write().catch((err: unknown) => log.warn({ err }, "visits of pages are lost")),
        WRITE_EVERY_MS,
      ).unref();
    },
    write,
  };
}

const counters = new WeakMap<AppContext, VisitCounter>();
export function visitCounterOf(appContext: AppContext): VisitCounter {
  const known = counters.get(appContext) ?? createVisitCounter(appContext);
  counters.set(appContext, known);
  return known;
}

export const countBooking = (
  db: Database,
  booking: { organizationId: string; date: string; source: PageSource },
): Promise<void> => writeCounts(db, [{ ...booking, page: "find", views: 0, bookings: 1 }]);

const MONTHS_SHOWN = 12;

/** Sums of the last twelve months, the newest first. */
export async function listPageCounts(
  db: Database,
  organizationId: string,
  { now, timezone }: { now: Date; timezone: string },
): Promise<PageCount[]> {
  const from = `${localDateOf(timezone, addMonths(now, 1 - MONTHS_SHOWN)).slice(0, 7)}-01`;
  const month = sql<string>`to_char(date, 'YYYY-MM')`;
  const rows = await db
    .selectFrom("page_counts")
    .select([month.as("month"), "source"])
    .select((e) => [e.fn.sum<string>("views").as("views"), e.fn.sum<string>("bookings").as("bookings")])
    .where("organization_id", "=", organizationId)
    .where("date", ">=", from)
    .groupBy([month, "source"])
    .orderBy(month, "desc")
    .orderBy("source")
    .execute();
  return rows.map(({ month: of, source, views, bookings }) => ({
    ...{ month: of, source: source as PageSource, views: Number(views), bookings: Number(bookings) },
  }));
}

/** Series of a customer for their page: how far each is, date by date. */
import { sql } from "kysely";
import type { CustomerSeries, series } from "#contract/series.ts";
import { findCustomer } from "#server/customers/queries.ts";
import { filterEvents } from "#server/events/queries.ts";
import { joinPlaces } from "#server/events/serialize.ts";
import { dueDateOf, dueStateOf, isUnpaidRow } from "#server/events/unpaid.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

const MAX_SHOWN = 4;
/** Days for which a series that is over is still shown. */
const MAX_AGE_DAYS = 30;

type Row = Awaited<ReturnType<typeof listDates>>[number];

async function listDates(call: Call<typeof series.ofCustomer>, customerId: string) {
  const { db, now, organizationId } = call;
  const recent = new Date(now.getTime() - MAX_AGE_DAYS * 86_400_000);
  const found = await filterEvents(db, call, { q: "", customerId });
  const running = await found
    .where("events.series_id", "is not", null)
    .select("events.series_id")
    .groupBy("events.series_id")
    .having(sql<boolean>`max(events.end_time) > ${recent}`)
    .orderBy(sql`max(events.end_time)`, "desc")
    .orderBy("events.series_id")
    .limit(MAX_SHOWN)
    .execute();
  const seriesIds = running.flatMap(({ series_id }) => series_id ?? []);
  return joinPlaces(found.where(isAnyOf("events.series_id", seriesIds)), organizationId)
    .select(["events.id", "events.series_id", "events.name", "events.start_time", "events.end_time", "events.status"])
    .select([
      "events.payment_status",
      "events.debt_due_on",
      "events.pending_reason",
      "fields.id as field_id",
      "fields.name as field_name",
      "facilities.timezone",
    ])
    .orderBy("events.start_time")
    .orderBy("events.id")
    .execute();
}

const stands = ({ status }: Row) => status !== "canceled" && status !== "rejected";

/** A date is overdue when the day on which it is due has gone by without full payment. */
function stateOf(row: Row, nextId: string | undefined, now: Date): CustomerSeries["dates"][number]["state"] {
  if (!stands(row)) return "canceled";
  if (row.id === nextId) return "next";
  if (row.end_time > now) return "later";
  return isUnpaidRow(row) && dueStateOf(dueDateOf(row, row.timezone), row.timezone, now) === "overdue"
    ? "overdue"
    : "played";
}

function toCustomerSeries(rows: Row[], now: Date): CustomerSeries | undefined {
  const standing = rows.filter(stands);
  const next = standing.find(({ end_time }) => end_time > now);
  const [first, last] = [standing[0], standing.at(-1)];
  const usual = next ?? last;
  if (!usual?.series_id || !first || !last) return undefined;
  return {
    id: usual.series_id,
    name: usual.name,
    field: { id: usual.field_id, name: usual.field_name },
    timezone: usual.timezone,
    startTime: usual.start_time.toISOString(),
    endTime: usual.end_time.toISOString(),
    firstStart: first.start_time.toISOString(),
    lastStart: last.start_time.toISOString(),
    played: standing.filter(({ end_time }) => end_time <= now).length,
    total: standing.length,
    dates: rows.map((row) => ({
      eventId: row.id,
      startTime: row.start_time.toISOString(),
      state: stateOf(row, next?.id, now),
    })),
  };
}

/** Those that run, and those that ended within the last 30 days; the one that runs longest first. */
export async function listCustomerSeries(call: Call<typeof series.ofCustomer>): Promise<CustomerSeries[]> {
  const { id } = await findCustomer(call.db, call.organizationId, call.params.customerId);
  const rows = await listDates(call, id);
  const bySeries = Map.groupBy(rows, ({ series_id }) => series_id);
  return [...bySeries.values()]
    .flatMap((dates) => toCustomerSeries(dates, call.now) ?? [])
    .toSorted((one, other) => other.lastStart.localeCompare(one.lastStart));
}

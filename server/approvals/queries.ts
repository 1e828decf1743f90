/** Requests in SQL: events that wait for approval; the dates of a series are one request. */
import { sql } from "kysely";
import type { approvals, BookingRequest } from "#contract/approvals.ts";
import type { CustomerKind } from "#contract/customers.ts";
import type { Query, Returns } from "#contract/kit.ts";
import { fullNameOf } from "#server/accounts/full-name.ts";
import { filterEvents } from "#server/events/queries.ts";
import { selectWithNames } from "#server/events/serialize.ts";
import { isAnyOf, paginate } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { computeHint, isClear, listConflicts } from "./hints.ts";

type ListCall = Call<typeof approvals.list>;
type RequestsReader = Pick<ListCall, "db" | "organizationId" | "language" | "now">;

export const requestId = sql<string>`coalesce(events.series_id, events.id)`;

const filterWaiting = (call: Call, { q, facilityId }: Pick<Query<typeof approvals.list>, "q" | "facilityId">) =>
  filterEvents(call.db, call, { q, facilityId, status: "pending", pendingReason: "approval" });

export const selectEventRows = ({ db, organizationId, language }: RequestsReader, ids: readonly string[]) =>
  selectWithNames(
    db.selectFrom("events").where("events.organization_id", "=", organizationId).where(isAnyOf("events.id", ids)),
    language,
    organizationId,
  )
    .select(["customers.kind as customer_kind", "events.override", "events.paid", "fields.status as field_status"])
    .leftJoin("users as decider", "decider.id", "events.decided_by")
    .select(["decider.id as decider_id", fullNameOf("decider").as("decider_name")])
    .orderBy("events.start_time")
    .orderBy("events.id")
    .execute();
export type RequestedEvent = Awaited<ReturnType<typeof selectEventRows>>[number];

export async function listRequests(call: ListCall): Promise<Returns<typeof approvals.list>> {
  const { db, query } = call;
  const waiting = await filterWaiting(call, query);
  const grouped = waiting
    .select([requestId.as("id"), "events.organization_id"])
    .select((e) => [
      e.fn.min("events.start_time").as("first"),
      e.fn.min("events.created_at").as("since"),
      e.fn.agg<string[]>("array_agg", ["events.id"]).as("event_ids"),
    ])
    .groupBy([requestId, "events.organization_id"]);
  const ordered = grouped.orderBy(query.order === "oldest" ? "since" : "first").orderBy("id");
  const { data: page, meta } = await paginate(db, ordered, query);
  const byId = new Map<string, BookingRequest>();
  // A page of all organizations reads each of them on its own, as its team does.
  for (const [organizationId, own] of Map.groupBy(page, (row) => row.organization_id)) {
    const ids = own.flatMap(({ event_ids }) => event_ids);
    const reader = { db, organizationId, language: call.language, now: call.now };
    for (const request of await readRequests(reader, ids)) byId.set(request.id, request);
  }
  return { data: page.flatMap(({ id }) => byId.get(id) ?? []), meta };
}

/** @param eventIds of one organization */
async function readRequests(reader: RequestsReader, eventIds: readonly string[]): Promise<BookingRequest[]> {
  const rows = await selectEventRows(reader, eventIds);
  const conflictsOf = await listConflicts(reader, rows);
  const byRequest = Map.groupBy(rows, (row) => row.series_id ?? row.id);
  return [...byRequest].flatMap(([id, dates]) => serializeRequest(id, dates, conflictsOf, reader.now) ?? []);
}

type BookedRequest = Omit<BookingRequest, "paid" | "created_at" | "hint" | "isClear">;

/** Members that a request keeps once it is decided. @param dates by start, `first` among them */
export function serializeBooked(id: string, first: RequestedEvent, dates: readonly RequestedEvent[]): BookedRequest {
  const last = dates.at(-1) ?? first;
  return {
    id,
    eventIds: dates.map((row) => row.id),
    seriesId: first.series_id,
    name: first.name,
    customer:
      first.customer_id === null
        ? null
        : {
            customerId: first.customer_id,
            name: first.customer_name ?? "",
            phone: first.customer_phone,
            kind: (first.customer_kind ?? "person") as CustomerKind,
          },
    people: first.people,
    facility: { id: first.facility_id, name: first.facility_name },
    field: { id: first.field_id, name: first.field_name },
    startTime: first.start_time.toISOString(),
    endTime: first.end_time.toISOString(),
    lastStartTime: last.start_time.toISOString(),
    timezone: first.timezone,
    price: sum(dates.map((row) => row.price)),
    currency: first.currency,
  };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

function serializeRequest(
  id: string,
  dates: readonly RequestedEvent[],
  conflictsOf: Awaited<ReturnType<typeof listConflicts>>,
  now: Date,
): BookingRequest | undefined {
  const [first] = dates;
  if (!first) return undefined;
  const hint = computeHint(
    dates.map((row) => ({ start: row.start_time, ...conflictsOf(row.id) })),
    now,
  );
  return {
    ...serializeBooked(id, first, dates),
    paid: sum(dates.map((row) => row.paid)),
    created_at: first.created_at.toISOString(),
    hint,
    isClear: isClear(hint, dates.length),
  };
}

export async function countRequests(call: Call<typeof approvals.count>): Promise<Returns<typeof approvals.count>> {
  const waiting = await filterWaiting(call as unknown as Call, { q: "", facilityId: undefined });
  const { total, oldest } = await waiting
    .select(sql<string>`count(distinct ${requestId})`.as("total"))
    .select((e) => e.fn.min("events.created_at").as("oldest"))
    .executeTakeFirstOrThrow();
  return { waiting: Number(total), oldest: oldest?.toISOString() ?? null };
}

/** Bookings of a customer for their page: the next ones, and the latest of those gone by. */
import type { events, CustomerEvents } from "#contract/events.ts";
import { findCustomer } from "#server/customers/queries.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { filterEvents, toReaderContext } from "./queries.ts";
import { selectWithNames, serializeEvent, type EventsQuery } from "./serialize.ts";

const MAX_SHOWN = 6;
const STANDING = ["pending", "approved", "completed"];

export async function listCustomerEvents(call: Call<typeof events.ofCustomer>): Promise<CustomerEvents> {
  const { db, now, organizationId, params, language } = call;
  const customer = await findCustomer(db, organizationId, params.customerId);
  const all = await filterEvents(db, call, { q: "", customerId: customer.id });
  const next = all.where("events.end_time", ">", now).where("events.status", "in", STANDING);
  const past = all.where((event) =>
    event.or([event("events.end_time", "<=", now), event("events.status", "not in", STANDING)]),
  );
  const count = async (part: EventsQuery) => {
    const row = await part.select(({ fn }) => fn.countAll<string>().as("count")).executeTakeFirstOrThrow();
    return Number(row.count);
  };
  const read = async (part: EventsQuery, order: "asc" | "desc") => {
    const rows = await selectWithNames(part, language, organizationId)
      .orderBy("events.start_time", order)
      .orderBy("events.id", order)
      .limit(MAX_SHOWN)
      .execute();
    return rows.map((row) => serializeEvent(row, toReaderContext(call)));
  };
  return {
    next: await read(next, "asc"),
    nextCount: await count(next),
    past: await read(past, "desc"),
    pastCount: await count(past),
    noShowCount: call.access.isTeam ? await count(all.where("events.attendance", "=", "no_show")) : 0,
  };
}

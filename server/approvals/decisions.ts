/** Requests that the team has decided, with who did and why. */
import { sql } from "kysely";
import { type approvals, DECIDED_DAYS, type DecidedRequest } from "#contract/approvals.ts";
import type { EventStatus } from "#contract/events.ts";
import type { Returns } from "#contract/kit.ts";
import { filterEvents } from "#server/events/queries.ts";
import { translateReason } from "#server/events/translate-reason.ts";
import { paginate } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { requestId, selectEventRows, serializeBooked } from "./queries.ts";

const DAY_MS = 86_400_000;
const isRejected = sql<boolean>`events.status = 'rejected'`;

export async function listDecisions(call: Call<typeof approvals.decided>): Promise<Returns<typeof approvals.decided>> {
  const { db, query, now, language } = call;
  const { q, facilityId, answer } = query;
  let decided = (await filterEvents(db, call, { q })).where(
    "events.decided_at",
    ">=",
    new Date(now.getTime() - DECIDED_DAYS * DAY_MS),
  );
  // `is true` leaves out the index of a facility's events, which has its whole past.
  if (facilityId) decided = decided.where(sql<boolean>`(events.facility_id = ${facilityId}) is true`);
  if (answer) decided = decided.where(answer === "reject" ? isRejected : sql<boolean>`not ${isRejected}`);
  const grouped = decided
    .select([requestId.as("id"), "events.organization_id", "events.decided_at", isRejected.as("is_rejected")])
    .select((e) => e.fn.agg<string[]>("array_agg", ["events.id"]).as("event_ids"))
    .groupBy([requestId, "events.organization_id", "events.decided_at", isRejected]);
  const ordered = grouped.orderBy("events.decided_at", "desc").orderBy("id");
  const { data: page, meta } = await paginate(db, ordered, query);
  const dateById = new Map<string, Awaited<ReturnType<typeof selectEventRows>>[number]>();
  for (const [organizationId, own] of Map.groupBy(page, (row) => row.organization_id)) {
    const ids = own.flatMap(({ event_ids }) => event_ids);
    for (const row of await selectEventRows({ db, organizationId, language, now }, ids)) dateById.set(row.id, row);
  }
  const data = page.flatMap(({ id, event_ids, is_rejected, decided_at }): DecidedRequest[] => {
    const dates = event_ids
      .flatMap((eventId) => dateById.get(eventId) ?? [])
      .toSorted((one, other) => one.start_time.getTime() - other.start_time.getTime());
    const [first] = dates;
    if (!first || !decided_at) return [];
    return [
      {
        ...serializeBooked(id, first, dates),
        answer: is_rejected ? "reject" : "approve",
        decidedAt: decided_at.toISOString(),
        decidedBy: first.decider_id === null ? null : { id: first.decider_id, full_name: first.decider_name },
        reason: is_rejected ? translateReason(first.rejected_reason, language) : null,
        status: first.status as EventStatus,
      },
    ];
  });
  return { data, meta };
}

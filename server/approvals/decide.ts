/** Approves and rejects requests, several at once, and takes such decisions back. */
import type { approvals, DecisionOutcome } from "#contract/approvals.ts";
import { events } from "#contract/events.ts";
import { notifyCustomers } from "#server/events/notifications.ts";
import { approveEvent, rejectEvent, restoreEvent } from "#server/events/transitions.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import { runInSavepoint } from "#server/kit/http/savepoint.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

type DecisionCall = Call<typeof approvals.decide> | Call<typeof approvals.undo>;

interface RequestedDate {
  id: string;
  series_id: string | null;
  status: string;
}

/** By id, so that two who decide the same requests at once wait for each other and never deadlock. */
async function listDates({ db, organizationId, body }: DecisionCall): Promise<RequestedDate[]> {
  const found = await db
    .selectFrom("events")
    .select(["id", "series_id", "status"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", body.eventIds))
    .orderBy("id")
    .execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  const ids = [...new Set(body.eventIds)].toSorted();
  // Unknown ones are refused one by one, like those that changed meanwhile.
  return ids.map((id) => byId.get(id) ?? { id, series_id: null, status: "" });
}

/** The dates of a series in this call get one mail; every other event has its own. */
const isOneOfSeveral = (dates: readonly RequestedDate[], { series_id }: RequestedDate): boolean =>
  series_id !== null && dates.filter((one) => one.series_id === series_id).length > 1;

async function decideEach(
  call: DecisionCall,
  apply: (date: RequestedDate, notify: boolean) => Promise<unknown>,
  notifySeries: (ids: readonly string[], seriesId: string) => Promise<unknown>,
): Promise<DecisionOutcome> {
  const dates = await listDates(call);
  const decided: RequestedDate[] = [];
  const refused: DecisionOutcome["refused"] = [];
  for (const date of dates) {
    const reason = await runInSavepoint(call, async () => {
      await apply(date, !isOneOfSeveral(dates, date));
      decided.push(date);
    });
    if (reason !== undefined) refused.push({ eventId: date.id, reason });
  }
  const bySeries = Map.groupBy(
    decided.filter((date) => isOneOfSeveral(dates, date)),
    ({ series_id }) => series_id ?? "",
  );
  for (const [seriesId, own] of bySeries)
    await notifySeries(
      own.map(({ id }) => id),
      seriesId,
    );
  return { decided: decided.map(({ id }) => id), refused };
}

/** @throws HttpError 422 for a rejection without a reason; what one event refuses is told beside it */
export async function decide(call: Call<typeof approvals.decide>): Promise<DecisionOutcome> {
  const { answer, reason, notify } = call.body;
  if (answer === "approve")
    return decideEach(
      call,
      ({ id: eventId }, notifiesAlone) =>
        invokeEndpoint(call, events.approve, approveEvent, {
          params: { eventId },
          body: { reason, notify: notify && notifiesAlone },
        }),
      (ids, about) => notifyCustomers(call, "Approved", ids, { reason, notify, about }),
    );
  if (!reason) throw invalidFields({ reason: [message("kit.required")] });
  return decideEach(
    call,
    ({ id: eventId }, notifiesAlone) =>
      invokeEndpoint(call, events.reject, rejectEvent, {
        params: { eventId },
        body: { reason, notify: notify && notifiesAlone },
      }),
    (ids, about) => notifyCustomers(call, "Rejected", ids, { reason, notify, about }),
  );
}

export function undoDecisions(call: Call<typeof approvals.undo>): Promise<DecisionOutcome> {
  const { notify } = call.body;
  return decideEach(
    call,
    ({ id: eventId }, notifiesAlone) =>
      invokeEndpoint(call, events.restore, restoreEvent, {
        params: { eventId },
        body: { notify: notify && notifiesAlone },
      }),
    (ids, about) => notifyCustomers(call, "Received", ids, { notify, about }),
  );
}

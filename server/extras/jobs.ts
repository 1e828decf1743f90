/** Refunds extras of bookings that were canceled or rejected, once that cannot be undone any more. */
import { UNDO_MS } from "#contract/events-states-rules.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { lockBookedEvent } from "./bookings.ts";
import { refundDueLine } from "./lines.ts";
import { listEventExtras } from "./queries.ts";

const BATCH_SIZE = 200;

const listDue = ({ db, clock }: AppContext) =>
  db
    .selectFrom("event_extras")
    .select(["organization_id", "event_id", "id"])
    .where("refund_due", "is not", null)
    .where("ended_at", "<=", new Date(clock.now().getTime() - UNDO_MS))
    .orderBy("ended_at")
    .orderBy("id")
    .limit(BATCH_SIZE)
    .execute();

async function refundDue(
  appContext: AppContext,
  { organization_id: organizationId, event_id: eventId, id }: Awaited<ReturnType<typeof listDue>>[number],
): Promise<void> {
  await appContext.db.transaction().execute(async (db) => {
    const context = { db, appContext, now: appContext.clock.now(), organizationId };
    const event = await lockBookedEvent(db, organizationId, eventId);
    const line = (await listEventExtras(context, eventId, "ended")).find((one) => one.id === id);
    if (line) await refundDueLine(context, event, line);
  });
}

const refund: Job = {
  name: "extras.refund",
  cron: "* * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    await runEach(await listDue(appContext), (due) => refundDue(appContext, due), "extras could not be refunded");
  },
};

export default [refund] satisfies Job[];

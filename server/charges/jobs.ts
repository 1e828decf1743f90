/** Job of charges: bookings that a server of the release before made during an update get theirs. */
import { isUnpaid } from "#server/events/unpaid.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { applyTermsJob } from "./terms.ts";
import { followBooking } from "./update-charges.ts";

const BATCH_SIZE = 500;

const listUnpaidWithoutCharge = ({ db }: AppContext) =>
  db
    .selectFrom("events")
    .leftJoin("charges", (join) =>
      join.onRef("charges.organization_id", "=", "events.organization_id").onRef("charges.event_id", "=", "events.id"),
    )
    .select(["events.organization_id", "events.id"])
    .where(isUnpaid)
    .where("events.kind", "=", "event")
    .where("events.price", ">", 0)
    .where("charges.id", "is", null)
    .limit(BATCH_SIZE)
    .execute();

const addCharge = (appContext: AppContext, { organization_id, id }: { organization_id: string; id: string }) =>
  appContext.db.transaction().execute(async (db) => {
    await db
      .selectFrom("events")
      .select("id")
      .where("organization_id", "=", organization_id)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const context = { db, appContext, now: appContext.clock.now(), organizationId: organization_id };
    await followBooking(context, { eventId: id });
  });

/** Debts are lists of charges: without one, nobody would see what is owed. */
const addMissingCharges: Job = {
  name: "charges.addMissing",
  cron: "20 * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    const missing = await listUnpaidWithoutCharge(appContext);
    await runEach(missing, (one) => addCharge(appContext, one), "bookings without a charge got none");
  },
};

export default [addMissingCharges, applyTermsJob] satisfies Job[];

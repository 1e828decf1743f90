/** Job of customers: guardians whom a server of the release before has set or removed during an update get their relation, or lose it. */
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { lockCustomer } from "./queries.ts";
import { followGuardian } from "./relate.ts";
import { listOtherGuardians, type CustomerKey } from "./relation-queries.ts";

const followGuardianOf = (appContext: AppContext, { organization_id: organizationId, id }: CustomerKey) =>
  appContext.db.transaction().execute(async (db) => {
    const context = { db, appContext, now: appContext.clock.now(), organizationId };
    await followGuardian(context, await lockCustomer(db, organizationId, id));
  });

/** Servers of this release write `guardian_id` with the relation, so that only those of the release before make a difference. */
const followGuardians: Job = {
  name: "customers.followGuardians",
  cron: "25 * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    const others = await listOtherGuardians(appContext.db);
    await runEach(
      others,
      (one) => followGuardianOf(appContext, one),
      "guardians of the release before were not taken over",
    );
  },
};

export default [followGuardians] satisfies Job[];

/** Job of orders: ends those that were not paid in time. */
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { closeOpenSession } from "#server/payments/open-checkouts.ts";
import { endOpenOrder } from "./end.ts";
import { findOrder } from "./rows.ts";

const BATCH_SIZE = 100;

const listExpired = ({ db, clock }: AppContext) =>
  db
    .selectFrom("orders")
    .select(["organization_id", "id", "charge_id"])
    .where("state", "=", "open")
    .where("expires_at", "<=", clock.now())
    // The newest first, so that one whose page cannot be closed never keeps the place of others.
    .orderBy("expires_at", "desc")
    .limit(BATCH_SIZE)
    .execute();

const expireOrders: Job = {
  name: "orders.expire",
  cron: "* * * * *",
  async run(appContext: AppContext) {
    await runEach(
      await listExpired(appContext),
      async ({ organization_id: organizationId, id, charge_id: chargeId }) => {
        const context = { db: appContext.db, appContext, now: appContext.clock.now(), organizationId };
        // Its payment service is asked first: what was paid there stands.
        await closeOpenSession(context, { chargeId });
        await appContext.db.transaction().execute(async (db) => {
          const within = { ...context, db };
          await endOpenOrder(within, await findOrder(db, organizationId, id), { by: null });
        });
      },
      "orders could not be ended",
    );
  },
};

export default [expireOrders];

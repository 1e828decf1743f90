import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { deleteDeliveriesBefore } from "./queries.ts";
import { sendWebhooks } from "./send.ts";

const deleteOldDeliveries: Job = {
  name: "webhooks.sweep",
  cron: "23 * * * *",
  retries: 0,
  async run({ db, clock }) {
    await deleteDeliveriesBefore(db, new Date(clock.now().getTime() - retentionMs("webhookDelivery")));
  },
};

export default [sendWebhooks, deleteOldDeliveries] satisfies Job[];

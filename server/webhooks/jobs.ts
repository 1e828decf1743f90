import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { deleteDeliveriesBefore, deleteFormerSecrets } from "./queries.ts";
import { sendWebhooks } from "./send.ts";

const deleteExpired: Job = {
  name: "webhooks.sweep",
  cron: "23 * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    const now = clock.now();
    await deleteFormerSecrets(db, now);
    await deleteDeliveriesBefore(db, new Date(now.getTime() - retentionMs("webhookDelivery")));
  },
};

export default [sendWebhooks, deleteExpired] satisfies Job[];

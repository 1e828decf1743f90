/** All background jobs of the server, with their cron schedules: the kit's and the modules'. */
import { modules } from "./modules.ts";
import { sendMailsJob } from "./kit/mail/outbox.ts";
import { deleteExpiredRows } from "./kit/process/delete-expired-rows.ts";
import type { Job } from "./kit/process/jobs.ts";

export const jobs: readonly Job[] = [
  deleteExpiredRows,
  sendMailsJob,
  ...modules.flatMap(({ jobs: ofModule = [] }) => ofModule),
];

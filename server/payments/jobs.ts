/** All jobs of payments: webhooks, refunds, expired checkouts, reminders of debts. */
import type { Job } from "#server/kit/process/jobs.ts";
import cardJobs from "./cards/jobs.ts";
import { closeSessions } from "./open-checkouts.ts";
import { remindBySteps } from "./remind-by-steps.ts";
import { refundEndedFees } from "./no-show-fees.ts";
import { processProviderEvents } from "./provider-webhooks.ts";
import { sendRefunds } from "./refund-jobs.ts";

export default [
  processProviderEvents,
  closeSessions,
  sendRefunds,
  refundEndedFees,
  remindBySteps,
  ...cardJobs,
] satisfies Job[];

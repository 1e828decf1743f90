/** All jobs of payments: webhooks, refunds, expired checkouts, reconciliation. */
import type { Job } from "#server/kit/process/jobs.ts";
import cardJobs from "./cards/jobs.ts";
import { closeSessions } from "./open-checkouts.ts";
import { processProviderEvents } from "./provider-webhooks.ts";
import { sendRefunds } from "./refund-jobs.ts";

export default [processProviderEvents, closeSessions, sendRefunds, ...cardJobs] satisfies Job[];

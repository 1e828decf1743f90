import type { Job } from "#server/kit/process/jobs.ts";
import { closeSessions } from "./open-sessions.ts";
import { workProviderEvents } from "./provider-webhooks.ts";
import { sendRefunds } from "./refund-jobs.ts";

export default [workProviderEvents, closeSessions, sendRefunds] satisfies Job[];

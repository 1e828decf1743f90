import type { Job } from "#server/kit/process/jobs.ts";
import { removeDueSecondFactors } from "./second-factor-removal.ts";

const removeLostSecondFactors: Job = {
  name: "members.remove-second-factors",
  cron: "* * * * *",
  isScheduledOnly: true,
  retries: 0,
  run: removeDueSecondFactors,
};

export default [removeLostSecondFactors] satisfies Job[];

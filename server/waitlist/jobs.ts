/** Jobs of the waitlist: match what came free, end offers that nobody answered, forget what is over. */
import { sql } from "kysely";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { createEventJob } from "#server/events/due-events.ts";
import { endOffer } from "#server/events/offers.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { deleteAccessLinksBefore } from "#server/organizations/access-links.ts";
import { matchDueReleases } from "./match.ts";
import { deleteEntriesBefore, updateEntriesOver } from "./queries.ts";

export const MATCH_JOB = "waitlist.match";

const match: Job = { name: MATCH_JOB, cron: "* * * * *", isWakeUp: true, run: matchDueReleases };

const lapse = createEventJob("waitlist.lapse", {
  dueColumn: "hold_expires_at",
  isDue: (now) => sql`status = 'pending' and pending_reason = 'offer' and hold_expires_at <= ${now}`,
  apply: (context, event) => endOffer(context, event, "lapsed"),
});

const sweep: Job = {
  name: "waitlist.sweep",
  cron: "23 * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    const now = clock.now();
    await updateEntriesOver(db, now);
    await deleteEntriesBefore(db, new Date(now.getTime() - retentionMs("waitlistPlace")));
    await deleteAccessLinksBefore(db, now);
  },
};

export default [match, lapse, sweep] satisfies Job[];

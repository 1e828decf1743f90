/** Looks again each day for the records that prove mail domains: one that is gone for days proves nothing any more. */
import pLimit from "p-limit";
import { DAYS_UNTIL_DOMAIN_IS_LOST } from "#contract/sign-on-providers.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { isDomainProved } from "./domain-records.ts";
import { notifyOwners } from "./mail.ts";
import { updateDueDomains, countAbsentDay, type DomainRow, updateDomain } from "./queries.ts";

const CONCURRENCY = 8;
/** Name servers that do not answer cost seconds: the next run takes the next domains. */
const DOMAINS_PER_RUN = 200;

async function checkAgain(appContext: AppContext, domain: DomainRow): Promise<void> {
  const { db } = appContext;
  const { organization_id: organizationId, id } = domain;
  const isProved = await isDomainProved(domain, { isDemo: appContext.config.demo });
  // Without an answer, nothing is known.
  if (isProved === undefined) return;
  if (isProved) return updateDomain(db, organizationId, id, { absent_days: 0 });
  await db.transaction().execute(async (trx) => {
    const days = await countAbsentDay(trx, organizationId, id);
    if (days === undefined || days < DAYS_UNTIL_DOMAIN_IS_LOST) return;
    const now = appContext.clock.now();
    await updateDomain(trx, organizationId, id, { confirmed_at: null, absent_days: 0 });
    await insertActivityEntry(trx, {
      organizationId,
      at: now,
      actorId: null,
      act: "sign-on-providers.loseDomain",
      subjectId: id,
      before: { domain: domain.domain },
      after: {},
      ipAddress: null,
    });
    const context = { db: trx, appContext, now, organizationId };
    await notifyOwners(context, { kind: "domainLost", domain: domain.domain });
  });
}

/** Each domain once a day, as many as a run can. */
const checkDomainsAgain: Job = {
  name: "sign-on-providers.check",
  cron: "17 * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run(appContext) {
    const today = localDateOf("UTC", appContext.clock.now());
    const domains = await updateDueDomains(appContext.db, today, DOMAINS_PER_RUN);
    const limit = pLimit(CONCURRENCY);
    await Promise.all(domains.map((domain) => limit(() => checkAgain(appContext, domain))));
  },
};

export default [checkDomainsAgain] satisfies Job[];

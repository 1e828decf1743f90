/** Job of gift vouchers: mails those whose day has come, by the clock of each organization. */
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { deliverVoucher, isTimeToDeliver } from "./deliver.ts";

const BATCH_SIZE = 200;

interface WaitingVoucher {
  organization_id: string;
  id: string;
  timezone: string;
  deliver_on: string | null;
}

/** Their day has come, or comes with the clocks that are ahead. */
const listWaiting = ({ db, clock }: AppContext, last: WaitingVoucher | undefined): Promise<WaitingVoucher[]> => {
  let found = db
    .selectFrom("vouchers")
    .innerJoin("organizations", "organizations.id", "vouchers.organization_id")
    .select(["vouchers.organization_id", "vouchers.id", "vouchers.deliver_on", "organizations.timezone"])
    .where("vouchers.deliver_on", "<=", addDays(localDateOf("UTC", clock.now()), 1))
    .where("vouchers.delivered_at", "is", null)
    .where("vouchers.canceled_at", "is", null);
  if (last) found = found.where("vouchers.id", ">", last.id);
  return found.orderBy("vouchers.id").limit(BATCH_SIZE).execute();
};

const isDue = ({ deliver_on, timezone }: WaitingVoucher, now: Date): boolean =>
  deliver_on !== null && isTimeToDeliver(deliver_on, timezone, now);

async function deliver(appContext: AppContext, { organization_id: organizationId, id }: WaitingVoucher): Promise<void> {
  const now = appContext.clock.now();
  await appContext.db.transaction().execute(async (db) => {
    const free = await db
      .selectFrom("vouchers")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (free) await deliverVoucher({ db, appContext, now, organizationId }, id);
  });
}

const deliverAll: Job = {
  name: "vouchers.deliver",
  cron: "*/15 * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    let last: WaitingVoucher | undefined;
    do {
      const waiting = await listWaiting(appContext, last);
      const due = waiting.filter((one) => isDue(one, appContext.clock.now()));
      await runEach(due, (one) => deliver(appContext, one), "gift vouchers could not be mailed");
      last = waiting.length === BATCH_SIZE ? waiting.at(-1) : undefined;
    } while (last);
  },
};

export default [deliverAll] satisfies Job[];

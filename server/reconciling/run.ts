/** Looks for what was missed, hourly and at start: payments that wait, fees that never came, events that were lost, sums that differ. */
import type { House } from "#server/kit/house.ts";
import type { Job } from "#server/kit/jobs.ts";
import { Problem } from "#server/kit/problem.ts";
import { fulfilPayment } from "#server/payments/fulfil.ts";
import { keepNotice } from "#server/payments/notices.ts";
import { isRefusal } from "#server/provider/client.ts";
import { listNotices } from "#server/provider/notices.ts";
import { compareDays } from "./sums.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** Longer than a page lives and its hold is kept. */
const waitingMs = 40 * minute;
/** The provider's events of the time between are read twice rather than never. */
const overlapMs = 10 * minute;
/** The provider lists no longer than that. */
const longestMs = 29 * day;
const atOnce = 500;

/** Payments whose end nobody told, and those whose fee nobody told. */
async function listWaiting({ db, clock }: House) {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const payments = () =>
    db.selectFrom("payments").select(["organization_id", "id"]).where("method", "=", "card").limit(atOnce);
  const open = await payments()
    .where("status", "in", ["created", "processing"])
    .where("session_id", "is not", null)
    .where("created_at", "<", before(waitingMs))
    .orderBy("created_at")
    .execute();
  const withoutFee = await payments()
    .where("status", "=", "succeeded")
    .where("stripe_fee", "is", null)
    .where("paid_at", "<", before(10 * minute))
    // One that never gets a fee is asked about again and again, but keeps no other from being asked about.
    .orderBy("asked_at")
    .execute();
  return [...open, ...withoutFee];
}

/** The accounts that payments went to, the installation's own among them. */
async function listAccounts({ db }: House): Promise<(string | null)[]> {
  const rows = await db.selectFrom("payment_accounts").select("provider_id").orderBy("provider_id").execute();
  return [null, ...rows.map((row) => row.provider_id)];
}

/** Reads an account's events again since the last time; those that never arrived are kept, and worked on like the others. */
async function readAgain(house: House, account: string | null): Promise<void> {
  const now = house.clock.now();
  const mark = await house.db
    .selectFrom("provider_marks")
    .select("seen_until")
    .where("account", "=", account ?? "")
    .executeTakeFirst();
  const oldest = now.getTime() - longestMs;
  const since = new Date(Math.max(oldest, (mark?.seen_until.getTime() ?? oldest) - overlapMs));
  const notices = await listNotices(house, account, since);
  await house.db.transaction().execute(async (db) => {
    for (const notice of notices) await keepNotice({ db, house, now }, notice);
    await db
      .insertInto("provider_marks")
      .values({ account: account ?? "", seen_until: now })
      .onConflict((conflict) => conflict.column("account").doUpdateSet({ seen_until: now }))
      .execute();
  });
}

/** One step that fails stops none of the others; it is said at the end, and tried again in an hour. */
async function runAll(house: House): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      // An account that was taken away answers nothing any more; what it owes is looked after by people.
      if (isRefusal(error)) house.log.warn({ code: error.code }, "the payment provider refuses to be asked");
      else failures.push(error);
      // Where the provider is away, nothing else would be answered either.
      if (error instanceof Problem && error.status === 503) throw error;
    }
  };
  for (const { organization_id, id } of await listWaiting(house))
    await attempt(() => fulfilPayment(house, organization_id, id));
  for (const account of await listAccounts(house)) {
    await attempt(() => readAgain(house, account));
    await attempt(() => compareDays(house, account));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} things could not be reconciled`);
}

export const reconcile: Job = {
  name: "reconciling.run",
  sweep: "7 * * * *",
  retries: 3,
  async run(house) {
    if (house.config.payments.mode !== "off") await runAll(house);
  },
};

export default [reconcile] satisfies Job[];

/** Reconciliation, hourly and at start: pending payments, missing fees, lost webhooks, differing sums, payouts. */
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { HttpError } from "#server/kit/http/http-error.ts";
import { fulfilPayment } from "#server/payments/fulfil.ts";
import { type PaidAccount, readPayouts } from "#server/payments/payouts.ts";
import { storeProviderEvent } from "#server/payments/provider-webhooks.ts";
import { ProviderRefusal, type AutomaticProvider } from "#server/payments/provider.ts";
import { automaticProviders } from "#server/payments/providers/registry.ts";
import { compareDays } from "./compare-days.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** Longer than a session and its hold. */
const MIN_WAITING_MS = 40 * minute;
/** Two readings overlap: an event is read twice rather than never. */
const OVERLAP_MS = 10 * minute;
/** Stripe lists events of a month only. */
const MAX_LOOKBACK_MS = 29 * day;
const BATCH_SIZE = 500;

async function listUnsettledPayments(appContext: AppContext) {
  const { db, clock } = appContext;
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const payments = () =>
    db
      .selectFrom("payments")
      .select(["organization_id", "id"])
      .where("provider", "is not", null)
      // The first of a page stands for all of it.
      .where((row) => row.or([row("group_id", "is", null), row("group_id", "=", row.ref("id"))]))
      .limit(BATCH_SIZE);
  const settling = automaticProviders.filter((provider) => provider.isOn({ appContext })).map(({ name }) => name);
  const open = await payments()
    .where("status", "in", ["created", "processing"])
    .where("provider_session_id", "is not", null)
    // The team settles manual payments; check only their deadline.
    .where((row) =>
      row.or([
        row("expires_at", "<", before(0)),
        ...(settling.length > 0
          ? [row.and([row("created_at", "<", before(MIN_WAITING_MS)), row("provider", "in", settling)])]
          : []),
      ]),
    )
    .orderBy("created_at")
    .execute();
  const withoutFee = await payments()
    .where("status", "=", "succeeded")
    .where("provider_fee", "is", null)
    .where("paid_at", "<", before(10 * minute))
    // Sort by the last check, so that a payment that never gets a fee does not block others.
    .orderBy("asked_at")
    .execute();
  return [...open, ...withoutFee];
}

const listPaidAccounts = ({ db }: AppContext, { name }: AutomaticProvider): Promise<PaidAccount[]> =>
  db
    .selectFrom("payment_accounts")
    .select(["account_id as account", "organization_id as organizationId"])
    .where("provider", "=", name)
    .orderBy("account_id")
    .execute();

async function rereadProviderEvents(
  appContext: AppContext,
  provider: AutomaticProvider,
  account: string | null,
): Promise<void> {
  const now = appContext.clock.now();
  const mark = await appContext.db
    .selectFrom("provider_marks")
    .select("seen_until")
    .where("provider", "=", provider.name)
    .where("account", "=", account ?? "")
    .executeTakeFirst();
  const oldest = now.getTime() - MAX_LOOKBACK_MS;
  const since = new Date(Math.max(oldest, (mark?.seen_until.getTime() ?? oldest) - OVERLAP_MS));
  const events = await provider.listEvents({ db: appContext.db, appContext, now }, account, since);
  await appContext.db.transaction().execute(async (db) => {
    for (const event of events) await storeProviderEvent({ db, appContext, now }, provider.name, event);
    await db
      .insertInto("provider_marks")
      .values({ provider: provider.name, account: account ?? "", seen_until: now })
      .onConflict((conflict) => conflict.columns(["provider", "account"]).doUpdateSet({ seen_until: now }))
      .execute();
  });
}

/** Continues after a failed step; throws all failures at the end, and the job retries in an hour. */
async function reconcileAll(appContext: AppContext): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      // A disconnected account answers no calls, so people must settle its remainder.
      if (error instanceof ProviderRefusal)
        appContext.log.warn({ code: error.code }, "the payment provider refuses to be asked");
      else failures.push(error);
      // Stop: during an outage the other calls would fail too.
      if (error instanceof HttpError && error.status === 503) throw error;
    }
  };
  for (const { organization_id, id } of await listUnsettledPayments(appContext))
    await attempt(() => fulfilPayment(appContext, organization_id, id));
  for (const provider of automaticProviders.filter((one) => one.isOn({ appContext }))) {
    const paidAccounts = await listPaidAccounts(appContext, provider);
    // Null is the installation's own account, whose payouts are those of no organization.
    for (const account of [null, ...paidAccounts.map((one) => one.account)]) {
      await attempt(() => rereadProviderEvents(appContext, provider, account));
      await attempt(() => compareDays(appContext, provider, account));
    }
    for (const paid of paidAccounts) await attempt(() => readPayouts(appContext, provider, paid));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} things could not be reconciled`);
}

export const reconcile: Job = {
  name: "reconciling.run",
  cron: "7 * * * *",
  retries: 3,
  run: reconcileAll,
};

export default [reconcile] satisfies Job[];

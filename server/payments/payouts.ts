/** Reads the payouts of connected accounts: what reached the bank account of an organization, and of what it is made. */
import type { ProviderName } from "#contract/payments.ts";
import type { Database } from "#server/kit/db/database.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { booksPort } from "#server/payments/books-port.ts";
import type { AutomaticProvider, ProviderPayout, ProviderPayoutItem } from "#server/payments/provider.ts";

const day = 24 * 60 * 60_000;
/** A bank sends a payout back within days. */
const LOOKBACK_MS = 30 * day;
/** Each is a call to the provider. */
const ITEMS_READ_AT_ONCE = 50;
/** PostgreSQL accepts 65,535 parameters per statement. */
const MAX_ROWS = 1000;

export interface PaidAccount {
  organizationId: string;
  account: string;
}
interface AccountKey extends PaidAccount {
  provider: ProviderName;
}

const selectPayouts = (db: Database, { organizationId, provider, account }: AccountKey) =>
  db
    .selectFrom("payouts")
    .where("organization_id", "=", organizationId)
    .where("provider", "=", provider)
    .where("account", "=", account);

/** A closed month takes none: what is read late is booked on the first open day. */
async function findBookingDate(
  { db, appContext, organizationId }: { db: Database; appContext: AppContext; organizationId: string },
  { state, arrivesOn }: ProviderPayout,
): Promise<string | null> {
  if (state !== "paid") return null;
  const context = { db, appContext, now: appContext.clock.now(), organizationId };
  const { timezone } = await findSettings(context);
  const { epochMilliseconds } = Temporal.PlainDate.from(arrivesOn).toZonedDateTime({
    timeZone: timezone,
    plainTime: "12:00",
  });
  return localDateOf(timezone, await booksPort.findBookingInstant(context, new Date(epochMilliseconds)));
}

/** A payout that the bank sent back keeps its date in the books until it is known to have failed. */
async function savePayout(appContext: AppContext, key: AccountKey, payout: ProviderPayout): Promise<void> {
  const { organizationId, provider, account } = key;
  await appContext.db.transaction().execute(async (db) => {
    const now = appContext.clock.now();
    const known = await selectPayouts(db, key)
      .select(["id", "state"])
      .where("provider_id", "=", payout.id)
      .forUpdate()
      .executeTakeFirst();
    if (known?.state === payout.state) return;
    const id = known?.id ?? uuidv7(now);
    const state = {
      ...{ state: payout.state, amount: payout.amount, currency: payout.currency, arrives_on: payout.arrivesOn },
      ...{ booked_on: await findBookingDate({ db, appContext, organizationId }, payout), updated_at: now },
    };
    await db
      .insertInto("payouts")
      .values({
        ...{ organization_id: organizationId, id, provider, account, provider_id: payout.id },
        ...{ ...state, is_automatic: payout.isAutomatic, created_at: payout.createdAt },
      })
      .onConflict((conflict) =>
        conflict.columns(["organization_id", "provider", "account", "provider_id"]).doUpdateSet(state),
      )
      .execute();
    await insertLiveChange(db, { organizationId, module: "accounting", subjectId: id, at: now });
  });
}

async function saveItems(
  appContext: AppContext,
  { organizationId }: AccountKey,
  payoutId: string,
  items: readonly ProviderPayoutItem[],
): Promise<void> {
  await appContext.db.transaction().execute(async (db) => {
    const now = appContext.clock.now();
    for (let from = 0; from < items.length; from += MAX_ROWS)
      await db
        .insertInto("payout_items")
        .values(
          items.slice(from, from + MAX_ROWS).map(({ id, ...item }) => ({
            ...{ organization_id: organizationId, payout_id: payoutId, provider_id: id },
            ...item,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await db
      .updateTable("payouts")
      .set({ items_read_at: now, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("id", "=", payoutId)
      .execute();
    await insertLiveChange(db, { organizationId, module: "accounting", subjectId: payoutId, at: now });
  });
}

/** Idempotent. @throws HttpError 503 during an outage, ProviderRefusal of a disconnected account */
export async function readPayouts(
  appContext: AppContext,
  provider: AutomaticProvider,
  paid: PaidAccount,
): Promise<void> {
  const { db } = appContext;
  const key = { ...paid, provider: provider.name };
  const latest = await selectPayouts(db, key).select("created_at").orderBy("created_at", "desc").executeTakeFirst();
  const since = new Date(latest ? latest.created_at.getTime() - LOOKBACK_MS : 0);
  const context = { db, appContext, now: appContext.clock.now() };
  const payouts = await provider.listPayouts(context, paid.account, since);
  for (const payout of payouts) await savePayout(appContext, key, payout);

  const withItems = new Set(payouts.filter(({ hasItems }) => hasItems).map(({ id }) => id));
  const unread = await selectPayouts(db, key)
    .select(["id", "provider_id", "created_at"])
    .where("items_read_at", "is", null)
    .where("is_automatic", "=", true)
    .orderBy("created_at")
    .execute();
  const readable = unread.filter((one) => withItems.has(one.provider_id) || one.created_at < since);
  for (const { id, provider_id } of readable.slice(0, ITEMS_READ_AT_ONCE))
    await saveItems(appContext, key, id, await provider.listPayoutItems(context, paid.account, provider_id));
}

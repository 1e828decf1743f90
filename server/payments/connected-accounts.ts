/** Connected account (Stripe Connect) of an organization, or the installation's account where it has none. */
import { sql } from "kysely";
import type { ProviderName } from "#contract/payments.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { message } from "#server/kit/http/http-error.ts";
import type { AccountState, PaymentAccount } from "./provider.ts";

export const findConnectedAccount = (db: Database, provider: ProviderName, organizationId: string) =>
  db
    .selectFrom("payment_accounts")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("provider", "=", provider)
    .executeTakeFirst();
export type ConnectedAccount = NonNullable<Awaited<ReturnType<typeof findConnectedAccount>>>;

/**
 * Until an organization submits an account of its own, and after it has disconnected it, the installation's account takes
 * payments, if the settings allow it.
 */
export function toPaymentAccount(
  row: ConnectedAccount | undefined,
  { mode, connect }: AppContext["config"]["payments"],
): PaymentAccount {
  if (mode === "off") return { account: null, refusal: message("events.onlineOff") };
  if (row?.disconnected_at) return { account: null, refusal: connect ? message("payments.accountMissing") : null };
  if (row?.takes_payments) return { account: row.account_id, refusal: null };
  if (row?.is_submitted) return { account: null, refusal: message("payments.accountCannot") };
  return { account: null, refusal: connect ? message("payments.accountMissing") : null };
}

/** An account belongs to one organization, for ever. */
async function claimAccount(
  db: Database,
  { provider, organizationId }: { provider: ProviderName; organizationId: string },
  accountId: string,
): Promise<void> {
  const claimed = await db
    .insertInto("provider_accounts")
    .values({ provider, account_id: accountId, organization_id: organizationId })
    .onConflict((conflict) =>
      conflict
        .columns(["provider", "account_id"])
        .doUpdateSet({ organization_id: organizationId })
        .where("provider_accounts.organization_id", "=", organizationId),
    )
    .returning("account_id")
    .executeTakeFirst();
  if (!claimed) throw new Error(`The ${provider} account ${accountId} belongs to another organization`);
}

/** @returns the organization that takes payments with the account; undefined for one that it has replaced */
export async function findOrganizationOfAccount(
  db: Database,
  provider: ProviderName,
  accountId: string,
): Promise<string | undefined> {
  const owner = await db
    .selectFrom("provider_accounts")
    .select("organization_id")
    .where("provider", "=", provider)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  const account = owner && (await findConnectedAccount(db, provider, owner.organization_id));
  return account?.account_id === accountId ? account.organization_id : undefined;
}

export async function saveConnectedAccount(
  appContext: AppContext,
  { provider, organizationId }: { provider: ProviderName; organizationId: string },
  state: AccountState,
): Promise<void> {
  const now = appContext.clock.now();
  const known = {
    takes_payments: state.takesPayments,
    pays_out: state.paysOut,
    is_submitted: state.isSubmitted || state.takesPayments,
    requirements: state.requirements,
    updated_at: now,
  };
  await appContext.db.transaction().execute(async (db) => {
    await claimAccount(db, { provider, organizationId }, state.id);
    await db
      .insertInto("payment_accounts")
      .values({ organization_id: organizationId, provider, account_id: state.id, ...known, created_at: now })
      // A submitted account with new requirements is restricted, not onboarding again.
      .onConflict((conflict) =>
        conflict.columns(["organization_id", "provider"]).doUpdateSet({
          ...known,
          account_id: state.id,
          disconnected_at: null,
          is_submitted: sql<boolean>`excluded.is_submitted
            or (payment_accounts.is_submitted and payment_accounts.account_id = excluded.account_id)`,
          created_at: sql<Date>`case when payment_accounts.account_id = excluded.account_id
            then payment_accounts.created_at else excluded.created_at end`,
        }),
      )
      .execute();
    await insertLiveChange(db, { organizationId, module: "organizations", subjectId: organizationId, at: now });
  });
}

/** The account stays known, because its payments name it. */
export async function markAccountDisconnected(
  appContext: AppContext,
  { provider, organizationId }: { provider: ProviderName; organizationId: string },
): Promise<void> {
  const now = appContext.clock.now();
  await appContext.db.transaction().execute(async (db) => {
    await db
      .updateTable("payment_accounts")
      .set({ takes_payments: false, pays_out: false, requirements: [], disconnected_at: now, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("provider", "=", provider)
      .where("disconnected_at", "is", null)
      .execute();
    await insertLiveChange(db, { organizationId, module: "organizations", subjectId: organizationId, at: now });
  });
}

/** Whose account an organization is paid on, its own or the installation's, and why nobody can pay it online where neither takes money. */
import { countryCodes, countryIds } from "#contract/general.ts";
import type { payments, PaymentsAccount, PaymentWays } from "#contract/payments.ts";
import { sql } from "kysely";
import type { Scene } from "#server/kit/announce.ts";
import { everyOrganization, type Database } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";
import { noteChange } from "#server/kit/live.ts";
import { Problem, say, type Saying } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { createAccount, linkToOnboarding, readAccount, type AccountState } from "./accounts.ts";
import { isRefusal } from "./client.ts";
import { formatMoney } from "#words/money.ts";
import type { Language } from "#words/words.ts";

/** The provider's smallest amount, in cents of either currency. */
const least = 50;

const findRow = (db: Database, organizationId: string) =>
  db.selectFrom("payment_accounts").selectAll().where("organization_id", "=", organizationId).executeTakeFirst();
type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

export interface Payee {
  /** Null: the installation's own account. */
  account: string | null;
  /** Why nobody can pay it now. */
  refusal: Saying | null;
}

/** Who has begun to connect an account is paid on the installation's until all is said, where that is open to it. */
function payeeOf(row: Row | undefined, { mode, connect }: House["config"]["payments"]): Payee {
  if (mode === "off") return { account: null, refusal: say("events.onlineOff") };
  if (row?.takes_payments) return { account: row.provider_id, refusal: null };
  if (row?.is_submitted) return { account: null, refusal: say("payments.accountCannot") };
  return { account: null, refusal: connect ? say("payments.accountMissing") : null };
}

export const findPayee = async (db: Database, house: House, organizationId: string): Promise<Payee> =>
  payeeOf(await findRow(db, organizationId), house.config.payments);

/** Why so much cannot be paid online; null where it can. @param asked.amount minor units */
export async function refusalOf(
  { db, house, language }: { db: Database; house: House; language: Language },
  { organizationId, amount, currency }: { organizationId: string; amount: number; currency: string },
): Promise<Saying | null> {
  const { refusal } = await findPayee(db, house, organizationId);
  if (refusal || amount >= least) return refusal;
  return say("payments.tooSmall", { amount: formatMoney(least, currency, language) });
}

/** The platform's share of a payment to a connected account, in minor units. */
export const shareOf = (amount: number, { account }: Payee, { config }: House): number =>
  account ? Math.round((amount * config.payments.platformFee) / 10_000) : 0;

function stateOf(row: Row | undefined, { mode, connect }: House["config"]["payments"]): PaymentsAccount["state"] {
  if (mode === "off") return "off";
  if (!row) return connect ? "missing" : "platform";
  if (row.takes_payments) return "ready";
  return row.is_submitted ? "restricted" : "onboarding";
}

/** Keeps what the provider says of an account. */
export async function settleAccount(house: House, organizationId: string, state: AccountState): Promise<void> {
  const now = house.clock.now();
  const known = {
    takes_payments: state.takesPayments,
    pays_out: state.paysOut,
    is_submitted: state.isSubmitted || state.takesPayments,
    requirements: state.requirements,
    updated_at: now,
  };
  await house.db.transaction().execute(async (db) => {
    await db
      .insertInto("payment_accounts")
      .values({ organization_id: organizationId, provider_id: state.id, ...known, created_at: now })
      // Once submitted, an account that wants more again is restricted, and not begun anew.
      .onConflict((conflict) =>
        conflict.column("organization_id").doUpdateSet({
          ...known,
          is_submitted: sql<boolean>`payment_accounts.is_submitted or excluded.is_submitted`,
        }),
      )
      .execute();
    await noteChange(db, { organizationId, room: "organizations", subjectId: organizationId, at: now });
  });
}

/** Asks the provider about a connected account; without its leave to act for it any more, nothing can be paid to it. */
export async function refreshAccount(house: House, providerId: string, isLeft = false): Promise<void> {
  const row = await house.db
    .selectFrom("payment_accounts")
    .select("organization_id")
    .where("provider_id", "=", providerId)
    .executeTakeFirst();
  if (!row) return;
  const gone = { id: providerId, takesPayments: false, paysOut: false, isSubmitted: true, requirements: [] };
  await settleAccount(house, row.organization_id, isLeft ? gone : await readAccount(house, providerId));
}

const staleMs = 30_000;

/** While something is missing, whoever looks wants to know how it is now; where the provider is away, how it was. */
async function refreshStale({ db, house, now, organizationId }: Scene): Promise<void> {
  const row = await findRow(db, organizationId);
  if (!row || row.takes_payments || now.getTime() - row.updated_at.getTime() < staleMs) return;
  await refreshAccount(house, row.provider_id).catch((error: unknown) => {
    if (!(error instanceof Problem) && !isRefusal(error)) throw error;
  });
}

export async function readState(call: Call<typeof payments.account>): Promise<PaymentsAccount> {
  const { db, house, organizationId } = call;
  const { payments: settings } = house.config;
  const isEverywhere = organizationId === everyOrganization;
  if (!isEverywhere) await refreshStale(call);
  const row = isEverywhere ? undefined : await findRow(db, organizationId);
  return {
    state: stateOf(row, settings),
    takesPayments: payeeOf(row, settings).refusal === null,
    mode: settings.mode,
    paysOut: row?.pays_out ?? false,
    requirements: row?.requirements ?? [],
    platformFee: settings.platformFee,
    connected_at: row?.created_at.toISOString() ?? null,
  };
}

/** For who books: what they may choose from, before they are asked for a price. */
export async function readWays({ db, house, organizationId }: Call<typeof payments.ways>): Promise<PaymentWays> {
  const { mode } = house.config.payments;
  // Nobody books in all of them at once.
  if (organizationId === everyOrganization) return { online: false, onSite: false, least, mode };
  const { paymentOnSite } = await findOrganization(db, organizationId);
  const { refusal } = await findPayee(db, house, organizationId);
  return { online: refusal === null, onSite: paymentOnSite, least, mode };
}

/**
 * Before the transaction: the account is made where there is none, and the page of the provider asked for.
 * @throws Problem 409 with the provider's words where it refuses, 503 where it does not answer
 */
export async function prepareConnect(call: Call<typeof payments.connect>): Promise<string> {
  try {
    return await connect(call);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Problem(409, say("payments.connectRefused", { reason: error.message }));
  }
}

async function connect(call: Call<typeof payments.connect>): Promise<string> {
  const { db, house, organizationId } = call;
  const known = await findRow(db, organizationId);
  const organization = await findOrganization(db, organizationId);
  if (!known) {
    const country = countryCodes[countryIds.find((id) => id === organization.countryId) ?? countryIds[0]];
    await settleAccount(house, organizationId, await createAccount(house, { ...organization, country }));
  }
  const account = known?.provider_id ?? (await findRow(db, organizationId))?.provider_id ?? "";
  const page = `${house.config.appUrl}/organizations/${organizationId}/settings`;
  return linkToOnboarding(house, account, { returnUrl: `${page}?payments=back`, refreshUrl: `${page}?payments=again` });
}

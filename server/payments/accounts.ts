/** Payment accounts of organizations, and the payment methods that payers choose from. */
import { findTerms } from "#server/customers/booking-customer.ts";
import { countryCodeOf } from "#contract/general-countries-rules.ts";
import type { PaymentMethods, payments, PaymentAccountStatus, ProviderName } from "#contract/payments.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { assertSellerComplete, findSellerRefusal } from "#server/organizations/seller.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import {
  findConnectedAccount,
  findOrganizationOfAccount,
  markAccountDisconnected,
  saveConnectedAccount,
  toPaymentAccount,
  type ConnectedAccount,
} from "./connected-accounts.ts";
import { ProviderRefusal, type PaymentProvider, type PaymentRequest, type ProviderContext } from "./provider.ts";
import { allProviders, automaticProviders, findAutomatic } from "./providers/registry.ts";

const CONNECTABLE_PROVIDER: ProviderName = "stripe";
const HOUR_MS = 3_600_000;

type LocalizedContext = ProviderContext & { language: Language };

/** @returns why the provider takes no such amount; null if it does */
export function findAmountRefusal(
  language: Language,
  provider: PaymentProvider,
  { amount, currency }: Pick<PaymentRequest, "amount" | "currency">,
): LocalizedMessage | null {
  const [minAmount, { maxAmount }] = [provider.minAmountIn(currency), provider];
  const format = (minor: number) => formatMoney(minor, currency, language);
  if (amount < minAmount) return message("payments.tooSmall", { amount: format(minAmount) });
  return amount > maxAmount ? message("payments.tooLarge", { amount: format(maxAmount) }) : null;
}

/** @returns why the provider cannot be used for this payment; null if it can */
export async function findPaymentRefusal(
  context: LocalizedContext,
  provider: PaymentProvider,
  { organizationId, amount, currency, startTime, isHeld }: PaymentRequest,
): Promise<LocalizedMessage | null> {
  const { refusal } = await provider.findAccount(context, organizationId);
  const refused = refusal ?? findAmountRefusal(context.language, provider, { amount, currency });
  if (refused) return refused;
  const { minLeadHours } = provider;
  const isTooLate = isHeld && startTime.getTime() - context.now.getTime() < minLeadHours * HOUR_MS;
  return isTooLate ? message("payments.transferTooLate", { count: minLeadHours }) : null;
}

/** Providers whose account takes payments, whatever the amount. */
export async function listReadyProviders(context: ProviderContext, organizationId: string): Promise<PaymentProvider[]> {
  const ready: PaymentProvider[] = [];
  for (const provider of allProviders)
    if ((await provider.findAccount(context, organizationId)).refusal === null) ready.push(provider);
  return ready;
}

export async function listOpenProviders(
  context: LocalizedContext,
  request: PaymentRequest,
): Promise<PaymentProvider[]> {
  const open: PaymentProvider[] = [];
  for (const provider of allProviders)
    if ((await findPaymentRefusal(context, provider, request)) === null) open.push(provider);
  return open;
}

/** @returns the first provider's reason; null if any provider can be used */
export async function findOnlineRefusal(
  context: LocalizedContext,
  request: PaymentRequest,
): Promise<LocalizedMessage | null> {
  const sellerRefusal = await findSellerRefusal({ ...context, organizationId: request.organizationId }, false);
  if (sellerRefusal) return sellerRefusal;
  let first: LocalizedMessage | null = null;
  for (const provider of allProviders) {
    const refusal = await findPaymentRefusal(context, provider, request);
    if (!refusal) return null;
    first ??= refusal;
  }
  return first;
}

function stateOf(
  row: ConnectedAccount | undefined,
  { mode, connect }: AppContext["config"]["payments"],
): PaymentAccountStatus["state"] {
  if (mode === "off") return "off";
  if (row?.disconnected_at) return "disconnected";
  if (!row) return connect ? "missing" : "platform";
  if (row.takes_payments) return "ready";
  return row.is_submitted ? "restricted" : "onboarding";
}

/** Stores the provider's present state of a connected account. */
export async function refreshAccount(
  context: ProviderContext,
  provider: ProviderName,
  accountId: string,
  isDisconnected = false,
): Promise<void> {
  const { appContext } = context;
  const organizationId = await findOrganizationOfAccount(appContext.db, provider, accountId);
  if (!organizationId) return;
  const owner = { provider, organizationId };
  try {
    if (isDisconnected) return await markAccountDisconnected(appContext, owner);
    await saveConnectedAccount(appContext, owner, await findAutomatic(provider).retrieveAccount(context, accountId));
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || error.about !== "disconnected") throw error;
    await markAccountDisconnected(appContext, owner);
  }
}

const STALE_AFTER_MS = 30_000;

/** Refreshes an account that is not ready yet; during an outage of the provider it keeps its last state. */
async function refreshStale(context: TenantContext): Promise<void> {
  const { db, now, organizationId } = context;
  const row = await findConnectedAccount(db, CONNECTABLE_PROVIDER, organizationId);
  if (!row || row.takes_payments || row.disconnected_at || now.getTime() - row.updated_at.getTime() < STALE_AFTER_MS)
    return;
  await refreshAccount(context, CONNECTABLE_PROVIDER, row.account_id).catch((error: unknown) => {
    if (!(error instanceof HttpError) && !(error instanceof ProviderRefusal)) throw error;
  });
}

/** The account's last known state, without asking the provider. */
export async function findAccountStatus({
  db,
  appContext,
  organizationId,
}: Pick<TenantContext, "db" | "appContext" | "organizationId">): Promise<PaymentAccountStatus> {
  const { payments: settings } = appContext.config;
  const isEverywhere = organizationId === ALL_ORGANIZATIONS;
  const row = isEverywhere ? undefined : await findConnectedAccount(db, CONNECTABLE_PROVIDER, organizationId);
  return {
    state: stateOf(row, settings),
    takesPayments: toPaymentAccount(row, settings).refusal === null,
    mode: settings.mode,
    paysOut: row?.pays_out ?? false,
    requirements: row?.requirements ?? [],
    platformFee: settings.platformFee,
    connected_at: row && !row.disconnected_at ? row.created_at.toISOString() : null,
  };
}

export async function readAccount(call: Call<typeof payments.account>): Promise<PaymentAccountStatus> {
  if (call.organizationId !== ALL_ORGANIZATIONS) await refreshStale(call);
  return findAccountStatus(call);
}

const findLowestMinimum = (currency: string): number =>
  Math.min(...automaticProviders.map(({ minAmountIn }) => minAmountIn(currency)));

export async function listPaymentMethods(call: Call<typeof payments.methods>): Promise<PaymentMethods> {
  const { db, appContext, organizationId } = call;
  const { mode } = appContext.config.payments;
  // All organizations together have no currency, and nothing is paid there.
  if (organizationId === ALL_ORGANIZATIONS)
    return { online: false, onSite: false, onAccount: false, least: findLowestMinimum("EUR"), mode, providers: [] };
  const { paymentOnSite, currency } = await findOrganization(db, organizationId);
  const open: PaymentMethods["providers"] = [];
  const sellerRefusal = await findSellerRefusal(call, false);
  for (const provider of sellerRefusal ? [] : allProviders) {
    const { name, minLeadHours } = provider;
    const { refusal } = await provider.findAccount(call, organizationId);
    if (!refusal) open.push({ name, minAmount: provider.minAmountIn(currency), minLeadHours });
  }
  const least = open.length > 0 ? Math.min(...open.map(({ minAmount }) => minAmount)) : findLowestMinimum(currency);
  const terms = await findTerms(call, { userId: call.user.id });
  const onAccount = !call.access.isTeam && terms?.billing === "monthly";
  return { online: open.length > 0, onSite: paymentOnSite, onAccount, least, mode, providers: open };
}

/** Runs before the transaction. @throws HttpError 409 with the provider's message if it refuses, 503 during an outage */
export async function prepareConnect(call: Call<typeof payments.connect>): Promise<string> {
  try {
    return await connect(call);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    throw new HttpError(409, message("payments.connectRefused", { reason: error.message }));
  }
}

async function connect(call: Call<typeof payments.connect>): Promise<string> {
  const { db, organizationId } = call;
  await assertSellerComplete(call, true);
  const known = await findConnectedAccount(db, CONNECTABLE_PROVIDER, organizationId);
  const former = known?.account_id ?? null;
  if (!former || known?.disconnected_at) return openOnboarding(call, await createAccount(call, former));
  try {
    return await openOnboarding(call, former);
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || error.about !== "disconnected") throw error;
    return openOnboarding(call, await createAccount(call, former));
  }
}

/** @returns the new account's id at the provider */
async function createAccount(call: Call<typeof payments.connect>, formerAccount: string | null): Promise<string> {
  const { db, appContext, organizationId } = call;
  const organization = await findOrganization(db, organizationId);
  const country = countryCodeOf(organization.countryId) ?? "FR";
  const provider = findAutomatic(CONNECTABLE_PROVIDER);
  const state = await provider.createAccount(call, { ...organization, country, formerAccount });
  await saveConnectedAccount(appContext, { provider: CONNECTABLE_PROVIDER, organizationId }, state);
  return state.id;
}

function openOnboarding(call: Call<typeof payments.connect>, account: string): Promise<string> {
  const { appContext, organizationId } = call;
  const page = `${appContext.config.appUrl}/organizations/${organizationId}/settings`;
  return findAutomatic(CONNECTABLE_PROVIDER).createOnboardingLink(call, account, {
    returnUrl: `${page}?payments=back`,
    refreshUrl: `${page}?payments=again`,
  });
}

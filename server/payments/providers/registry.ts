/** Lists the payment providers: where a new one is registered. */
import { providerNames, type ProviderName } from "#contract/payments.ts";
import type { AutomaticProvider, PaymentProvider } from "#server/payments/provider.ts";
import { bankTransfer } from "./bank-transfer/provider.ts";
import { stripe } from "./stripe/provider.ts";

const providers: Record<ProviderName, PaymentProvider> = { stripe, bank_transfer: bankTransfer };

export const allProviders: readonly PaymentProvider[] = providerNames.map((name) => providers[name]);
export const automaticProviders: readonly AutomaticProvider[] = allProviders.filter(
  (provider) => provider.settledBy === "provider",
);

const isName = (name: string | null): name is ProviderName => providerNames.some((known) => known === name);

/** @throws Error for a payment that the team recorded: it has no provider */
export function findProvider(name: string | null): PaymentProvider {
  if (!isName(name)) throw new Error(`There is no payment provider ${name}`);
  return providers[name];
}

/** @throws Error for a provider that the team settles */
export function findAutomatic(name: string | null): AutomaticProvider {
  const provider = findProvider(name);
  if (provider.settledBy !== "provider") throw new Error(`${provider.name} is settled by people`);
  return provider;
}

/** True if the team confirms payments and sends refunds by hand. */
export const isManual = (name: string | null): boolean => name !== null && findProvider(name).settledBy === "team";

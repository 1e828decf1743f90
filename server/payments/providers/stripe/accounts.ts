import type { Stripe } from "stripe";
import type { AccountDraft, AccountState, ProviderContext } from "#server/payments/provider.ts";
import { send } from "./client.ts";

const accountIncludes = ["configuration.merchant", "requirements"] as const;

function toAccountState({ id, configuration, requirements }: Stripe.V2.Core.Account): AccountState {
  const capabilities = configuration?.merchant?.capabilities;
  const wanted = (requirements?.entries ?? []).filter(({ awaiting_action_from }) => awaiting_action_from === "user");
  return {
    id,
    takesPayments: capabilities?.card_payments?.status === "active",
    paysOut: capabilities?.stripe_balance?.payouts?.status === "active",
    isSubmitted: wanted.length === 0,
    requirements: wanted.map(({ description }) => description),
  };
}

export async function createAccount(
  { appContext }: ProviderContext,
  organization: AccountDraft,
): Promise<AccountState> {
  const account = await send(appContext, (stripe) =>
    stripe.v2.core.accounts.create(
      {
        display_name: organization.name,
        ...(organization.email && { contact_email: organization.email }),
        dashboard: "full",
        identity: { country: organization.country.toLowerCase() },
        configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
        defaults: {
          currency: organization.currency.toLowerCase(),
          responsibilities: { fees_collector: "stripe", losses_collector: "stripe" },
        },
        metadata: { organizationId: organization.id },
        include: [...accountIncludes],
      },
      { idempotencyKey: organization.id },
    ),
  );
  return toAccountState(account);
}

export const retrieveAccount = async ({ appContext }: ProviderContext, id: string): Promise<AccountState> =>
  toAccountState(
    await send(appContext, (stripe) => stripe.v2.core.accounts.retrieve(id, { include: [...accountIncludes] })),
  );

/** The link works once, and for minutes. */
export async function createOnboardingLink(
  { appContext }: ProviderContext,
  account: string,
  { returnUrl, refreshUrl }: { returnUrl: string; refreshUrl: string },
): Promise<string> {
  const link = await send(appContext, (stripe) =>
    stripe.v2.core.accountLinks.create({
      account,
      use_case: {
        type: "account_onboarding",
        account_onboarding: { refresh_url: refreshUrl, return_url: returnUrl },
      },
    }),
  );
  return link.url;
}

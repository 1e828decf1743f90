/** Stripe Connect: creates connected accounts, and links for their onboarding. */
import type { Stripe } from "stripe";
import {
  ProviderRefusal,
  type AccountDraft,
  type AccountState,
  type ProviderContext,
} from "#server/payments/provider.ts";
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
      { idempotencyKey: [organization.id, organization.formerAccount].filter(Boolean).join(":") },
    ),
  );
  return toAccountState(account);
}

const missingCodes: ReadonlySet<string | undefined> = new Set(["account_invalid", "resource_missing", "not_found"]);

/** An account that Stripe does not show us any more has been disconnected. */
async function sendAboutAccount<T>(...request: Parameters<typeof send<T>>): Promise<T> {
  try {
    return await send(...request);
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || !missingCodes.has(error.code)) throw error;
    throw new ProviderRefusal(error.message, "disconnected", { cause: error });
  }
}

export const retrieveAccount = async ({ appContext }: ProviderContext, id: string): Promise<AccountState> =>
  toAccountState(
    await sendAboutAccount(appContext, (stripe) =>
      stripe.v2.core.accounts.retrieve(id, { include: [...accountIncludes] }),
    ),
  );

/** The link works once, and for minutes. */
export async function createOnboardingLink(
  { appContext }: ProviderContext,
  account: string,
  { returnUrl, refreshUrl }: { returnUrl: string; refreshUrl: string },
): Promise<string> {
  const link = await sendAboutAccount(appContext, (stripe) =>
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

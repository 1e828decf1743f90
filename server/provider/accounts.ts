/** Accounts of organizations at the provider: they are paid directly, and the platform keeps a share where it asks for one. */
import type { Stripe } from "stripe";
import type { House } from "#server/kit/house.ts";
import { ask } from "./client.ts";

export interface AccountState {
  id: string;
  takesPayments: boolean;
  paysOut: boolean;
  /** Its owner has said everything that was asked for at first. */
  isSubmitted: boolean;
  /** What the provider still wants, as it names it. */
  requirements: string[];
}

const include = ["configuration.merchant", "requirements"] as const;

function stateOf({ id, configuration, requirements }: Stripe.V2.Core.Account): AccountState {
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

/** Makes an account; asked again for the same organization, it is the same one. */
export async function createAccount(
  house: House,
  organization: { id: string; name: string; email: string | null; country: string; currency: string },
): Promise<AccountState> {
  const account = await ask(house, (stripe) =>
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
        include: [...include],
      },
      { idempotencyKey: organization.id },
    ),
  );
  return stateOf(account);
}

export const readAccount = async (house: House, id: string): Promise<AccountState> =>
  stateOf(await ask(house, (stripe) => stripe.v2.core.accounts.retrieve(id, { include: [...include] })));

/** The provider's page where an organization says who it is; the link is good once, and for minutes. */
export async function linkToOnboarding(
  house: House,
  account: string,
  { returnUrl, refreshUrl }: { returnUrl: string; refreshUrl: string },
): Promise<string> {
  const link = await ask(house, (stripe) =>
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

/** Connected accounts at the test provider, in the second version of its interface. */
import type { Stripe } from "stripe";
import { emit } from "./events.ts";
import { add, find, newId, save, type Scene } from "./objects.ts";
import { missing } from "./parameters.ts";

type Account = Stripe.V2.Core.Account;
type State = "active" | "pending" | "restricted";

const capabilityOf = (status: State) => ({
  status,
  status_details:
    status === "active" ? [] : [{ code: "requirements_past_due" as const, resolution: "provide_info" as const }],
});

/** What the provider wants of somebody who has not said who they are. */
const wanted = ["identity.business_details.registered_name", "identity.individual.given_name"];

function requirementsOf(asked: readonly string[]): Account["requirements"] {
  return {
    entries: asked.map((description) => ({
      awaiting_action_from: "user",
      description,
      errors: [],
      impact: {},
      minimum_deadline: { status: "currently_due" },
      requested_reasons: [{ code: "routine_onboarding" }],
    })),
  };
}

function dress(account: Account, state: State, asked: readonly string[]): Account {
  account.configuration = {
    merchant: {
      applied: true,
      capabilities: { card_payments: capabilityOf(state), stripe_balance: { payouts: capabilityOf(state) } },
    },
  };
  account.requirements = requirementsOf(asked);
  return account;
}

export interface AccountAsked {
  contact_email?: string | undefined;
  display_name?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

export async function createAccount(scene: Scene, asked: AccountAsked): Promise<Account> {
  const account: Account = {
    id: newId("acct"),
    object: "v2.core.account",
    applied_configurations: ["merchant"],
    created: scene.now.toISOString(),
    dashboard: "full",
    livemode: false,
    ...(asked.contact_email && { contact_email: asked.contact_email }),
    ...(asked.display_name && { display_name: asked.display_name }),
    ...(asked.metadata && { metadata: asked.metadata }),
  };
  await add({ ...scene, account: "" }, "account", dress(account, "pending", wanted));
  return account;
}

/** @throws Refusal where there is none */
export async function findAccount(scene: Scene, id: string): Promise<Account> {
  const account = await find<Account>({ ...scene, account: "" }, "account", id);
  if (!account) throw missing("account", id);
  return account;
}

export const takesCards = ({ configuration }: Account): boolean =>
  configuration?.merchant?.capabilities?.card_payments?.status === "active";

/** Its owner has said everything, or the provider wants more again. @param asked what it wants, as it names it */
export async function setAccount(scene: Scene, id: string, state: State, asked: readonly string[] = []): Promise<void> {
  const account = dress(await findAccount(scene, id), state, asked);
  await save(scene, account);
  await emit({ ...scene, account: id }, "account.updated", { id });
}

/** Its owner takes the platform's access away. */
export const deauthorize = (scene: Scene, id: string): Promise<void> =>
  emit({ ...scene, account: id }, "account.application.deauthorized", { id });

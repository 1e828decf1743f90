/** Connected accounts (Accounts v2) of the emulator. */
import type { Stripe } from "stripe";
import { emitEvent } from "./events.ts";
import { insertObject, findObject, newId, updateObject, type EmulatorContext } from "./store.ts";
import { missingObjectError } from "./parameters.ts";

type Account = Stripe.V2.Core.Account;
type CapabilityState = "active" | "pending" | "restricted";

const buildCapability = (status: CapabilityState) => ({
  status,
  status_details:
    status === "active" ? [] : [{ code: "requirements_past_due" as const, resolution: "provide_info" as const }],
});

const initialRequirements = ["identity.business_details.registered_name", "identity.individual.given_name"];

function buildRequirements(requirements: readonly string[]): Account["requirements"] {
  return {
    entries: requirements.map((description) => ({
      awaiting_action_from: "user",
      description,
      errors: [],
      impact: {},
      minimum_deadline: { status: "currently_due" },
      requested_reasons: [{ code: "routine_onboarding" }],
    })),
  };
}

function applyAccountState(account: Account, state: CapabilityState, requirements: readonly string[]): Account {
  account.configuration = {
    merchant: {
      applied: true,
      capabilities: { card_payments: buildCapability(state), stripe_balance: { payouts: buildCapability(state) } },
    },
  };
  account.requirements = buildRequirements(requirements);
  return account;
}

export interface AccountParams {
  contact_email?: string | undefined;
  display_name?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

export async function createAccount(context: EmulatorContext, params: AccountParams): Promise<Account> {
  const account: Account = {
    id: newId("acct"),
    object: "v2.core.account",
    applied_configurations: ["merchant"],
    created: context.now.toISOString(),
    dashboard: "full",
    livemode: false,
    ...(params.contact_email && { contact_email: params.contact_email }),
    ...(params.display_name && { display_name: params.display_name }),
    ...(params.metadata && { metadata: params.metadata }),
  };
  await insertObject(
    { ...context, account: "" },
    "account",
    applyAccountState(account, "pending", initialRequirements),
  );
  return account;
}

const DISCONNECTED = "disconnected";

/** @throws EmulatorError if there is none, or it was disconnected */
export async function findAccount(context: EmulatorContext, id: string): Promise<Account> {
  const account = await findObject<Account>({ ...context, account: "" }, "account", id);
  if (!account || account.metadata?.[DISCONNECTED]) throw missingObjectError("account", id);
  return account;
}

export const takesCards = ({ configuration }: Account): boolean =>
  configuration?.merchant?.capabilities?.card_payments?.status === "active";

/** Completes the onboarding, or adds requirements. @param requirements by the provider's names */
export async function updateAccountState(
  context: EmulatorContext,
  id: string,
  state: CapabilityState,
  requirements: readonly string[] = [],
): Promise<void> {
  const account = applyAccountState(await findAccount(context, id), state, requirements);
  await updateObject(context, account);
  await emitEvent({ ...context, account: id }, "account.updated", { id });
}

/** Afterwards calls for the account are refused. */
export async function deauthorizeAccount(context: EmulatorContext, id: string): Promise<void> {
  const account = await findAccount(context, id);
  const marked: Account = { ...account, metadata: { ...account.metadata, [DISCONNECTED]: "true" } };
  await updateObject(context, marked);
  await emitEvent({ ...context, account: id }, "account.application.deauthorized", { id });
}

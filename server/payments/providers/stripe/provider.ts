/** Stripe as a payment provider: implements the port of `provider.ts`. */
import { HOLD_MS } from "#contract/events-states-rules.ts";
import { findConnectedAccount, toPaymentAccount } from "#server/payments/connected-accounts.ts";
import type { AutomaticProvider } from "#server/payments/provider.ts";
import { createAccount, createOnboardingLink, retrieveAccount } from "./accounts.ts";
import { cards } from "./cards.ts";
import { createSession, expireSession, retrieveSession } from "./checkout-sessions.ts";
import { minAmountIn } from "./min-amounts.ts";
import { listPayoutItems, listPayouts } from "./payouts.ts";
import { createRefund, listRefunds, retrieveDispute, retrieveRefund } from "./refunds.ts";
import { listEvents, listMovements, parseWebhook } from "./webhooks.ts";

const minute = 60_000;
/** The longest life of a Stripe session, less a minute for the call. */
const linkMs = 24 * 60 * minute - minute;

export const stripe: AutomaticProvider = {
  name: "stripe",
  method: "card",
  cards,
  settledBy: "provider",
  minAmountIn,
  maxAmount: 99_999_999,
  minLeadHours: 0,

  isOn: ({ appContext }) => appContext.config.payments.mode !== "off",
  findAccount: async ({ db, appContext }, organizationId) =>
    toPaymentAccount(await findConnectedAccount(db, "stripe", organizationId), appContext.config.payments),
  findExpiry: async ({ now }, { isLink }) => new Date(now.getTime() + (isLink ? linkMs : HOLD_MS)),
  applicationFee: ({ appContext }, amount, { account }) =>
    account ? Math.round((amount * appContext.config.payments.platformFee) / 10_000) : 0,

  createSession,
  expireSession,
  retrieveSession,
  createRefund,
  retrieveRefund,
  listRefunds,
  retrieveDispute,
  createAccount,
  retrieveAccount,
  createOnboardingLink,
  parseWebhook,
  listEvents,
  listMovements,
  listPayouts,
  listPayoutItems,
};

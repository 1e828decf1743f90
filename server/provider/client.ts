/** Stripe's own SDK, set up for this house: its key, or the test provider's; patient for seconds, never for minutes. */
import { Stripe } from "stripe";
import type { House } from "#server/kit/house.ts";
import { Problem, say } from "#server/kit/problem.ts";
import { webhookSecretOf } from "#server/sandbox/events.ts";
import { sandboxOf, secretKey as sandboxKey } from "#server/sandbox/api.ts";

const timeout = 10_000;
/** While a row is held: shorter than what the database lets a transaction wait. */
export const whileHeld = { timeout: 8000, maxNetworkRetries: 0 } as const;

const clients = new WeakMap<House, Promise<Stripe>>();

async function open(house: House): Promise<Stripe> {
  const { secretKey, apiUrl } = house.config.payments;
  const sandbox = secretKey ? undefined : await sandboxOf(house);
  const elsewhere = sandbox
    ? { host: sandbox.host, port: sandbox.port, protocol: "http" as const }
    : apiUrl && {
        host: apiUrl.hostname,
        port: apiUrl.port || (apiUrl.protocol === "https:" ? 443 : 80),
        protocol: apiUrl.protocol === "https:" ? ("https" as const) : ("http" as const),
      };
  return new Stripe(secretKey ?? sandboxKey, { timeout, maxNetworkRetries: 1, telemetry: false, ...elsewhere });
}

/** @throws Problem 409 where the installation takes no online payments */
export function clientOf(house: House): Promise<Stripe> {
  if (house.config.payments.mode === "off") throw new Problem(409, say("events.onlineOff"));
  const known = clients.get(house) ?? open(house);
  clients.set(house, known);
  return known;
}

/** What webhooks may be signed with. */
export async function webhookSecretsOf(house: House): Promise<readonly string[]> {
  const { mode, secretKey, webhookSecrets } = house.config.payments;
  return mode === "test" && !secretKey ? [await webhookSecretOf(house)] : webhookSecrets;
}

/** The account that a call is for; null is the installation's own. */
export const on = (account: string | null) => (account ? { stripeAccount: account } : {});

const { errors } = Stripe;
const isAbsence = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof errors.StripeConnectionError ||
  error instanceof errors.StripeAPIError ||
  error instanceof errors.StripeRateLimitError ||
  error instanceof errors.StripeAuthenticationError;

/**
 * Asks the provider.
 * @throws Problem 503 where it does not answer: nothing is lost, and whoever asked may try again. What it refuses is thrown as
 * the SDK has it (`Stripe.errors`)
 */
export async function ask<T>(house: House, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await clientOf(house);
  try {
    return await work(stripe);
  } catch (error) {
    if (!isAbsence(error)) throw error;
    // Its message may name people: what it was about is in its request's log.
    house.log.warn(
      { type: error.type, code: error.code, request: error.requestId },
      "the payment provider did not answer",
    );
    throw new Problem(503, say("payments.providerDown"), { retryAfter: 30 });
  }
}

/** Whether the provider refuses for good what it was asked. */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof errors.StripeInvalidRequestError ||
  error instanceof errors.StripeIdempotencyError ||
  error instanceof errors.StripeCardError ||
  error instanceof errors.StripePermissionError;

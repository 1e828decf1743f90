/** Stripe SDK client, for Stripe or its emulator; requests time out after seconds. */
import type { FastifyInstance } from "fastify";
import type { Stripe } from "stripe";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { ProviderRefusal, type RefusalSubject } from "#server/payments/provider.ts";

/** Registered by the demo and the tests. */
export interface StripeEmulator {
  readonly secretKey: string;
  connect(): Promise<{ host: string; port: number }>;
  findWebhookSecret(): Promise<string>;
  /** Serves the checkout pages. */
  serve(app: FastifyInstance): Promise<void>;
}

declare module "#server/kit/process/app-context.ts" {
  interface AppContext {
    stripeEmulator?: StripeEmulator;
  }
}

/** It takes 30 MB of memory: imported with the first payment. */
export const loadSdk = () => import("stripe");

/** A payer waits for two of them. */
const timeout = 3800;
/** For calls that hold row locks: shorter than the database's transaction timeout. */
export const lockedTimeout = { timeout: 8000, maxNetworkRetries: 0 } as const;

const clients = new WeakMap<AppContext, Promise<Stripe>>();

function emulatorOf({ stripeEmulator }: AppContext): StripeEmulator {
  if (!stripeEmulator) throw new Error("There is no key of Stripe, and its emulator is not loaded");
  return stripeEmulator;
}

async function open(appContext: AppContext): Promise<Stripe> {
  const { secretKey, apiUrl } = appContext.config.payments;
  const { Stripe } = await loadSdk();
  const options = { timeout, maxNetworkRetries: 1, telemetry: false };
  if (!secretKey) {
    const emulator = emulatorOf(appContext);
    const { host, port } = await emulator.connect();
    return new Stripe(emulator.secretKey, { ...options, host, port, protocol: "http" });
  }
  const api = apiUrl && {
    host: apiUrl.hostname,
    port: apiUrl.port || (apiUrl.protocol === "https:" ? 443 : 80),
    protocol: apiUrl.protocol === "https:" ? ("https" as const) : ("http" as const),
  };
  return new Stripe(secretKey, { ...options, ...api });
}

function clientOf(appContext: AppContext): Promise<Stripe> {
  if (appContext.config.payments.mode === "off") throw new HttpError(409, message("events.onlineOff"));
  const known = clients.get(appContext) ?? open(appContext);
  clients.set(appContext, known);
  return known;
}

export async function findWebhookSecrets(appContext: AppContext): Promise<readonly string[]> {
  const { isEmulated, webhookSecrets } = appContext.config.payments;
  return isEmulated ? [await emulatorOf(appContext).findWebhookSecret()] : webhookSecrets;
}

export const forAccount = (account: string | null) => (account ? { stripeAccount: account } : {});

type Errors = typeof Stripe.errors;
const isUnavailable = (errors: Errors, error: unknown): error is Stripe.errors.StripeError =>
  error instanceof errors.StripeConnectionError ||
  error instanceof errors.StripeAPIError ||
  error instanceof errors.StripeRateLimitError ||
  error instanceof errors.StripeAuthenticationError;

const isRefused = (errors: Errors, error: unknown): error is Stripe.errors.StripeError =>
  error instanceof errors.StripeInvalidRequestError ||
  error instanceof errors.StripeIdempotencyError ||
  error instanceof errors.StripeCardError ||
  error instanceof errors.StripePermissionError;

function findRefusalSubject({ code = "", param = "" }: Stripe.errors.StripeError): RefusalSubject {
  if (code === "account_invalid") return "disconnected";
  if (code.startsWith("amount_") || param.endsWith("[unit_amount]")) return "amount";
  if (code === "email_invalid" || param === "customer_email") return "email";
  return /^(account|charge_not_allowed|transfers_not_allowed|capability|insufficient_capabilities)/.test(code)
    ? "account"
    : "other";
}

/** @throws HttpError 503 during an outage, and the caller may retry; ProviderRefusal */
export async function send<T>(appContext: AppContext, request: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await clientOf(appContext);
  try {
    return await request(stripe);
  } catch (error) {
    const { errors } = (await loadSdk()).Stripe;
    if (isRefused(errors, error)) {
      const { message, code, param } = error;
      const details = { ...(code && { code }), ...(param && { param }), cause: error };
      throw new ProviderRefusal(message, findRefusalSubject(error), details);
    }
    if (!isUnavailable(errors, error)) throw error;
    // Do not log the message, which may name people; the request id leads to Stripe's log.
    appContext.log.warn(
      { type: error.type, code: error.code, request: error.requestId },
      "the payment provider did not answer",
    );
    throw new HttpError(503, message("payments.providerDown"), { retryAfter: 30 });
  }
}

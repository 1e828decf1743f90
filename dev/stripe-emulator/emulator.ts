/**
 * Stripe emulator for the demo and the tests: API, payment pages, webhooks and test cards. `main.ts` loads it for the
 * demo only.
 */
import type { FastifyInstance } from "fastify";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { StripeEmulator } from "#server/payments/providers/stripe/client.ts";
import { findWebhookSecret } from "./events.ts";
import { servePages } from "./page.ts";
import { listen, EMULATOR_SECRET_KEY, type Faults, type HttpServer } from "./server.ts";

export { default as emulatorJobs } from "./refunds.ts";
export { migrateEmulator } from "./tables.ts";

export interface Emulator extends StripeEmulator {
  faults: Faults;
  close(): Promise<void>;
}

const emulators = new WeakMap<AppContext, Emulator>();

export function getEmulator(appContext: AppContext): Emulator {
  const emulator = emulators.get(appContext);
  if (!emulator) throw new Error("This server has no Stripe emulator");
  return emulator;
}

/**
 * Replaces Stripe with an emulator. Its tables must exist (`migrateEmulator`) and its jobs must run.
 * @throws Error if payments are live or off
 */
export function attachEmulator(appContext: AppContext): Emulator {
  if (!appContext.config.payments.isEmulated) throw new Error("The Stripe emulator is for the demo and for tests");
  const faults: Faults = { isDown: false, lostResponses: 0, onRequest: undefined };
  let server: Promise<HttpServer> | undefined;
  const emulator: Emulator = {
    secretKey: EMULATOR_SECRET_KEY,
    faults,
    connect: () => (server ??= listen(appContext, faults)),
    findWebhookSecret: () => findWebhookSecret(appContext),
    serve: (app: FastifyInstance) => servePages(app, appContext, emulator),
    async close() {
      const open = server;
      server = undefined;
      await (await open)?.close();
    },
  };
  emulators.set(appContext, emulator);
  appContext.stripeEmulator = emulator;
  return emulator;
}

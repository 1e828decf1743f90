/**
 * Global setup of all journeys: starts the app with its demo, and signs in each account. JOURNEYS_SERVER names a started
 * one to use instead, whose mails are in JOURNEYS_DATA_DIR.
 */
import { findWarnings } from "#tests/support/warnings.mjs";
import { startServer } from "#tests/support/start-server.ts";
import { signInDemoAccounts } from "./people.ts";

export default async function setUp(): Promise<() => Promise<void>> {
  const given = process.env.JOURNEYS_SERVER;
  const product = given ? undefined : await startServer("journeys", { TRUST_PROXY: "1" });
  process.env.JOURNEYS_URL = product?.url ?? given ?? "";
  process.env.JOURNEYS_DATA_DIR ??= product?.dataDir ?? "";
  await signInDemoAccounts();
  return async () => {
    if (!product) return;
    await product.stop();
    const warnings = findWarnings(product.output());
    if (warnings.length > 0) throw new Error(`Node warned in the product:\n${warnings.join("\n")}`);
  };
}

/** Global setup of all journeys: starts the app with its demo, and signs in each account. */
import { findWarnings } from "#tests/support/warnings.mjs";
import { startServer } from "#tests/support/start-server.ts";
import { type AccountName, accountNames, demoPassword, demoEmail, callApi } from "./people.ts";

export default async function setUp(): Promise<() => Promise<void>> {
  const product = await startServer("journeys", { TRUST_PROXY: "1" });
  process.env.JOURNEYS_URL = product.url;
  process.env.JOURNEYS_DATA_DIR = product.dataDir;
  const tokens: Partial<Record<AccountName, string>> = {};
  for (const name of accountNames) {
    const body = { email: demoEmail(name), password: demoPassword };
    const { data } = await callApi<{ access_token: string }>("POST", "/auth/login", { body });
    tokens[name] = data.access_token;
  }
  process.env.JOURNEYS_TOKENS = JSON.stringify(tokens);
  return async () => {
    await product.stop();
    const warnings = findWarnings(product.output());
    if (warnings.length > 0) throw new Error(`Node warned in the product:\n${warnings.join("\n")}`);
  };
}

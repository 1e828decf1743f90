/** Before all journeys: one product with its demo, and a session for each of its accounts. */
import { startProduct } from "#tests/product.ts";
import { type AccountName, accountNames, demoPassword, emailOf, ask } from "./people.ts";

export default async function setUp(): Promise<() => Promise<void>> {
  const product = await startProduct("journeys", { TRUST_PROXY: "1" });
  process.env.JOURNEYS_URL = product.url;
  process.env.JOURNEYS_DATA_DIR = product.dataDir;
  const tokens: Partial<Record<AccountName, string>> = {};
  for (const name of accountNames) {
    const body = { email: emailOf(name), password: demoPassword };
    const { data } = await ask<{ access_token: string }>("POST", "/auth/login", { body });
    tokens[name] = data.access_token;
  }
  process.env.JOURNEYS_TOKENS = JSON.stringify(tokens);
  return product.stop;
}

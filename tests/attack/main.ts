/** `npm run attack`: `--requests N`, `--seed S`, `--index I` for one request of a seed, `--url URL` for a product that runs. */
import { parseArgs } from "node:util";
import { isLoopback } from "#server/kit/process/config.ts";
import { findFreePort, startServer, type RunningServer } from "#tests/support/start-server.ts";
import { attack } from "./attack.ts";
import { openDemoTarget } from "./demo-target.ts";
import { repeat } from "./fuzz.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    "allow-remote": { type: "boolean", default: false },
    requests: { type: "string", default: "20000" },
    seed: { type: "string" },
    index: { type: "string" },
  },
});

const readCount = (name: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) fail(`--${name} wants a whole number`);
  return Number(text);
};
function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : readCount("seed", values.seed);
const requests = readCount("requests", values.requests);
if (values.url !== undefined) {
  const { hostname } = URL.parse(values.url) ?? fail("--url wants an address such as http://localhost:3000");
  if (!isLoopback(hostname) && !values["allow-remote"])
    fail(`${hostname} is not this machine: --allow-remote says that it is yours to attack. It changes its data.`);
}

let product: RunningServer | undefined;
try {
  const metricsPort = values.url === undefined ? await findFreePort() : undefined;
  if (metricsPort !== undefined)
    product = await startServer("attack", { METRICS_PORT: String(metricsPort), LOG_LEVEL: "error" });
  const origin = new URL(values.url ?? product?.url ?? "").origin;
  const { target, readVictim } = await openDemoTarget(origin);
  if (values.index === undefined) {
    const failures = await attack(target, {
      seed,
      requests,
      readVictim,
      print: console.log,
      ...(metricsPort !== undefined && { metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }),
      ...(product && { readLog: product.output, isRunning: product.isRunning }),
      // A running product may have the suggestions of addresses off, or out of reach.
      mayLackServices: values.url !== undefined,
    });
    if (failures > 0) process.exitCode = 1;
  } else await repeat(target, seed, readCount("index", values.index), console.log);
} finally {
  await product?.stop();
}

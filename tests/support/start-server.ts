/** Starts the built server as its own process, with the demo in a temporary folder: for journeys and benches. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { compileCache } from "./compile-cache.ts";

export interface RunningServer {
  url: string;
  pid: number;
  dataDir: string;
  output(): string;
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** Find a free port instead of using 0, because links in mails contain it. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/**
 * @param env settings that differ from the demo on its embedded database
 * @param program `bin/start.mjs` for what `npm start` does: it builds, and gives Node its options for memory
 * @throws Error with the output, if the process exits first
 */
export async function startServer(
  name: string,
  env: Record<string, string> = {},
  program: "server/main.ts" | "bin/start.mjs" = "server/main.ts",
): Promise<RunningServer> {
  const root = join(import.meta.dirname, "../..");
  const dataDir = temporaryFolder(name);
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const server = spawn(join(root, "node_modules/.bin/node"), [program], {
    cwd: root,
    env: {
      ...compileCache,
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: "1",
      BASELINE_FOLLOWS: "1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (data: Buffer) => (output += data.toString()));
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  await Promise.race([
    untilReady(`${url}/readyz`),
    ended.then(() => {
      throw new Error(`The product ended before it was ready: ${output}`);
    }),
  ]);
  return {
    url,
    pid: server.pid ?? 0,
    dataDir,
    output: () => output,
    isRunning: () => server.exitCode === null && server.signalCode === null,
    stop,
  };
}

async function untilReady(address: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${address} did not answer within a minute`);
}

/** A server of the product that a fault may kill and start again, with the same port and folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "#tests/support/start-server.ts";

export interface ServerProcess {
  origin: string;
  port: number;
  dataDir: string;
  pid(): number;
  /** @returns when it is ready. @throws Error with its output if it ends before */
  start(): Promise<void>;
  /** @returns its output and exit code */
  runToEnd(): Promise<{ code: number | null; output: string }>;
  signal(signal: NodeJS.Signals): Promise<void>;
  isRunning(): boolean;
  output(): string;
  /** Ends it and deletes its folder. */
  close(): Promise<void>;
}

export interface ServerOptions {
  env: Record<string, string>;
  /** Another version of the product. */
  folder?: string;
}

const START_TIMEOUT_MS = 120_000;
const project = resolve(import.meta.dirname, "..");

export async function createServerProcess({ env, folder = project }: ServerOptions): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "baseline-fault-"));
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let ended = Promise.resolve();
  let output = "";
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  function launch(): ChildProcess {
    const started = spawn(join(project, "node_modules/.bin/node"), ["server/main.ts"], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, BASELINE_FOLLOWS: "1", DEMO: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [started.stdout, started.stderr])
      stream.on("data", (data: Buffer) => (output = (output + data.toString()).slice(-200_000)));
    ended = new Promise((resolve) => started.once("close", () => resolve()));
    child = started;
    return started;
  }
  const isReady = async () =>
    (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined))?.ok ?? false;
  async function signal(name: NodeJS.Signals): Promise<void> {
    if (isRunning()) child?.kill(name);
    await ended;
  }

  return {
    origin,
    port,
    dataDir,
    pid: () => child?.pid ?? 0,
    isRunning,
    signal,
    output: () => output,
    async start() {
      launch();
      const deadline = performance.now() + START_TIMEOUT_MS;
      while (isRunning() && performance.now() < deadline) {
        if (await isReady()) return;
        await sleep(50);
      }
      throw new Error(`The server ${isRunning() ? "is not ready" : "ended"}: ${output}`);
    },
    async runToEnd() {
      const started = launch();
      const cutOff = setTimeout(() => started.kill("SIGKILL"), START_TIMEOUT_MS);
      await ended;
      clearTimeout(cutOff);
      return { code: started.exitCode, output };
    },
    async close() {
      await signal("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** @returns the errors that were answered with 500, each once: such an answer is a fault of the product */
export function listUnexpectedErrors(servers: readonly ServerProcess[]): string[] {
  const lines = servers.flatMap((server) => server.output().split("\n"));
  const messages = lines.flatMap((line) => {
    // The first line may be cut off.
    if (!line.startsWith("{") || !line.includes('"msg":"unexpected"')) return [];
    const { err } = JSON.parse(line) as { err?: { sqlState?: string; message?: string } };
    return [`500: ${err?.sqlState ?? ""} ${err?.message ?? line}`];
  });
  return [...new Set(messages)];
}

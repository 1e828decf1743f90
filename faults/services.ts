/** Programs of Debian that the faults need: HAProxy, PgBouncer, etcd, Patroni. Each listens on the loopback only. */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, closeSync, constants, openSync, readFileSync } from "node:fs";
import { findPostgresAccount } from "#server/kit/db/embedded-binaries.ts";

export interface Service {
  pid: number;
  isRunning(): boolean;
  log(): string;
  signal(signal: NodeJS.Signals): Promise<void>;
}

const paths = {
  haproxy: "/usr/sbin/haproxy",
  pgbouncer: "/usr/sbin/pgbouncer",
  etcd: "/usr/bin/etcd",
  patroni: "/usr/bin/patroni",
  postgres: "/usr/lib/postgresql/15/bin/postgres",
  faketime: "/usr/bin/faketime",
} as const;
export type Program = keyof typeof paths;
export const pathOf = (program: Program): string => paths[program];

/** @returns the Debian packages that are missing */
export function findMissingPrograms(programs: readonly Program[]): string[] {
  return programs.filter((program) => {
    try {
      accessSync(paths[program], constants.X_OK);
      return false;
    } catch {
      return true;
    }
  });
}

interface ServiceOptions {
  logFile: string;
  env?: Record<string, string>;
  /** PostgreSQL and PgBouncer refuse to run as root. */
  asPostgres?: boolean;
}

export function startService(program: Program, args: readonly string[], options: ServiceOptions): Service {
  const { logFile, env = {}, asPostgres = false } = options;
  const output = openSync(logFile, "a", 0o600);
  const child: ChildProcess = spawn(paths[program], args, {
    ...(asPostgres && findPostgresAccount("")),
    cwd: "/",
    env: { PATH: process.env.PATH, HOME: "/tmp", LC_ALL: "C.UTF-8", ...env },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()).once("error", () => resolve()));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid ?? 0,
    isRunning,
    log: () => readFileSync(logFile, "utf8"),
    async signal(signal) {
      if (isRunning()) child.kill(signal);
      await ended;
    },
  };
}

/** Explains a failed start to the operator in one line; undefined if only the whole error helps. */
import { type Config, SettingError } from "./config.ts";
import { isDatabaseError } from "#server/kit/db/database.ts";
import { StartupError } from "#server/kit/db/embedded-lock.ts";
import { DatabaseUnusableError } from "#server/kit/db/migrate.ts";

interface SystemError extends Error {
  code?: string;
  syscall?: string;
  port?: number;
  address?: string;
  hostname?: string;
  errors?: SystemError[];
}

const connectionFailures: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name cannot be looked up",
  ETIMEDOUT: "no answer in time",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ECONNRESET: "the connection was closed",
  "28P01": "wrong user or password",
  "28000": "the server does not let this user in",
  "3D000": "there is no such database",
  "53300": "too many connections",
  "57P03": "the server is starting or stopping",
};

function urlWithoutPassword(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || "localhost"}:${port || 5432}${pathname}`;
}

export function explainStartupError(failure: unknown, config: Config | undefined): string | undefined {
  if (failure instanceof StartupError || failure instanceof SettingError) return failure.message;
  if (!(failure instanceof Error)) return undefined;
  if (failure instanceof DatabaseUnusableError) return explainDatabaseError(failure.cause, config);
  const error = failure as SystemError;
  if (error.code === "EADDRINUSE")
    return `Port ${error.port} is taken by another program: stop it, or set another PORT (or METRICS_PORT)`;
  if (error.syscall === "listen" || (error.syscall === "getaddrinfo" && error.hostname === config?.host))
    return `Cannot listen on ${error.address ?? config?.host}:${error.port ?? config?.port} (${error.code}): set another HOST or PORT`;
  if (isDatabaseError(error)) return explainDatabaseError(error, config);
  return error.code === "EACCES" || error.code === "EROFS" || error.code === "ENOSPC" ? error.message : undefined;
}

function explainDatabaseError(failure: unknown, config: Config | undefined): string | undefined {
  if (!(failure instanceof Error)) return undefined;
  // A host with several addresses has one error for each.
  const error: SystemError = (failure as SystemError).errors?.[0] ?? failure;
  const reason =
    connectionFailures[error.code ?? ""] ?? (/timeout/i.test(error.message) ? "no answer in time" : undefined);
  const problem = `cannot be ${reason ? "reached" : "used"}`;
  const url = config?.databaseUrl;
  const subject = url ? `DATABASE_URL ${problem} (${urlWithoutPassword(url)})` : `The embedded database ${problem}`;
  return `${subject}: ${reason ?? error.message.split("\n")[0]}`;
}

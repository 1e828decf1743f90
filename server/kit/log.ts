/** The log: JSON lines on the standard output, with request ids and without anything about persons. */
import { type DestinationStream, type Logger, pino } from "pino";

/** Names under which secrets and personal data travel; their values never reach the log, at the first two levels. */
const discreet =
  "authorization cookie password currentPassword newPassword token code secret email phone firstName lastName".split(
    " ",
  );

/**
 * @param level as LOG_LEVEL has it
 * @param to where the lines go: the standard output unless said otherwise
 */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: {
      paths: discreet.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`, `*.*.${name}`]),
      remove: true,
    },
    serializers: { req: describeRequest, err: describeError },
  };
  return to ? pino(options, to) : pino(options);
}

/** Of an address that is a secret itself, such as that of a calendar, it stays out of the log; ids are shorter. */
const hideSecrets = (path: string | undefined) => path?.replace(/[\w-]{40,}/g, "…");

/** A request without its search string, which may hold tokens and what people look for, and without an address. */
const describeRequest = (request: { id?: unknown; method?: string; url?: string }) => ({
  id: request.id,
  method: request.method,
  path: hideSecrets(request.url?.split("?")[0]),
});

/** PostgreSQL puts the values of a row into `detail`: only the names of things are told. */
const describeError = (error: Error & { code?: unknown; constraint?: unknown; statusCode?: unknown }) => ({
  type: error.name,
  message: error.message,
  stack: error.stack,
  sqlState: error.code,
  constraint: error.constraint,
  statusCode: error.statusCode,
});

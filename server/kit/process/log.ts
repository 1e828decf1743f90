/** The log: JSON lines on the standard output, with request ids and without personal data. */
import { type DestinationStream, type Logger, pino } from "pino";

/** Names of members with secrets or personal data: their values are redacted at the first two levels. */
const REDACTED_NAMES =
  "authorization cookie password currentPassword newPassword token code secret email phone firstName lastName".split(
    " ",
  );

/**
 * @param level as LOG_LEVEL has it
 * @param to where the lines go (standard output)
 */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: {
      paths: REDACTED_NAMES.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`, `*.*.${name}`]),
      remove: true,
    },
    serializers: { req: describeRequest, err: describeError },
  };
  return to ? pino(options, to) : pino(options);
}

/** Addresses that are secrets, such as a calendar's, stay out of the log; ids are shorter. */
const hideSecrets = (path: string | undefined) => path?.replace(/[\w-]{40,}/g, "…");

/** A request without query string and client address: the query may hold tokens and searches. */
const describeRequest = (request: { id?: unknown; method?: string; url?: string }) => ({
  id: request.id,
  method: request.method,
  path: hideSecrets(request.url?.split("?")[0]),
});

/** PostgreSQL puts values of a row into `detail`: log the names of columns and constraints only. */
const describeError = (error: Error & { code?: unknown; constraint?: unknown; statusCode?: unknown }) => ({
  type: error.name,
  message: error.message,
  stack: error.stack,
  sqlState: error.code,
  constraint: error.constraint,
  statusCode: error.statusCode,
});

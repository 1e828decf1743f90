/** Logger (pino): JSON lines on standard output, with request ids and without personal data. */
import { type DestinationStream, type Logger, pino } from "pino";

/**
 * Members with secrets or personal data, of the API and of rows; their values are redacted on the first levels. A test
 * compares the list with the contract.
 */
export const REDACTED_NAMES: readonly string[] = [
  ...["authorization", "cookie", "secret"],
  ...["password", "confirmPassword", "old_password", "password_confirmation", "password_hash"],
  ...["token", "access_token", "device_token", "device_tokens", "token_hash", "invitation", "code"],
  ...["email", "emails", "emailOwner", "phone", "hostPhone"],
  ...["firstName", "lastName", "fullName", "full_name", "first_name", "last_name", "buyerName", "legalName"],
  ...["addressLine", "completeAddress", "line1", "holder", "iban"],
];

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

/** Redacts secret addresses, such as a calendar's (ids are shorter), and names that contain an email address. */
const hideSecrets = (path: string | undefined) =>
  path?.replace(/[^/]*(?:@|%40)[^/]*/gi, "…").replace(/[\w-]{40,}/g, "…");

/** Leaves out query string and client address: the query may contain tokens and search texts. */
const describeRequest = (request: { id?: unknown; method?: string; url?: string }) => ({
  id: request.id,
  method: request.method,
  path: hideSecrets(request.url?.split("?")[0]),
});

/** PostgreSQL puts row values into `detail`: log only names of columns and constraints. */
const describeError = (error: Error & { code?: unknown; constraint?: unknown; statusCode?: unknown }) => ({
  type: error.name,
  message: error.message,
  stack: error.stack,
  sqlState: error.code,
  constraint: error.constraint,
  statusCode: error.statusCode,
});

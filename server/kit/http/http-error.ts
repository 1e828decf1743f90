/** Expected errors: a status, and a message in the reader's language. Any other error becomes a 500 without details. */
import type { MessageKey, Messages } from "#messages/keys.ts";
import type { Translate } from "#messages/translator.ts";

/** A message key with its parameters: `message("kit.page", {page: 1, …})`. */
export interface LocalizedMessage {
  key: MessageKey;
  params: Record<string, string | number>;
}
export const message = <K extends MessageKey>(
  key: K,
  ...[params]: keyof Messages[K] extends never ? [] : [params: Messages[K]]
): LocalizedMessage => ({ key, params: params ?? {} });

export const renderMessage = (t: Translate, saying: LocalizedMessage): string =>
  (t as (key: MessageKey, params: LocalizedMessage["params"]) => string)(saying.key, saying.params);

/**
 * An error that a person may read.
 * @param status HTTP status: 400, 401, 403, 404, 409, 413, 415, 422, 429 or 503
 * @param errors messages by the name of their field
 * @param retryAfter seconds; sent as `Retry-After`
 */
export class HttpError extends Error {
  readonly status: number;
  readonly localizedMessage: LocalizedMessage;
  readonly errors: Record<string, LocalizedMessage[]> | undefined;
  readonly retryAfter: number | undefined;
  constructor(
    status: number,
    saying: LocalizedMessage,
    options: { errors?: Record<string, LocalizedMessage[]>; retryAfter?: number } = {},
  ) {
    super(saying.key);
    this.status = status;
    this.localizedMessage = saying;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
  }
}

/** Missing, or another organization's: never distinguished. */
export const notFound = () => new HttpError(404, message("kit.notFound"));

/** Invalid fields, each with its messages. */
export const invalidFields = (errors: Record<string, LocalizedMessage[]>) =>
  new HttpError(422, message("kit.invalid"), { errors });

/** Expected errors with a status and a localized message. Any other error becomes a 500 without details. */
import type { MessageKey, Messages } from "#messages/keys.ts";
import type { Translate } from "#messages/translator.ts";

export interface LocalizedMessage {
  key: MessageKey;
  params: Record<string, string | number>;
}
export const message = <K extends MessageKey>(
  key: K,
  ...[params]: keyof Messages[K] extends never ? [] : [params: Messages[K]]
): LocalizedMessage => ({ key, params: params ?? {} });

export const renderMessage = (t: Translate, localized: LocalizedMessage): string =>
  (t as (key: MessageKey, params: LocalizedMessage["params"]) => string)(localized.key, localized.params);

/** For programs, where the status alone does not say what is to be done. */
export type RefusalCode = "second_factor_required";

/**
 * @param errors messages by field name
 * @param retryAfter seconds; sent as `Retry-After`
 */
export class HttpError extends Error {
  readonly status: number;
  readonly localizedMessage: LocalizedMessage;
  readonly errors: Record<string, LocalizedMessage[]> | undefined;
  readonly retryAfter: number | undefined;
  readonly code: RefusalCode | undefined;
  constructor(
    status: number,
    localized: LocalizedMessage,
    options: { errors?: Record<string, LocalizedMessage[]>; retryAfter?: number; code?: RefusalCode } = {},
  ) {
    super(localized.key);
    this.status = status;
    this.localizedMessage = localized;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
    this.code = options.code;
  }
}

/** Also for rows of other organizations, so that nobody can probe for them. */
export const notFound = () => new HttpError(404, message("kit.notFound"));

export const invalidFields = (errors: Record<string, LocalizedMessage[]>) =>
  new HttpError(422, message("kit.invalid"), { errors });

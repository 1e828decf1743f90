/** Expected refusals: a status, and words in the reader's language. Everything else that is thrown becomes a 500 without details. */
import type { WordKey, Words } from "#words/keys.ts";
import type { Translate } from "#words/words.ts";

/** A text to be: a key of the words, with its parameters. `say("kit.page", {page: 1, …})`. */
export interface Saying {
  key: WordKey;
  params: Record<string, string | number>;
}
export const say = <K extends WordKey>(
  key: K,
  ...[params]: keyof Words[K] extends never ? [] : [params: Words[K]]
): Saying => ({ key, params: params ?? {} });

/** The text of a saying in the language of `t`. */
export const spell = (t: Translate, saying: Saying): string =>
  (t as (key: WordKey, params: Saying["params"]) => string)(saying.key, saying.params);

/**
 * A refusal that a person may read.
 * @param status HTTP status: 400, 401, 403, 404, 409, 413, 415, 422, 429 or 503
 * @param saying the message
 * @param errors words by the name of the field they belong beside
 * @param retryAfter seconds until another try makes sense; sent as `Retry-After`
 */
export class Problem extends Error {
  readonly status: number;
  readonly saying: Saying;
  readonly errors: Record<string, Saying[]> | undefined;
  readonly retryAfter: number | undefined;
  constructor(
    status: number,
    saying: Saying,
    options: { errors?: Record<string, Saying[]>; retryAfter?: number } = {},
  ) {
    super(saying.key);
    this.status = status;
    this.saying = saying;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
  }
}

/** Not there, or not yours: the two are never told apart. */
export const notFound = () => new Problem(404, say("kit.notFound"));

/** Wrong fields, each with its words. */
export const invalid = (errors: Record<string, Saying[]>) => new Problem(422, say("kit.invalid"), { errors });

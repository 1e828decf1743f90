import { invalidFields, HttpError } from "./http-error.ts";

type Check = () => unknown;

/**
 * Runs several checks of one request, one after another, to report all errors at once.
 * @returns their results, in order
 * @throws HttpError 422 with the fields of all failed checks; other errors pass through
 */
export async function collectFieldErrors<const T extends readonly Check[]>(
  ...checks: T
): Promise<{ [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const answers: unknown[] = [];
  const errors: NonNullable<HttpError["errors"]> = {};
  for (const check of checks) {
    try {
      answers.push(await check());
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 422 || !error.errors) throw error;
      Object.assign(errors, error.errors);
    }
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return answers as { [K in keyof T]: Awaited<ReturnType<T[K]>> };
}

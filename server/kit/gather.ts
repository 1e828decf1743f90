/** Several checks of one request: everything wrong is told at once, not the first thing only. */
import { invalid, Problem } from "./problem.ts";

type Check = () => unknown;

/**
 * Runs the checks one after another.
 * @returns what they answer, in their order
 * @throws Problem 422 with the fields of all that refused; anything else that is thrown passes through
 */
export async function gather<const T extends readonly Check[]>(
  ...checks: T
): Promise<{ [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const answers: unknown[] = [];
  const errors: NonNullable<Problem["errors"]> = {};
  for (const check of checks) {
    try {
      answers.push(await check());
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 422 || !error.errors) throw error;
      Object.assign(errors, error.errors);
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return answers as { [K in keyof T]: Awaited<ReturnType<T[K]>> };
}

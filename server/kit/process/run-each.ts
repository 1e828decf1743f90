/** Runs independent pieces of work, for sweeps. */

/**
 * Runs `work` for one item after the other. A failure stops none of the others; the next sweep tries it again.
 * @param failureText follows the number of failures: "refunds could not be sent"
 * @throws AggregateError of all failures
 */
export async function runEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  failureText: string,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${failureText}`);
}

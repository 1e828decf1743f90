/**
 * Runs `work` for each item. A failure does not stop the others; the next run retries it.
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

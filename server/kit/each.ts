/** The work of sweeps, each piece for itself. */

/**
 * Works on one after the other. One that fails stops none of the others; it is said at the end, and tried again with the next
 * sweep.
 * @param what of those that failed, after their number: "refunds could not be sent"
 * @throws AggregateError of all that failed
 */
export async function onEach<T>(all: Iterable<T>, work: (one: T) => Promise<unknown>, what: string): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${what}`);
}

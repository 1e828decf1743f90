/** The file store does not answer, or fails by itself: another attempt may succeed. */
export class StoreUnavailableError extends Error {
  /** As of a connection, so that the caller is answered with 503. */
  readonly code = "ETIMEDOUT";
  constructor(cause: unknown) {
    super("The file store does not answer", { cause });
  }
}

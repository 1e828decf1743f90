import { sql } from "kysely";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { HttpError, renderMessage } from "./http-error.ts";

/**
 * Runs work in a savepoint: an HttpError undoes this work only, and the transaction goes on.
 * @returns the error's message, or undefined on success
 */
export async function runInSavepoint(
  { db, t }: Pick<RequestContext, "db" | "t">,
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  await sql`savepoint part`.execute(db);
  try {
    await work();
    await sql`release savepoint part`.execute(db);
    return undefined;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await sql`rollback to savepoint part`.execute(db);
    const [own] = Object.values(error.errors ?? {}).flat();
    return renderMessage(t, own ?? error.localizedMessage);
  }
}

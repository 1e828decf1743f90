/** While the server has no administrator, its address and the login lead to the page that makes one. */
import type { FastifyInstance } from "fastify";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { countAdministrators } from "./queries.ts";

export const FIRST_ADMINISTRATOR_PATH = "/auth/first-administrator";
/** Without a query: a login with a way back belongs to somebody who has an account. */
const addresses = ["/", "/auth/login"];

export function redirectToFirstAdministrator(app: FastifyInstance, { db }: Pick<AppContext, "db">): void {
  // The first administrator stays: once found, nobody asks again.
  let isMissing = true;
  app.addHook("onRequest", async ({ method, url, log }, reply) => {
    if (!isMissing || (method !== "GET" && method !== "HEAD") || !addresses.includes(url)) return;
    try {
      isMissing = (await countAdministrators(db)) === 0;
    } catch (err) {
      // Without a database the page itself says what is wrong.
      log.warn({ err }, "could not look for an administrator");
      return;
    }
    if (isMissing) await reply.header("cache-control", "no-store").redirect(FIRST_ADMINISTRATOR_PATH);
  });
}

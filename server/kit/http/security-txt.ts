/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
import type { FastifyInstance } from "fastify";
import { languages } from "#messages/translator.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";

const DAY_MS = 86_400_000;
/** The RFC recommends less than a year. */
const VALIDITY_MS = 180 * DAY_MS;

export function serveSecurityTxt(app: FastifyInstance, { config, clock }: AppContext): void {
  const { securityContact, appUrl } = config;
  if (!securityContact) return;
  app.get("/.well-known/security.txt", async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + VALIDITY_MS).toISOString();
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${languages.join(", ")}`,
      `Canonical: ${appUrl}/.well-known/security.txt`,
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}

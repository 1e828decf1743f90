/**
 * Tickets of forms against bots and spam, instead of a CAPTCHA: whoever sends a form has opened it a moment before. A
 * program that posts without reading has none.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { TICKET_MAX_MINUTES, TICKET_MIN_SECONDS } from "#contract/guests.ts";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";

const sign = async (db: Database, text: string): Promise<Buffer> =>
  createHmac("sha256", await findOrCreateSecret(db, "guest-tickets"))
    .update(text)
    .digest();

export async function createTicket(db: Database, organizationId: string, now: Date): Promise<string> {
  const time = String(now.getTime());
  return `${time}.${(await sign(db, `${organizationId}:${time}`)).toString("base64url")}`;
}

/** @throws HttpError 422 on `ticket` unless it was given for the organization two seconds to two hours ago */
export async function assertTicket(db: Database, organizationId: string, ticket: string | undefined, now: Date) {
  const [time = "", signature = ""] = ticket?.split(".") ?? [];
  const given = Buffer.from(signature, "base64url");
  const right = await sign(db, `${organizationId}:${time}`);
  const age = now.getTime() - Number(time);
  const isRight = given.length === right.length && timingSafeEqual(given, right);
  if (!isRight || age < TICKET_MIN_SECONDS * 1000 || age > TICKET_MAX_MINUTES * 60_000)
    throw invalidFields({ ticket: [message("guests.ticketOver")] });
}

/** Tells a person by mail of a sign-in with a browser that the account does not know. */
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { Language } from "#messages/translator.ts";
import { newDeviceMail } from "./mail.ts";
import type { UserRow } from "./queries.ts";
import { countTry, rateLimit } from "./rate-limits.ts";
import type { Device } from "./sessions.ts";

export async function notifyNewDevice(
  { db, appContext, now, language }: Pick<Call, "db" | "appContext" | "now" | "language">,
  {
    id,
    email,
    email_verified_at,
    language: ownLanguage,
  }: Pick<UserRow, "id" | "email" | "email_verified_at" | "language">,
  { userAgent = "", address }: Device,
): Promise<void> {
  // An address that nobody has confirmed may be somebody else's.
  if (!email_verified_at) return;
  // A program that signs in again and again fills no mailbox.
  if (await countTry({ db, now }, [rateLimit("newDevice", id)])) return;
  await enqueueMail(
    { db, appContext, now },
    {
      to: email,
      language: (ownLanguage as Language | null) ?? language,
      template: newDeviceMail,
      params: { email, at: now.toISOString(), userAgent: userAgent.slice(0, 400), network: address },
    },
  );
}

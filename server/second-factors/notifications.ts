/** Mails about one's second factor: what a thief of the account would do, its owner must hear of. */
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { Language } from "#messages/translator.ts";
import { type SecondFactorChange, secondFactorMail } from "./mail.ts";

export async function notifySecondFactor(
  { db, appContext, now, language: fallback }: Pick<Call, "db" | "appContext" | "now" | "language">,
  { email, language }: { email: string; language: string | null },
  change: SecondFactorChange,
): Promise<void> {
  const params = { ...change, email, at: now.toISOString() };
  // The mail concerns the person, not an organization.
  await enqueueMail(
    { db, appContext, now },
    { to: email, language: (language as Language | null) ?? fallback, template: secondFactorMail, params },
  );
}

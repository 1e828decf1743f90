/** Mails that can be turned off carry an address that does so without a sign-in (List-Unsubscribe, opt-out). */
import { createHmac, timingSafeEqual } from "node:crypto";
import {
  type notifications,
  TEAM_MAILS,
  teamMailKinds,
  type UnsubscribableMail,
  unsubscribableMails,
} from "#contract/notifications.ts";
import type { Returns } from "#contract/kit.ts";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { mailChoicePort, MailChoice } from "#server/kit/mail/mail-choice-port.ts";
import { isUuid } from "#server/kit/process/uuid.ts";
import { updatePreferences } from "./queries.ts";

/** Paths with a dot are files. */
const SEPARATOR = "~";

const sign = async (db: Database, userId: string, kind: UnsubscribableMail): Promise<string> =>
  createHmac("sha256", await findOrCreateSecret(db, "unsubscribe"))
    .update(`${userId} ${kind}`)
    .digest("base64url");

/** It says whom it is for and which kind; only this installation can sign it. It does not expire, as mails do not. */
export const createUnsubscribeSecret = async (
  db: Database,
  { userId, kind }: { userId: string; kind: UnsubscribableMail },
): Promise<string> => [userId, kind, await sign(db, userId, kind)].join(SEPARATOR);

async function readSecret(
  db: Database,
  secret: string,
): Promise<{ userId: string; kind: UnsubscribableMail } | undefined> {
  const [userId = "", name = "", signature = ""] = secret.split(SEPARATOR);
  const kind = unsubscribableMails.find((one) => one === name);
  if (!kind || !isUuid(userId)) return undefined;
  const [given, right] = [Buffer.from(signature), Buffer.from(await sign(db, userId, kind))];
  return given.length === right.length && timingSafeEqual(given, right) ? { userId, kind } : undefined;
}

export const findMailChoice: (typeof mailChoicePort)["findMailChoice"] = async (
  { db, config },
  { recipient, kind: name },
): Promise<MailChoice | undefined> => {
  const kind = unsubscribableMails.find((one) => one === name);
  if (!kind) throw new Error(`Mails of the kind ${name} cannot be turned off`);
  const user = await db
    .selectFrom("users")
    .leftJoin("notification_preferences as chosen", (join) =>
      join.onRef("chosen.user_id", "=", "users.id").on("chosen.kind", "=", kind).on("chosen.channel", "=", "mail"),
    )
    .select(["users.id", "chosen.choice"])
    .where("users.email", "=", recipient)
    .executeTakeFirst();
  if (!user) return undefined;
  const secret = await createUnsubscribeSecret(db, { userId: user.id, kind });
  return {
    isWanted: user.choice !== "off",
    page: `${config.appUrl}/unsubscribe/${secret}`,
    oneClick: `${config.appUrl}/api/v1/unsubscribe/${secret}`,
  };
};

/** @throws HttpError 404 for an address that is none, or of an account that is gone */
export async function stopMails(
  call: Call<typeof notifications.stopMails>,
): Promise<Returns<typeof notifications.stopMails>> {
  const { db, params } = call;
  const found = await readSecret(db, params.secret);
  const user = found && (await db.selectFrom("users").select("id").where("id", "=", found.userId).executeTakeFirst());
  if (!found || !user) throw notFound();
  const kinds = found.kind === TEAM_MAILS ? teamMailKinds : [found.kind];
  const off = kinds.map((kind) => ({ kind, channel: "mail" as const, choice: "off" as const }));
  await updatePreferences(db, found.userId, off);
  return { kind: found.kind };
}

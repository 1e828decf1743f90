/** Links of invitation mails. They prove the mailbox. A repeated mail has a new link, and the earlier one stops to work. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { InvitationPort } from "#server/accounts/invitation-port.ts";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";
import { isUuid } from "#server/kit/process/uuid.ts";
import { findOpenInvitation, inviterName } from "./invitations.ts";
import { roleName } from "./roles.ts";

/** Later the link may have been forwarded. */
const PROOF_MS = 14 * 86_400_000;

interface SentMail {
  id: string;
  invited_at: Date;
}

const sign = async (db: Database, { id, invited_at }: SentMail): Promise<string> =>
  createHmac("sha256", await findOrCreateSecret(db, "invitation-links"))
    .update(`${id} ${invited_at.toISOString()}`)
    .digest("base64url");

export const createInvitationSecret = async (db: Database, sent: SentMail): Promise<string> =>
  `${sent.id}.${await sign(db, sent)}`;

export const findInvitationBySecret: InvitationPort["findInvitation"] = async ({ db, now, t }, secret) => {
  const [id = "", signature = ""] = secret.split(".");
  const row = isUuid(id) ? await findOpenInvitation(db, id, now) : undefined;
  if (!row) return undefined;
  const [given, right] = [Buffer.from(signature), Buffer.from(await sign(db, row))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return {
    id: row.id,
    email: row.email,
    organization: { id: row.organization_id, name: row.organization_name },
    role: roleName({ id: row.role_id, name: row.role_name }, t),
    invitedBy: inviterName(row),
    provesAddress: now.getTime() - row.invited_at.getTime() < PROOF_MS,
  };
};

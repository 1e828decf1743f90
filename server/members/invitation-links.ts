/** Links of invitation mails. They prove the mailbox. A repeated mail has the same link, so that the earlier one works too. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { InvitationPort } from "#server/accounts/invitation-port.ts";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";
import { isUuid } from "#server/kit/process/uuid.ts";
import { findOpenInvitation, inviterName } from "./invitations.ts";
import { roleName } from "./roles.ts";

const signId = async (db: Database, id: string): Promise<string> =>
  createHmac("sha256", await findOrCreateSecret(db, "invitation-links"))
    .update(id)
    .digest("base64url");

export const createInvitationToken = async (db: Database, id: string): Promise<string> =>
  `${id}.${await signId(db, id)}`;

export const findInvitationByToken: InvitationPort["findInvitation"] = async ({ db, now, t }, token) => {
  const [id = "", signature = ""] = token.split(".");
  if (!isUuid(id)) return undefined;
  const [given, right] = [Buffer.from(signature), Buffer.from(await signId(db, id))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const row = await findOpenInvitation(db, id, now);
  return (
    row && {
      id: row.id,
      email: row.email,
      organization: { id: row.organization_id, name: row.organization_name },
      role: roleName({ id: row.role_id, name: row.role_name }, t),
      invitedBy: inviterName(row),
    }
  );
};

/** Makes and revokes join links. */
import {
  formatJoinCode,
  JOIN_LINK_DEFAULT_DAYS,
  type joining,
  MAX_JOIN_LINKS,
  type NewJoinLink,
} from "#contract/joining.ts";
import { MEMBER_ROLE_ID } from "#contract/permissions.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { assertOutranks, lockAndReauthorize, roleRank } from "#server/members/permissions.ts";
import { roleName } from "#server/members/roles.ts";
import { createJoinCode, hashJoinCode } from "./codes.ts";
import { findRoleOfMembers } from "./offers.ts";
import { countLinks, findLink, insertLink, updateLinkRevoked } from "./queries.ts";

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;
const LAST_SIGNS = 3;

function readEnd({ body, now }: Call<typeof joining.createLink>): Date {
  if (body.expiresAt === undefined) return new Date(now.getTime() + JOIN_LINK_DEFAULT_DAYS * DAY_MS);
  const end = new Date(body.expiresAt);
  if (end <= now) throw invalidFields({ expiresAt: [message("joining.endPast")] });
  if (end.getTime() > now.getTime() + MAX_DAYS * DAY_MS)
    throw invalidFields({ expiresAt: [message("joining.endFar")] });
  return end;
}

/** @throws HttpError 422 on `role` unless it is one of members, on `expiresAt`; 409 for too many links */
export async function createLink(call: Call<typeof joining.createLink>): Promise<NewJoinLink> {
  const { db, organizationId, now, body, user, t, appContext, record } = call;
  const actor = await lockAndReauthorize(call, "members.manage");
  const role = await findRoleOfMembers(db, organizationId, body.role ?? MEMBER_ROLE_ID);
  assertOutranks(actor, roleRank(role), "role");
  const expiresAt = readEnd(call);
  if ((await countLinks(db, organizationId, now)) >= MAX_JOIN_LINKS)
    throw new HttpError(409, message("joining.tooManyLinks", { count: MAX_JOIN_LINKS }));
  const id = uuidv7(now);
  const code = createJoinCode();
  const { needsApproval, maxUses } = body;
  await insertLink(db, await hashJoinCode(db, code), {
    ...{ organization_id: organizationId, id, last_signs: code.slice(-LAST_SIGNS), role_id: role.id },
    ...{ needs_approval: needsApproval, max_uses: maxUses, expires_at: expiresAt },
    ...{ created_by: user.id, created_at: now },
  });
  const link = await findLink(call, id);
  if (!link) throw notFound();
  const after = { role: { id: role.id, name: role.name }, needsApproval, maxUses, expiresAt: link.expiresAt };
  record({ after: { name: link.lastSigns, ...after } });
  const url = `${appContext.config.appUrl}/j/${code}`;
  return { ...link, role: { id: role.id, name: roleName(role, t) }, code: formatJoinCode(code), url };
}

export async function revokeLink(call: Call<typeof joining.revokeLink>): Promise<null> {
  const { db, organizationId, params, now, record } = call;
  await lockAndReauthorize(call, "members.manage");
  const link = await findLink(call, params.joinLinkId);
  if (!link || !(await updateLinkRevoked(db, { organizationId, linkId: link.id }, now))) throw notFound();
  record({ before: { name: link.lastSigns }, after: {} });
  return null;
}

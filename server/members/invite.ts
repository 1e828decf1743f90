/** Invites people to an organization by email; sends invitations again, or revokes them. */
import { email as emailForm } from "#contract/kit.ts";
import { members, type invitationOutcomes, type SentInvitation } from "#contract/members.ts";
import { memberTypeOfRole, OWNER_ROLE_ID, type RoleType } from "#contract/permissions.ts";
import { countTry, enforceRateLimit, MAX_INVITATIONS_PER_DAY, rateLimit } from "#server/accounts/rate-limits.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { recordActivity } from "#server/kit/activity/audit-log.ts";
import type { DomainEvents, RequestContext } from "#server/kit/events/domain-events.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, HttpError, message, renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import {
  invitationExpiry,
  findInvitationToChange,
  findSentInvitation,
  insertInvitations,
  listOpenInvitations,
  updateInvitation,
} from "./invitations.ts";
import { sendInvitationMails } from "./mail.ts";
import { type AccountStatus, findAccountsByEmail } from "./memberships.ts";
import { insertBuiltInRoles, listRolesById } from "./roles.ts";
import { type Actor, assertOutranks, lockAndReauthorize, roleRank, findRankViolation } from "./permissions.ts";

type InviteCall = Call<typeof members.invite>;
type Role = Awaited<ReturnType<typeof listRolesById>>[number];
type OpenInvitation = Awaited<ReturnType<typeof listOpenInvitations>>[number];
interface InvitationOutcome {
  email: string;
  outcome: (typeof invitationOutcomes)[number];
  message: string;
}
interface InvitationContext {
  actor: Actor;
  role: Role;
  accounts: Map<string, AccountStatus>;
  open: Map<string, OpenInvitation>;
}

/** A repeated invitation within this time is a double click, and sends no second mail. */
const REPEAT_CLICK_MS = 30_000;

async function findRoleToGive({ db, organizationId, body }: InviteCall, actor: Actor): Promise<Role> {
  const [role] = await listRolesById(db, organizationId, [body.role]);
  if (!role) throw invalidFields({ role: [message("members.roleUnknown")] });
  if (memberTypeOfRole(role.type as RoleType) !== body.type)
    throw invalidFields({ role: [message("members.roleOfOtherType")] });
  assertOutranks(actor, roleRank(role), "role");
  return role;
}

/** Invalid addresses stay as given. Duplicates are removed; the order stays. */
function parseAddresses(texts: readonly string[]): { email: string; isRight: boolean }[] {
  const read = texts.map((text) => {
    const address = emailForm.safeParse(text);
    return address.success ? { email: address.data, isRight: true } : { email: text.trim(), isRight: false };
  });
  return [...new Map(read.map((one) => [one.email, one])).values()];
}

function decideOutcome(
  { t }: InviteCall,
  { email, isRight }: { email: string; isRight: boolean },
  context: InvitationContext,
): InvitationOutcome {
  if (!isRight) return { email, outcome: "invalid", message: t("kit.invalidEmail") };
  const isActive = context.accounts.get(email)?.isActive;
  if (isActive !== undefined)
    return {
      email,
      outcome: "already_member",
      message: t(isActive ? "members.outcomeMember" : "members.outcomeInactive"),
    };
  const open = context.open.get(email);
  const why = open && findRankViolation(context.actor, roleRank({ id: open.role_id, permissions: open.permissions }));
  if (why) return { email, outcome: "invalid", message: renderMessage(t, why) };
  return { email, outcome: "invited", message: t(open ? "members.outcomeAgain" : "members.outcomeInvited") };
}

const isRepeatedClick = ({ user, now, body }: InviteCall, open: OpenInvitation | undefined): boolean =>
  open !== undefined &&
  open.role_id === body.role &&
  open.invited_by === user.id &&
  now.getTime() - open.invited_at.getTime() < REPEAT_CLICK_MS;

async function createInvitations(call: InviteCall, emails: string[], { role, open }: InvitationContext): Promise<void> {
  const { db, now, organizationId, user } = call;
  const rows = emails.map((email) => buildInvitationRow({ organizationId, email, roleId: role.id, by: user.id }, now));
  const made = await insertInvitations(db, rows);
  const named = ({ id, name }: { id: number; name: string }) => ({ id, name });
  for (const { id, email } of made) {
    const before = open.get(email);
    const was = before && { before: { role: named({ id: before.role_id, name: before.role_name }) } };
    await recordActivity(call, members.invite, { subjectId: id, ...was, after: { email, role: named(role) } }, null);
  }
  await sendInvitationMails(call, { organization: await findOrganization(db, organizationId), role, invited: made });
}

const buildInvitationRow = (
  { organizationId, email, roleId, by }: { organizationId: string; email: string; roleId: number; by: string },
  now: Date,
) => ({
  organization_id: organizationId,
  id: uuidv7(now),
  email,
  role_id: roleId,
  invited_by: by,
  invited_at: now,
  expires_at: invitationExpiry(now),
});

/** @throws HttpError 429 beside `emails` above the invitations that an organization, or a person, may send in a day */
async function assertInvitationsLeft(call: InviteCall, count: number): Promise<void> {
  const { db, now, organizationId, user } = call;
  if (user.isPlatformAdmin || count === 0) return;
  // In the transaction: refused invitations are not counted.
  const limits = [rateLimit("invite.organization", organizationId), rateLimit("invite.person", user.id)];
  const excess = await countTry({ db, now }, limits, count);
  if (!excess) return;
  const why = message("members.tooManyInvitations", { max: MAX_INVITATIONS_PER_DAY });
  throw new HttpError(429, why, { errors: { emails: [why] }, retryAfter: excess.seconds });
}

export async function invite(call: InviteCall): Promise<InvitationOutcome[]> {
  const { db, organizationId, body, record } = call;
  const actor = await lockAndReauthorize(call, "members.manage");
  const role = await findRoleToGive(call, actor);
  const addresses = parseAddresses(body.emails);
  const emails = addresses.filter((address) => address.isRight).map((address) => address.email);
  const open = await listOpenInvitations(db, organizationId, emails);
  const context: InvitationContext = {
    actor,
    role,
    accounts: await findAccountsByEmail(db, organizationId, emails),
    open: new Map(open.map((one) => [one.email, one])),
  };
  const outcomes = addresses.map((address) => decideOutcome(call, address, context));
  const invited = outcomes.filter(
    ({ email, outcome }) => outcome === "invited" && !isRepeatedClick(call, context.open.get(email)),
  );
  await assertInvitationsLeft(call, invited.length);
  await createInvitations(
    call,
    invited.map((one) => one.email),
    context,
  );
  record({ skipsEntry: true });
  return outcomes;
}

async function findInvitationToManage(
  call: Call<typeof members.resendInvitation> | Call<typeof members.revokeInvitation>,
) {
  const actor = await lockAndReauthorize(call, "members.manage");
  const invitation = await findInvitationToChange(call.db, call.organizationId, call.params.invitationId);
  if (invitation.status !== "open") throw new HttpError(409, message("members.invitationAnswered"));
  assertOutranks(actor, roleRank({ id: invitation.role_id, permissions: invitation.permissions }));
  const { email, role_id: id, role_name: name } = invitation;
  call.record({ before: { email, role: { id, name } }, after: { email } });
  return { id: invitation.id, email, role: { id, name } };
}

export async function resendInvitation(call: Call<typeof members.resendInvitation>): Promise<SentInvitation> {
  const { db, now, organizationId, user, record } = call;
  const { id, email, role } = await findInvitationToManage(call);
  // In the transaction: a refused mail is not counted.
  const limits = [rateLimit("resendInvitation.pause", id), rateLimit("resendInvitation.day", id)];
  await enforceRateLimit({ db, now }, limits, { text: () => message("members.resendInvitationWait") });
  const row = buildInvitationRow({ organizationId, email, roleId: role.id, by: user.id }, now);
  const invited = await insertInvitations(db, [row]);
  await sendInvitationMails(call, { organization: await findOrganization(db, organizationId), role, invited });
  record({ after: { email, role, expiresAt: invitationExpiry(now).toISOString() } });
  return findSentInvitation(db, organizationId, id, now);
}

export async function revokeInvitation(call: Call<typeof members.revokeInvitation>): Promise<null> {
  const { id } = await findInvitationToManage(call);
  await updateInvitation(call.db, call.organizationId, id, { status: "revoked", at: call.now });
  return null;
}

export async function setUpOrganization(
  context: RequestContext,
  event: DomainEvents["organizations.created"],
): Promise<void> {
  const { db, now, user } = context;
  const { organizationId, emailOwner } = event;
  await insertBuiltInRoles(db, [organizationId], now);
  if (!emailOwner) return;
  const invited = await insertInvitations(db, [
    buildInvitationRow({ organizationId, email: emailOwner, roleId: OWNER_ROLE_ID, by: user.id }, now),
  ]);
  const organization = await findOrganization(db, organizationId);
  await sendInvitationMails(context, {
    organization,
    role: { id: OWNER_ROLE_ID, name: "Owner" },
    invited,
  });
}

/** Invites people by email, again where they did not answer, and takes it back. */
import { email as emailForm } from "#contract/kit.ts";
import { members, type outcomes, type SentInvitation } from "#contract/members.ts";
import { memberType, ownerRoleId, type RoleType } from "#contract/permissions.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { noteActivity } from "#server/kit/activity.ts";
import type { Announcements, Place } from "#server/kit/announce.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, Problem, say, spell } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import {
  expiryOf,
  findInvitationToChange,
  findSentInvitation,
  insertInvitations,
  listOpenByEmail,
  updateInvitation,
} from "./invitations.ts";
import { sendInvitations } from "./mail.ts";
import { type Account, listAccounts } from "./memberships.ts";
import { insertBuiltInRoles, listRolesById } from "./roles.ts";
import { type Actor, refuseAbove, takeTurn, weigh, whyAbove } from "./standing.ts";

type Inviting = Call<typeof members.invite>;
type Role = Awaited<ReturnType<typeof listRolesById>>[number];
type Open = Awaited<ReturnType<typeof listOpenByEmail>>[number];
interface Outcome {
  email: string;
  outcome: (typeof outcomes)[number];
  message: string;
}
interface Known {
  actor: Actor;
  role: Role;
  accounts: Map<string, Account>;
  open: Map<string, Open>;
}

/** Milliseconds within which the same invitation by the same person is a second click, and no second letter. */
const sameClick = 30_000;

async function findRoleToGive({ db, organizationId, body }: Inviting, actor: Actor): Promise<Role> {
  const [role] = await listRolesById(db, organizationId, [body.role]);
  if (!role) throw invalid({ role: [say("members.roleUnknown")] });
  if (memberType(role.type as RoleType) !== body.type) throw invalid({ role: [say("members.roleOfOtherType")] });
  refuseAbove(actor, weigh(role), "role");
  return role;
}

/** As given, where it is no address; each once, in the order given. */
function addressesOf(given: readonly string[]): { email: string; isRight: boolean }[] {
  const read = given.map((text) => {
    const address = emailForm.safeParse(text);
    return address.success ? { email: address.data, isRight: true } : { email: text.trim(), isRight: false };
  });
  return [...new Map(read.map((one) => [one.email, one])).values()];
}

function outcomeOf({ t }: Inviting, { email, isRight }: { email: string; isRight: boolean }, known: Known): Outcome {
  if (!isRight) return { email, outcome: "invalid", message: t("kit.invalidEmail") };
  const isActive = known.accounts.get(email)?.isActive;
  if (isActive !== undefined)
    return {
      email,
      outcome: "already_member",
      message: t(isActive ? "members.outcomeMember" : "members.outcomeInactive"),
    };
  const open = known.open.get(email);
  const why = open && whyAbove(known.actor, weigh({ id: open.role_id, permissions: open.permissions }));
  if (why) return { email, outcome: "invalid", message: spell(t, why) };
  return { email, outcome: "invited", message: t(open ? "members.outcomeAgain" : "members.outcomeInvited") };
}

const isSameClick = ({ user, now, body }: Inviting, open: Open | undefined): boolean =>
  open !== undefined &&
  open.role_id === body.role &&
  open.invited_by === user.id &&
  now.getTime() - open.invited_at.getTime() < sameClick;

/** Makes the invitations, sends the letters, and writes each down. */
async function sendOut(call: Inviting, emails: string[], { role, open }: Known): Promise<void> {
  const { db, now, organizationId, user } = call;
  const rows = emails.map((email) => rowOf({ organizationId, email, roleId: role.id, by: user.id }, now));
  const made = await insertInvitations(db, rows);
  const named = ({ id, name }: { id: number; name: string }) => ({ id, name });
  for (const { id, email } of made) {
    const before = open.get(email);
    const was = before && { before: { role: named({ id: before.role_id, name: before.role_name }) } };
    await noteActivity(call, members.invite, { subjectId: id, ...was, after: { email, role: named(role) } }, null);
  }
  await sendInvitations(call, { organization: await findOrganization(db, organizationId), role, emails });
}

const rowOf = (
  { organizationId, email, roleId, by }: { organizationId: string; email: string; roleId: number; by: string },
  now: Date,
) => ({
  organization_id: organizationId,
  id: v7(now),
  email,
  role_id: roleId,
  invited_by: by,
  invited_at: now,
  expires_at: expiryOf(now),
});

export async function invite(call: Inviting): Promise<Outcome[]> {
  const { db, organizationId, body, record } = call;
  const actor = await takeTurn(call, "members.manage");
  const role = await findRoleToGive(call, actor);
  const addresses = addressesOf(body.emails);
  const emails = addresses.filter((one) => one.isRight).map((one) => one.email);
  const open = await listOpenByEmail(db, organizationId, emails);
  const known: Known = {
    actor,
    role,
    accounts: await listAccounts(db, organizationId, emails),
    open: new Map(open.map((one) => [one.email, one])),
  };
  const told = addresses.map((address) => outcomeOf(call, address, known));
  const invited = told.filter(
    ({ email, outcome }) => outcome === "invited" && !isSameClick(call, known.open.get(email)),
  );
  await sendOut(
    call,
    invited.map((one) => one.email),
    known,
  );
  record({ isDone: true });
  return told;
}

/** An open invitation that the caller may handle. */
async function findOpen(call: Call<typeof members.resendInvitation> | Call<typeof members.revokeInvitation>) {
  const actor = await takeTurn(call, "members.manage");
  const invitation = await findInvitationToChange(call.db, call.organizationId, call.params.invitationId);
  if (invitation.status !== "open") throw new Problem(409, say("members.invitationAnswered"));
  refuseAbove(actor, weigh({ id: invitation.role_id, permissions: invitation.permissions }));
  const { email, role_id: id, role_name: name } = invitation;
  call.record({ before: { email, role: { id, name } }, after: { email } });
  return { id: invitation.id, email, role: { id, name } };
}

export async function resend(call: Call<typeof members.resendInvitation>): Promise<SentInvitation> {
  const { db, now, organizationId, user, record } = call;
  const { id, email, role } = await findOpen(call);
  await insertInvitations(db, [rowOf({ organizationId, email, roleId: role.id, by: user.id }, now)]);
  await sendInvitations(call, { organization: await findOrganization(db, organizationId), role, emails: [email] });
  record({ after: { email, role, expiresAt: expiryOf(now).toISOString() } });
  return findSentInvitation(db, organizationId, id, now);
}

export async function revoke(call: Call<typeof members.revokeInvitation>): Promise<null> {
  const { id } = await findOpen(call);
  await updateInvitation(call.db, call.organizationId, id, { status: "revoked", at: call.now });
  return null;
}

/** What a new organization gets from this room: its built-in roles and, where asked for, an invitation for its owner. */
export async function furnish(place: Place, news: Announcements["organizations.created"]): Promise<void> {
  const { db, now, user } = place;
  const { organizationId, emailOwner } = news;
  await insertBuiltInRoles(db, [organizationId], now);
  if (!emailOwner) return;
  await insertInvitations(db, [rowOf({ organizationId, email: emailOwner, roleId: ownerRoleId, by: user.id }, now)]);
  const organization = await findOrganization(db, organizationId);
  await sendInvitations(place, { organization, role: { id: ownerRoleId, name: "Owner" }, emails: [emailOwner] });
}

/** Leaving an organization by oneself. What was booked and paid stays with the customer, whom joining again finds. */
import type { Leaving, members } from "#contract/members.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { revokeOpenInvitations } from "./invitations.ts";
import { leavingPort } from "./leaving-port.ts";
import { deleteMembership, findMembership, isInTeam, lockMembership } from "./memberships.ts";
import { lockMembers } from "./permissions.ts";
import { findMember } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    "members.left": { organizationId: string; userId: string };
  }
}

type LeavingCall = Pick<Call, "db" | "organizationId" | "user" | "now">;

async function findTies({ db, organizationId, user, now }: LeavingCall): Promise<Leaving> {
  const { obstacles, ...kept } = await leavingPort.findTies(db, { userId: user.id, organizationId }, now);
  const isOfTeam = await isInTeam(db, organizationId, user.id);
  return { obstacles: [...(isOfTeam ? [{ kind: "team" as const, event: null }] : []), ...obstacles], ...kept };
}

export async function readLeaving(call: LeavingCall): Promise<Leaving | null> {
  const { db, organizationId, user } = call;
  const isMember = organizationId !== ALL_ORGANIZATIONS && (await findMembership(db, organizationId, user.id));
  return isMember ? findTies(call) : null;
}

/** @throws HttpError 404 for administrators of the platform who are no members, 409 while something stands against it */
export async function leaveOrganization(call: Call<typeof members.leave>): Promise<null> {
  const { db, now, organizationId, user, access, record } = call;
  await lockMembers(db, organizationId);
  // A second press finds none.
  await lockMembership(db, organizationId, user.id);
  if ((await findTies(call)).obstacles.length > 0) throw new HttpError(409, message("members.leaveObstacles"));
  const { email, roles } = await findMember(db, { organizationId, access }, user.id);
  await deleteMembership(db, organizationId, user.id);
  // An older invitation must not let them back in.
  await revokeOpenInvitations(db, organizationId, { email }, now);
  await publish(call, "members.left", { organizationId, userId: user.id });
  record({ subjectId: user.id, before: { email, roles: roles.map(({ id, name }) => ({ id, name })) } });
  return null;
}

import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import type { DomainEvents, RequestContext } from "#server/kit/events/domain-events.ts";
import { listTeamsOfUser } from "./queries.ts";

/** Tells each organization in whose team the person is: how its team signs in concerns it. */
export async function noteSecondFactor(
  { db, now, user, address }: RequestContext,
  { userId, isOn }: DomainEvents["second-factors.changed"],
): Promise<void> {
  const act = isOn
    ? "members.turnOnSecondFactor"
    : userId === user.id
      ? "members.turnOffSecondFactor"
      : "members.removeSecondFactor";
  for (const organizationId of await listTeamsOfUser(db, userId))
    await insertActivityEntry(db, {
      organizationId,
      at: now,
      actorId: user.id,
      act,
      subjectId: userId,
      before: undefined,
      after: {},
      ipAddress: address,
    });
}

import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import type { TenantContext, JobEvents } from "#server/kit/events/domain-events.ts";
import { listTeamsOfUser } from "./queries.ts";

/** Tells each organization in whose team the person is: how its team signs in concerns it. */
export async function noteSecondFactor(
  { db, now }: TenantContext,
  { userId, isOn, actor }: JobEvents["second-factors.changed"],
): Promise<void> {
  const act = isOn
    ? "members.turnOnSecondFactor"
    : userId === actor.id
      ? "members.turnOffSecondFactor"
      : "members.removeSecondFactor";
  for (const organizationId of await listTeamsOfUser(db, userId))
    await insertActivityEntry(db, {
      organizationId,
      at: now,
      actorId: actor.id,
      act,
      subjectId: userId,
      before: undefined,
      after: {},
      ipAddress: actor.address,
    });
}

/** Tells the organization whose owner had asked for the removal. */
export async function noteKeptSecondFactor(
  { db, now, organizationId }: TenantContext,
  { actor }: JobEvents["second-factors.kept"],
): Promise<void> {
  await insertActivityEntry(db, {
    organizationId,
    at: now,
    actorId: actor.id,
    act: "members.keepSecondFactor",
    subjectId: actor.id,
    before: undefined,
    after: {},
    ipAddress: actor.address,
  });
}

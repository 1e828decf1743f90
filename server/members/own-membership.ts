/** The caller's own memberships, and their privacy settings in each organization. */
import type { members, OwnMembership } from "#contract/members.ts";
import type { Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { updateMembership } from "./memberships.ts";

const activeMemberships = (db: Database, userId: string) =>
  db
    .selectFrom("memberships")
    .innerJoin("organizations", "organizations.id", "memberships.organization_id")
    .select(["organizations.id", "organizations.name", "memberships.listed", "organizations.booking_privacy"])
    .where("memberships.user_id", "=", userId)
    .where("memberships.active", "=", true)
    .where("organizations.archived_at", "is", null);
type Row = Awaited<ReturnType<ReturnType<typeof activeMemberships>["executeTakeFirstOrThrow"]>>;

const serializeMembership = ({ id, name, listed, booking_privacy }: Row): OwnMembership => ({
  id,
  name,
  listed: listed as OwnMembership["listed"],
  bookingPrivacy: booking_privacy as OwnMembership["bookingPrivacy"],
});

export async function listOwnMemberships(db: Database, userId: string): Promise<OwnMembership[]> {
  const rows = await activeMemberships(db, userId).orderBy("organizations.name").orderBy("organizations.id").execute();
  return rows.map(serializeMembership);
}

const findOwnMembership = async (db: Database, userId: string, organizationId: string): Promise<OwnMembership> =>
  serializeMembership(
    await activeMemberships(db, userId)
      .where("organizations.id", "=", organizationId)
      .executeTakeFirstOrThrow(notFound),
  );

/** @throws HttpError 404 for platform administrators who are no members */
export async function updateOwnMembership(call: Call<typeof members.updateMine>): Promise<OwnMembership> {
  const { db, organizationId, user, body, record } = call;
  await findOwnMembership(db, user.id, organizationId);
  await updateMembership(db, organizationId, user.id, { listed: body.listed });
  // One's own choice is not the team's to follow.
  record({ skipsEntry: true });
  return findOwnMembership(db, user.id, organizationId);
}

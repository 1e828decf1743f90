/** One of everything in an organization, written straight into the tables: for tests that only need it to be there. */
import type { Database } from "#server/kit/database.ts";
import { v7 } from "#server/kit/ids.ts";
import type { Person } from "./people.ts";

/** What it is called in paths. A room whose paths have a new id adds its name here. */
export const furnitureNames = [
  "facilityId",
  "fieldId",
  "eventId",
  "invitationId",
  "sessionId",
  "userId",
  "roleId",
] as const;
export type Furniture = Record<(typeof furnitureNames)[number], string>;

const hour = 3_600_000;

/** Far from those that tests make, and another in each organization: a number alone must open nothing. */
let lastRoleId = 1000;

interface Residents {
  /** Whose session it is, and whom the invitation is for. */
  guest: Person;
  /** Who belongs to the organization, as a customer. */
  member: Person;
}

/** @param now the event begins 25 hours after it */
export async function furnish(
  db: Database,
  organizationId: string,
  { guest, member }: Residents,
  now: Date,
): Promise<Furniture> {
  const [facilityId, fieldId, eventId, invitationId] = [v7(now), v7(now), v7(now), v7(now)];
  const roleId = ++lastRoleId;
  const tenant = { organization_id: organizationId };
  const made = { created_at: now, updated_at: now };
  await db
    .insertInto("facilities")
    .values({ ...tenant, ...made, id: facilityId, name: "Parc des Sports", timezone: "Europe/Paris" })
    .execute();
  await db
    .insertInto("fields")
    .values({ ...tenant, ...made, id: fieldId, facility_id: facilityId, name: "Court 1", bookable: true })
    .execute();
  await db
    .insertInto("units")
    .values({ ...tenant, id: fieldId })
    .execute();
  await db
    .insertInto("field_units")
    .values({ ...tenant, field_id: fieldId, unit_id: fieldId })
    .execute();
  const [start, end] = [new Date(now.getTime() + 25 * hour), new Date(now.getTime() + 26 * hour)];
  await db
    .insertInto("events")
    .values({
      ...tenant,
      ...made,
      id: eventId,
      facility_id: facilityId,
      field_id: fieldId,
      name: "Morning training",
      status: "approved",
      confidentiality: "public",
      type: "training",
      start_time: start,
      end_time: end,
      price: 0,
      currency: "EUR",
      payment_status: "none",
    })
    .execute();
  await db
    .insertInto("occupancies")
    .values({
      ...tenant,
      unit_id: fieldId,
      event_id: eventId,
      during: `[${start.toISOString()},${end.toISOString()})`,
      active: true,
    })
    .execute();
  await db
    .insertInto("invitations")
    .values({
      ...tenant,
      id: invitationId,
      email: guest.email,
      role_id: 4,
      invited_at: now,
      expires_at: new Date(now.getTime() + 168 * hour),
    })
    .execute();
  await db
    .insertInto("roles")
    .values({ ...tenant, ...made, id: roleId, name: `Coach ${roleId}`, type: "admin", permissions: ["events.show"] })
    .execute();
  await db
    .insertInto("memberships")
    .values({ ...tenant, user_id: member.id, joined_at: now })
    .execute();
  await db
    .insertInto("membership_roles")
    .values({ ...tenant, user_id: member.id, role_id: 4 })
    .execute();
  const ids = { facilityId, fieldId, eventId, invitationId, roleId: String(roleId) };
  return { ...ids, sessionId: guest.sessionId, userId: member.id };
}

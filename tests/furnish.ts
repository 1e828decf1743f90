/** One of everything in an organization, written straight into the tables: for tests that only need it to be there. */
import { randomBytes } from "node:crypto";
import type { Database } from "#server/kit/database.ts";
import { v7 } from "#server/kit/ids.ts";
import { insertInvoice } from "./money.ts";
import type { Person } from "./people.ts";

/** What it is called in paths. A room whose paths have a new id adds its name here. */
export const furnitureNames = [
  "facilityId",
  "fieldId",
  "fileId",
  "picture",
  "importId",
  "openingHourPatternId",
  "closureId",
  "pricePatternId",
  "viewId",
  "seriesId",
  "eventId",
  "paymentId",
  "invoiceId",
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
  const [facilityId, fieldId, eventId, invitationId, fileId] = [v7(now), v7(now), v7(now), v7(now), v7(now)];
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
  const picture = randomBytes(20).toString("hex");
  await db
    .insertInto("files")
    .values({
      ...tenant,
      id: fileId,
      facility_id: facilityId,
      position: 0,
      picture,
      sizes: "[[480,360]]",
      created_at: now,
    })
    .execute();
  const importId = v7(now);
  await db
    .insertInto("imports")
    .values({
      ...tenant,
      id: importId,
      file_name: "courts.csv",
      content: Buffer.from("facility,field\nParc des Sports,Court 2\n"),
      columns: JSON.stringify(["facility", "field"].map((header) => ({ header, samples: [] }))),
      mapping: JSON.stringify(["facilityName", "fieldName"]),
      rows: 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const patterns = await furnishPatterns(db, { organizationId, facilityId, fieldId }, now);
  const viewId = v7(now);
  await db
    .insertInto("views")
    .values({
      ...tenant,
      ...made,
      id: viewId,
      user_id: null,
      // The team has none of a name twice, and an organization may be furnished twice.
      name: `Indoors ${viewId}`,
      sight: JSON.stringify({ space: "indoor" }),
    })
    .execute();
  const seriesId = v7(now);
  const [start, end] = [new Date(now.getTime() + 25 * hour), new Date(now.getTime() + 26 * hour)];
  const template = {
    fieldId,
    startTime: start.toISOString(),
    duration: 60,
    name: "Morning training",
    type: "training",
    kind: "event",
    confidentiality: "public",
    override: false,
  };
  await db
    .insertInto("series")
    .values({
      ...tenant,
      ...made,
      id: seriesId,
      field_id: fieldId,
      name: template.name,
      rule: JSON.stringify({ interval: 1, weekdays: [2], until: null, count: 1 }),
      template: JSON.stringify(template),
    })
    .execute();
  await db
    .insertInto("events")
    .values({
      ...tenant,
      ...made,
      series_id: seriesId,
      original_start: start,
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
  const paymentId = v7(now);
  const paid = { method: "cash", status: "succeeded", amount: 500, currency: "EUR", stripe_fee: 0, paid_at: now };
  await db
    .insertInto("payments")
    .values({
      ...tenant,
      ...made,
      ...paid,
      id: paymentId,
      event_id: eventId,
      user_id: member.id,
      payer_name: "A member",
      recorded_by: guest.id,
    })
    .execute();
  const invoiceId = await insertInvoice(db, { organizationId, eventId, paymentId, userId: member.id, now });
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
  const ids = {
    facilityId,
    fieldId,
    importId,
    ...patterns,
    viewId,
    seriesId,
    eventId,
    paymentId,
    invoiceId,
    invitationId,
    roleId: String(roleId),
  };
  return { ...ids, fileId, picture: `${picture}-480.webp`, sessionId: guest.sessionId, userId: member.id };
}

/** Open day and night, closed for a day in a year, and five euros an hour. */
async function furnishPatterns(
  db: Database,
  { organizationId, facilityId, fieldId }: { organizationId: string; facilityId: string; fieldId: string },
  now: Date,
) {
  const [openingHourPatternId, closureId, pricePatternId] = [v7(now), v7(now), v7(now)];
  const tenant = { organization_id: organizationId };
  const made = { created_at: now, updated_at: now };
  const always = { name: "Always", start: "00:00", end: "00:00", weekdays: [1, 2, 3, 4, 5, 6, 7] };
  const nextYear = new Date(now.getTime() + 365 * 24 * hour).toISOString().slice(0, 10);
  await db
    .insertInto("opening_hour_patterns")
    .values({
      ...tenant,
      ...made,
      id: openingHourPatternId,
      name: "All week",
      hours: JSON.stringify(always.weekdays.map((weekday) => ({ weekday, start: "00:00", end: "00:00" }))),
    })
    .execute();
  await db
    .insertInto("field_opening_hours")
    .values({ ...tenant, field_id: fieldId, pattern_id: openingHourPatternId })
    .execute();
  const closure = { from_date: nextYear, to_date: nextYear, closed: true, created_at: now };
  await db
    .insertInto("closures")
    .values({ ...tenant, ...closure, id: closureId, facility_id: facilityId, name: "Works" })
    .execute();
  await db
    .insertInto("price_patterns")
    .values({
      ...tenant,
      ...made,
      id: pricePatternId,
      name: "Courts",
      type: "field",
      timeslots: JSON.stringify([always]),
      plans: JSON.stringify([{ name: "One hour", duration: 60 }]),
      details: JSON.stringify([{ timeslot: always.name, plan: "One hour", roleId: null, price: 500 }]),
    })
    .execute();
  await db
    .insertInto("field_price_patterns")
    .values({ ...tenant, field_id: fieldId, pattern_id: pricePatternId })
    .execute();
  return { openingHourPatternId, closureId, pricePatternId };
}

/** Charges with the bookings and places that they are for: sales have none. */
import { sql } from "kysely";
import { inScope, organizationOf, type Database } from "#server/kit/db/database.ts";

/** The booking's name, or what was sold. */
export const chargeLabel = sql<string>`coalesce(events.name, case when charges.quantity > 1
  then charges.label || E'\u00a0×\u00a0' || charges.quantity else charges.label end)`;

/** The clock of the place; the organization's for what is no booking. */
export const chargeTimezone = sql<string>`coalesce(facilities.timezone, organizations.timezone)`;

/** Joins by key only. Sales have no booking and no place. */
export const chargesWithPlaces = (db: Database, organizationId: string, charges = db.selectFrom("charges")) => {
  const organization = organizationOf("organizations.id", organizationId);
  return db
    .selectFrom(charges.selectAll("charges").as("charges"))
    .innerJoin("organizations", "organizations.id", "charges.organization_id")
    .leftJoin("events", (join) =>
      join.on("events.organization_id", "=", organization).onRef("events.id", "=", "charges.event_id"),
    )
    .leftJoin("fields", (join) =>
      join.on("fields.organization_id", "=", organization).onRef("fields.id", "=", "events.field_id"),
    )
    .leftJoin("facilities", (join) =>
      join.on("facilities.organization_id", "=", organization).onRef("facilities.id", "=", "events.facility_id"),
    )
    .leftJoin("customers", (join) =>
      join.on("customers.organization_id", "=", organization).onRef("customers.id", "=", "charges.customer_id"),
    )
    .where(inScope("organizations.id", organizationId));
};

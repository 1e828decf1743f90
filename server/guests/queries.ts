/** Table `customer_codes`, and what is read to let guests book. */
import { sql, type Insertable } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import type { CustomerCodesTable } from "#server/kit/db/tables.ts";
import { MAX_CODE_TRIES } from "#server/accounts/digit-codes.ts";

/** An organization whose page is open, and that lets guests book; undefined for any other. */
export const findGuestOrganization = (db: Database, organizationId: string) =>
  db
    .selectFrom("organizations")
    .innerJoin("pages", "pages.organization_id", "organizations.id")
    .select(["organizations.id", "organizations.name", "organizations.accent", "organizations.timezone"])
    .select(["organizations.currency", "organizations.guest_booking", "organizations.guest_horizon_days"])
    .select("organizations.joining")
    .select(sql<string | null>`coalesce(pages.phone, organizations.phone)`.as("phone"))
    .select(sql<string | null>`coalesce(pages.email, organizations.email)`.as("email"))
    .where("organizations.id", "=", organizationId)
    .where("organizations.enabled", "=", true)
    .where("organizations.archived_at", "is", null)
    .where("organizations.guest_booking", "<>", "off")
    .where("pages.state", "<>", "off")
    .executeTakeFirst();
export type GuestOrganization = NonNullable<Awaited<ReturnType<typeof findGuestOrganization>>>;

export async function insertCode(db: Database, row: Insertable<CustomerCodesTable>): Promise<void> {
  await db.insertInto("customer_codes").values(row).execute();
}

interface CodeKey {
  organizationId: string;
  codeId: string;
}

/** Counts the try. @returns undefined for a code that is unknown, used, too old, or tried too often */
export const countCodeTry = (db: Database, { organizationId, codeId }: CodeKey, now: Date) =>
  db
    .updateTable("customer_codes")
    .set({ tries: sql`tries + 1` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", codeId)
    .where("tries", "<", MAX_CODE_TRIES)
    .where("expires_at", ">", now)
    .where("proof_hash", "is", null)
    .returning("code_hash")
    .executeTakeFirst();

/** @returns false if the code was used meanwhile */
export async function updateProof(
  db: Database,
  { organizationId, codeId, proofHash, expiresAt }: CodeKey & { proofHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("customer_codes")
    .set({ proof_hash: proofHash, proof_expires_at: expiresAt })
    .where("organization_id", "=", organizationId)
    .where("id", "=", codeId)
    .where("proof_hash", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const findProof = (
  db: Database,
  { organizationId, proofHash, addressHash }: { organizationId: string; proofHash: Buffer; addressHash: Buffer },
  now: Date,
) =>
  db
    .selectFrom("customer_codes")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("proof_hash", "=", proofHash)
    .where("address_hash", "=", addressHash)
    .where("proof_expires_at", ">", now)
    .executeTakeFirst();

export async function deleteCodesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("customer_codes").where("created_at", "<", before).execute();
}

/** Bookings that hold a time until they are paid, of guests who have proved no address. */
export async function countUnprovedHolds(db: Database, organizationId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("events")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("events.organization_id", "=", organizationId)
    .where("events.status", "=", "pending")
    .where("events.pending_reason", "=", "payment")
    .where("events.hold_expires_at", ">", now)
    .where("customers.guest_since", "is not", null)
    .where("customers.email_verified_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Holds without a proof are counted one after the other, until the transaction ends. */
export async function lockUnprovedHolds(db: Database, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`guest-holds ${organizationId}`}, 0))`.execute(db);
}

/** @returns undefined for a booking without a customer, or whose customer was made anonymous */
export const findGuestOfEvent = (db: Database, organizationId: string, eventId: string) =>
  db
    .selectFrom("events")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .innerJoin("organizations", "organizations.id", "events.organization_id")
    .select(["events.id", "events.end_time", "events.field_id", "customers.id as customer_id", "customers.name"])
    .select(["customers.email", "customers.user_id", "customers.email_verified_at"])
    .select(["organizations.accent", "organizations.joining"])
    .select(sql<boolean>`organizations.enabled and organizations.archived_at is null`.as("is_open"))
    .where("events.organization_id", "=", organizationId)
    .where("events.id", "=", eventId)
    .where("customers.forgotten_at", "is", null)
    .executeTakeFirst();
export type GuestOfEvent = NonNullable<Awaited<ReturnType<typeof findGuestOfEvent>>>;

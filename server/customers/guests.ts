/** Customers who book on the public page: found by an address that they have proved, never by one that they have only typed. */
import { sql } from "kysely";
import { findUsersByEmail } from "#server/accounts/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { findMembership } from "#server/members/memberships.ts";
import type { Language } from "#messages/translator.ts";
import { ensureCustomerOfUser, insertNewCustomer, splitName } from "./booking-customer.ts";
import { updateCustomer } from "./queries.ts";

export interface Guest {
  name: string;
  email: string;
  phone: string | null;
  language: Language;
  /** By a code that was sent there. */
  isProved: boolean;
}

/**
 * Present customers with the address: the one of a confirmed account, else the one who has proved it, else the one of the
 * name; several may share one, as a family does.
 */
async function findByProvedEmail(db: Database, organizationId: string, { name, email }: Guest) {
  const rows = await db
    .selectFrom("customers")
    .leftJoin("users", "users.id", "customers.user_id")
    .select(["customers.id", "customers.user_id", "customers.email_verified_at", "customers.phone"])
    .select("customers.guest_since")
    .select(sql<boolean>`fold(customers.name) = fold(${name})`.as("is_of_name"))
    .select("users.email_verified_at as account_verified_at")
    .where("customers.organization_id", "=", organizationId)
    .where("customers.email", "=", email)
    .where("customers.kind", "=", "person")
    .where("customers.merged_into_id", "is", null)
    .where("customers.archived_at", "is", null)
    .orderBy("customers.created_at")
    .execute();
  const unlinked = rows.filter((row) => row.user_id === null);
  return (
    rows.find((row) => row.account_verified_at !== null) ??
    unlinked.find((row) => row.email_verified_at !== null) ??
    unlinked.find((row) => row.is_of_name) ??
    (unlinked.length === 1 && unlinked[0]?.guest_since === null ? unlinked[0] : undefined)
  );
}

async function findMemberByEmail(db: Database, organizationId: string, email: string) {
  const { confirmed } = await findUsersByEmail(db, email);
  return confirmed && (await findMembership(db, organizationId, confirmed.id)) ? confirmed : undefined;
}

/** The same person who has come without a proof before, so that their bookings are counted together. */
const findUnprovedGuest = (db: Database, organizationId: string, { name, email }: Guest) =>
  db
    .selectFrom("customers")
    .select(["id", "user_id", "email_verified_at", "phone"])
    .where("organization_id", "=", organizationId)
    .where("email", "=", email)
    .where(sql<boolean>`fold(name) = fold(${name})`)
    .where("guest_since", "is not", null)
    .where("email_verified_at", "is", null)
    .where("user_id", "is", null)
    .where("merged_into_id", "is", null)
    .where("archived_at", "is", null)
    .orderBy("created_at")
    .executeTakeFirst();

/** @returns the id of the guest's customer, who is made where none is found */
export async function ensureGuest(context: TenantContext, guest: Guest): Promise<string> {
  const { db, organizationId, now } = context;
  const { name, email, phone, language, isProved } = guest;
  const member = isProved ? await findMemberByEmail(db, organizationId, email) : undefined;
  if (member) return (await ensureCustomerOfUser(context, member.id)).customerId;
  const find = isProved ? findByProvedEmail : findUnprovedGuest;
  const known = await find(db, organizationId, guest);
  if (!known)
    return insertNewCustomer(context, {
      ...{ kind: "person", ...splitName(name), email, phone, language },
      ...{ guest_since: now, email_verified_at: isProved ? now : null },
    });
  if (known.user_id === null && isProved)
    await updateCustomer(db, organizationId, known.id, {
      ...{ email_verified_at: known.email_verified_at ?? now, language, updated_at: now },
      ...(known.phone === null && phone !== null && { phone }),
    });
  return known.id;
}

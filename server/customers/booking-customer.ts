/** The customer of a booking: one that is known, the one of an account, or a new one from a name. */
import { sql } from "kysely";
import type { Billing, PaymentTerms } from "#contract/customers-billing-rules.ts";
import type { CustomerChoice } from "#contract/customers.ts";
import { listStartedGrants, type Grant, type Privileges, rolesOn } from "#contract/permissions-grants-rules.ts";
import { statement } from "#server/kit/db/statement.ts";
import { publish, type RequestContext, type TenantContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { grantAsJson } from "#server/members/permissions.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { insertCustomer, findPresentCustomer, updateCustomer } from "./queries.ts";

export interface BookingCustomer {
  customerId: string;
  /** Account of the customer. */
  userId: string | null;
}

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** A customer without an account has got one: what is theirs is the account's from now on. */
    "customers.linked": BookingCustomer;
    "customers.created": { customerId: string };
    "customers.changed": { customerId: string };
    /** How or when they pay what was invoiced has changed. */
    "customers.termsChanged": { customerId: string };
  }
}

/** The customer of a booking, as the database knows them. */
export interface ChosenCustomer {
  /** Whether they can be booked for: a customer who is present, or an active member. */
  isKnown: boolean;
  /** Null before a name or an account has a customer. */
  customerId: string | null;
  /** Categories for good: roles of the account's active membership, and those that the team gave. */
  categoryIds: number[];
  /** Memberships (subscriptions), whose categories and discounts hold by date. */
  grants: Grant[];
  /** Null where they are not known yet. */
  terms: PaymentTerms | null;
  /** Minutes before a booking at which its account wants to be reminded; null: as the organization does. */
  reminderLead: number | null;
}

interface ChoiceKey {
  organizationId: string;
  /** The customer's or the account's. */
  id: string;
}
const leadOf = (account: "customers.user_id" | "memberships.user_id") =>
  sql<number | null>`(select users.reminder_lead from users where users.id = ${sql.ref(account)})`;

/**
 * The customer once for each of their roles, then the active membership once for each of its roles, then once for each span
 * of days on which a membership (subscription) holds.
 */
const listChoiceRows = statement((db, { organizationId, id }: ChoiceKey, kind: "customerId" | "userId") =>
  db
    .selectFrom("customers")
    .leftJoin("customer_roles", (join) =>
      join
        .onRef("customer_roles.organization_id", "=", "customers.organization_id")
        .onRef("customer_roles.customer_id", "=", "customers.id"),
    )
    .select([sql<string | null>`customers.id`.as("customer_id"), "customer_roles.role_id"])
    .select([sql<boolean>`false`.as("is_member"), sql<boolean>`merged_into_id is null`.as("is_kept")])
    .select(sql<boolean>`archived_at is null`.as("is_active"))
    .select(["billing", "payment_days", sql<Grant | null>`null::json`.as("grant")])
    .select(leadOf("customers.user_id").as("reminder_lead"))
    .where("customers.organization_id", "=", organizationId)
    .where(kind === "customerId" ? "customers.id" : "customers.user_id", "=", id)
    .unionAll(
      db
        .selectFrom("memberships")
        .leftJoin("membership_roles as held", (join) =>
          join
            .onRef("held.organization_id", "=", "memberships.organization_id")
            .onRef("held.user_id", "=", "memberships.user_id"),
        )
        .select([sql<string | null>`null::uuid`.as("customer_id"), "held.role_id"])
        .select([sql<boolean>`true`.as("is_member"), sql<boolean>`false`.as("is_kept")])
        .select("memberships.active as is_active")
        .select([sql<string>`null`.as("billing"), sql<number>`null::int`.as("payment_days")])
        .select(sql<Grant | null>`null::json`.as("grant"))
        .select(leadOf("memberships.user_id").as("reminder_lead"))
        .where("memberships.organization_id", "=", organizationId)
        .where("memberships.active", "=", true)
        .where(
          "memberships.user_id",
          "=",
          kind === "userId"
            ? id
            : db
                .selectFrom("customers")
                .select("user_id")
                .where("organization_id", "=", organizationId)
                .where("id", "=", id),
        ),
    )
    .unionAll(
      db
        .selectFrom("customers as holder")
        .innerJoin("organizations", "organizations.id", "holder.organization_id")
        .innerJoin("subscription_grants as granted", (join) =>
          join
            .onRef("granted.organization_id", "=", "holder.organization_id")
            .onRef("granted.customer_id", "=", "holder.id"),
        )
        .select([sql<string | null>`null::uuid`.as("customer_id"), sql<number | null>`null::int`.as("role_id")])
        .select([sql<boolean>`false`.as("is_member"), sql<boolean>`false`.as("is_kept")])
        .select(sql<boolean>`false`.as("is_active"))
        .select([sql<string>`null`.as("billing"), sql<number>`null::int`.as("payment_days")])
        .select(sql<Grant | null>`${grantAsJson}`.as("grant"))
        .select(sql<number | null>`null::int`.as("reminder_lead"))
        .where("holder.organization_id", "=", organizationId)
        .where("holder.merged_into_id", "is", null)
        .where(kind === "customerId" ? "holder.id" : "holder.user_id", "=", id),
    ),
);

const noCustomerYet: ChosenCustomer = {
  ...{ isKnown: true, customerId: null, categoryIds: [], grants: [], terms: null, reminderLead: null },
};

export async function findChosenCustomer(
  db: Database,
  organizationId: string,
  choice: CustomerChoice | null | undefined,
): Promise<ChosenCustomer> {
  if (!choice || "name" in choice) return noCustomerYet;
  const kind = "userId" in choice ? "userId" : "customerId";
  const id = "userId" in choice ? choice.userId : choice.customerId;
  const rows = await listChoiceRows(db, { organizationId, id }, kind);
  const customer = rows.find((row) => row.is_kept);
  return {
    isKnown: kind === "userId" ? rows.some((row) => row.is_member) : customer?.is_active === true,
    customerId: customer?.customer_id ?? null,
    categoryIds: [...new Set(rows.flatMap(({ role_id }) => role_id ?? []))],
    grants: rows.flatMap(({ grant }) => grant ?? []),
    terms: customer ? termsOfRow(customer) : null,
    reminderLead: rows.find(({ reminder_lead }) => reminder_lead !== null)?.reminder_lead ?? null,
  };
}

export const privilegesOf = (chosen: Pick<ChosenCustomer, "categoryIds" | "grants">, now: Date): Privileges => ({
  roleIds: chosen.categoryIds,
  grants: listStartedGrants(chosen.grants, now),
});

/** Categories of a customer on the date of a booking, for good or by a membership (subscription). */
export async function findCategoriesAt(
  { db, now, organizationId }: Pick<TenantContext, "db" | "now" | "organizationId">,
  customerId: string | null,
  { start, timezone }: { start: Date; timezone: string },
): Promise<number[]> {
  if (customerId === null) return [];
  const chosen = await findChosenCustomer(db, organizationId, { customerId });
  return rolesOn(privilegesOf(chosen, now), localDateOf(timezone, start));
}

const termsOfRow = ({ billing, payment_days }: { billing: string; payment_days: number }): PaymentTerms => ({
  billing: billing as Billing,
  paymentDays: payment_days,
});

/** Payment terms of a customer, or of the one that an account has; null where there is none yet. */
export async function findTerms(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  key: { customerId: string } | { userId: string },
): Promise<PaymentTerms | null> {
  const row = await db
    .selectFrom("customers")
    .select(["billing", "payment_days"])
    .where("organization_id", "=", organizationId)
    .where("merged_into_id", "is", null)
    .where((customer) => ("userId" in key ? customer("user_id", "=", key.userId) : customer("id", "=", key.customerId)))
    .executeTakeFirst();
  return row ? termsOfRow(row) : null;
}

/** First word and the rest: enough to sort by, and together the name as it was typed. */
export function splitName(name: string): { first_name: string; last_name: string | null } {
  const [first = name, ...rest] = name.trim().split(/\s+/);
  return { first_name: first, last_name: rest.join(" ") || null };
}

const digitsOf = (phone: string | null | undefined): string => phone?.replace(/\D/g, "") ?? "";

export interface Contact {
  phone?: string | null | undefined;
  email?: string | null | undefined;
}
interface KnownCustomer extends BookingCustomer {
  phone: string | null;
  email: string | null;
}

/** Adds what was learned of a customer without an account who lacks it. */
async function addContact(
  context: RequestContext,
  { customerId, userId, ...known }: KnownCustomer,
  { phone, email }: Contact,
): Promise<BookingCustomer> {
  const { db, organizationId, now } = context;
  const learned = {
    ...(known.phone === null && phone && { phone }),
    ...(known.email === null && email && { email }),
  };
  if (userId === null && Object.keys(learned).length > 0) {
    await updateCustomer(db, organizationId, customerId, { ...learned, updated_at: now });
    await publish(context, "customers.changed", { customerId });
  }
  return { customerId, userId };
}

/**
 * Somebody of the same name and the same telephone number or email is the same person; so is a name alone without any
 * contact.
 * @param namesakes present customers of the name, oldest first
 */
export function pickSamePerson<C extends { phone: string | null; email: string | null; user_id: string | null }>(
  namesakes: readonly C[],
  { phone, email }: Contact,
): C | undefined {
  const digits = digitsOf(phone);
  if (digits === "" && !email)
    return namesakes.find((row) => row.phone === null && row.email === null && row.user_id === null);
  return (
    namesakes.find((row) => digits !== "" && digitsOf(row.phone) === digits) ??
    namesakes.find((row) => email && row.email === email)
  );
}

async function findSamePerson(
  { db, organizationId }: RequestContext,
  { name, phone, email }: Contact & { name: string },
): Promise<KnownCustomer | undefined> {
  const rows = await db
    .selectFrom("customers")
    .select(["id", "user_id", "phone", "email"])
    .where("organization_id", "=", organizationId)
    .where(sql<boolean>`fold(name) = fold(${name})`)
    .where("merged_into_id", "is", null)
    .where("archived_at", "is", null)
    .orderBy("created_at")
    .execute();
  const same = pickSamePerson(rows, { phone, email });
  return same && { customerId: same.id, userId: same.user_id, phone: same.phone, email: same.email };
}

const findOfUser = ({ db, organizationId }: TenantContext, userId: string) =>
  db
    .selectFrom("customers")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("merged_into_id", "is", null)
    .executeTakeFirst();

/**
 * The only customer with the account's address, which the account has proved; several may share one, as a family does, and
 * then the one of them who has proved it too.
 */
async function findUnlinked({ db, organizationId }: TenantContext, email: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("customers")
    .select(["id", "email_verified_at", "guest_since"])
    .where("organization_id", "=", organizationId)
    .where("email", "=", email)
    .where("kind", "=", "person")
    .where("user_id", "is", null)
    .where("merged_into_id", "is", null)
    .where("archived_at", "is", null)
    .orderBy("created_at")
    .forNoKeyUpdate()
    .execute();
  const proved = found.find(({ email_verified_at: at }) => at !== null);
  // A guest without a proof has only typed the address, which may be somebody else's.
  const known = found.filter(({ guest_since }) => guest_since === null);
  return (proved ?? (known.length === 1 ? known[0] : undefined))?.id;
}

/** The customer of an account: the one it has, the one with its proved address, or a new one. */
export async function ensureCustomerOfUser(context: TenantContext, userId: string): Promise<BookingCustomer> {
  const { db, organizationId, now } = context;
  const known = await findOfUser(context, userId);
  if (known) return { customerId: known.id, userId };
  const { email_verified_at, ...account } = await db
    .selectFrom("users")
    .select(["first_name", "last_name", "email", "phone", "email_verified_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const unlinked = email_verified_at ? await findUnlinked(context, account.email) : undefined;
  if (unlinked) {
    const { phone, ...names } = account;
    await updateCustomer(db, organizationId, unlinked, {
      ...names,
      ...(phone !== null && { phone }),
      user_id: userId,
      updated_at: now,
    });
    await publish(context, "customers.linked", { customerId: unlinked, userId });
    await publish(context, "customers.changed", { customerId: unlinked });
    return { customerId: unlinked, userId };
  }
  const id = uuidv7(now);
  await db
    .insertInto("customers")
    .values({
      organization_id: organizationId,
      id,
      kind: "person",
      ...account,
      user_id: userId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await findOfUser(context, userId);
  if (!made) throw new Error("The customer of an account is neither found nor made");
  if (made.id === id) await publish(context, "customers.created", { customerId: id });
  return { customerId: made.id, userId };
}

/** @returns the id */
export async function insertNewCustomer(
  context: TenantContext,
  row: Omit<Parameters<typeof insertCustomer>[1], "organization_id" | "id" | "created_at" | "updated_at">,
): Promise<string> {
  const { db, organizationId, now } = context;
  const id = uuidv7(now);
  await insertCustomer(db, { ...row, organization_id: organizationId, id, created_at: now, updated_at: now });
  await publish(context, "customers.created", { customerId: id });
  return id;
}

/**
 * @param choice of a booking, and known
 * @param chosen what was found of it in this transaction
 */
export async function resolveCustomer(
  context: RequestContext,
  choice: CustomerChoice | null | undefined,
  chosen?: ChosenCustomer,
): Promise<BookingCustomer | null> {
  const { db, organizationId } = context;
  if (!choice) return null;
  if ("userId" in choice) {
    const { userId } = choice;
    return chosen?.customerId ? { customerId: chosen.customerId, userId } : ensureCustomerOfUser(context, userId);
  }
  if ("customerId" in choice) {
    const known = await findPresentCustomer(db, organizationId, choice.customerId);
    if (!known) return null;
    const { id, user_id, phone, email } = known;
    return addContact(context, { customerId: id, userId: user_id, phone, email }, choice);
  }
  const same = await findSamePerson(context, choice);
  if (same) return addContact(context, same, choice);
  const { phone = null, email = null } = choice;
  const customerId = await insertNewCustomer(context, {
    kind: "person",
    ...splitName(choice.name),
    phone,
    email,
  });
  return { customerId, userId: null };
}

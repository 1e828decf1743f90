/** Table `users`. An address has at most one confirmed account, and any number of unconfirmed registrations. */
import { sql, type Selectable } from "kysely";
import type { User } from "#contract/accounts.ts";
import type { Body, ListQuery, Page } from "#contract/kit.ts";
import type { accounts } from "#contract/accounts.ts";
import { isAnyOf, paginate, type Database } from "#server/kit/db/database.ts";
import { statement } from "#server/kit/db/statement.ts";
import { matchesSearch } from "#server/kit/db/text-search.ts";
import type { Config } from "#server/kit/process/config.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { UsersTable } from "#server/kit/db/tables.ts";
import type { Language } from "#messages/translator.ts";
import { isTermsDue } from "./accepted-terms.ts";
import { profileColumnMap } from "./column-map.ts";
import type { PendingJoin } from "./join-port.ts";

export type UserRow = Selectable<UsersTable>;

export const serializeUser = (row: UserRow, config: Pick<Config, "operator">): User => ({
  id: row.id,
  ...profileColumnMap.fromRow(row),
  fullName: `${row.first_name} ${row.last_name}`,
  email: row.email,
  emailVerifiedAt: row.email_verified_at?.toISOString() ?? null,
  active: row.active,
  platformAdmin: row.platform_admin,
  closesAt: row.closes_at?.toISOString() ?? null,
  termsDue: isTermsDue(row.accepted_terms, config),
  hasAcceptedTerms: row.accepted_terms !== null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const listUsersById = statement((db, { id }: { id: string }) =>
  db.selectFrom("users").selectAll().where("id", "=", id),
);
export async function findUser(db: Database, id: string): Promise<UserRow> {
  const [row] = await listUsersById(db, { id });
  if (!row) throw notFound();
  return row;
}

export interface AccountsOfEmail {
  confirmed: UserRow | undefined;
  unconfirmed: UserRow[];
}

/** Accounts of API keys are none: nobody signs in with them. `unconfirmed`: newest first. */
export async function findUsersByEmail(db: Database, email: string): Promise<AccountsOfEmail> {
  const rows = await db
    .selectFrom("users")
    .selectAll()
    .where("email", "=", email)
    .where("is_api_key", "=", false)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return {
    confirmed: rows.find((row) => row.email_verified_at),
    unconfirmed: rows.filter((row) => !row.email_verified_at),
  };
}

export async function listUsers(db: Database, query: ListQuery, config: Pick<Config, "operator">): Promise<Page<User>> {
  let found = db.selectFrom("users").selectAll().where("is_api_key", "=", false).where("closed_at", "is", null);
  if (query.q) found = found.where(matchesSearch("search", query.q));
  const { data, meta } = await paginate(db, found.orderBy("email").orderBy("id"), query);
  return { data: data.map((row) => serializeUser(row, config)), meta };
}

export const listUsersToChange = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom("users")
    .selectAll()
    .where(isAnyOf("id", ids))
    .where("is_api_key", "=", false)
    .orderBy("id")
    .forUpdate()
    .execute();

/** Active ones. */
export async function countAdministrators(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select(sql<number>`count(*)::int`.as("count"))
    // As the index has it.
    .where(sql<boolean>`platform_admin`)
    .where("active", "=", true)
    .executeTakeFirstOrThrow();
  return count;
}

/** One that is closed stays so. */
export function updateUserActive(db: Database, id: string, active: boolean, now: Date): Promise<UserRow> {
  return db
    .updateTable("users")
    .set({ active, updated_at: now })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .returningAll()
    .executeTakeFirstOrThrow(notFound);
}

export interface UserDraft {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  phone?: string | null;
  language?: Language | null;
  verified?: boolean;
  platformAdmin?: boolean;
  pendingJoin?: PendingJoin | undefined;
}

export function insertUser(db: Database, draft: UserDraft, now: Date): Promise<UserRow> {
  return db
    .insertInto("users")
    .values({
      id: uuidv7(now),
      email: draft.email,
      first_name: draft.firstName,
      last_name: draft.lastName,
      phone: draft.phone ?? null,
      password_hash: draft.passwordHash,
      email_verified_at: draft.verified ? now : null,
      platform_admin: draft.platformAdmin ?? false,
      language: draft.language ?? null,
      pending_join: draft.pendingJoin ? JSON.stringify(draft.pendingJoin) : null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateProfile(
  db: Database,
  id: string,
  body: Body<typeof accounts.updateUser>,
  now: Date,
): Promise<UserRow> {
  return db
    .updateTable("users")
    .set({ ...profileColumnMap.toRow(body), updated_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes of how a person signs in wait for each other until the transaction ends. */
export const lockUser = (db: Database, id: string) =>
  db.selectFrom("users").select("id").where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow(notFound);

export async function updateHasSecondFactor(db: Database, id: string, hasSecondFactor: boolean): Promise<void> {
  await db.updateTable("users").set({ has_second_factor: hasSecondFactor }).where("id", "=", id).execute();
}

/** The address has been proved just now: browsers that were known before are unknown. */
export async function updateEmail(db: Database, id: string, email: string, now: Date): Promise<void> {
  await db.updateTable("users").set({ email, email_verified_at: now, updated_at: now }).where("id", "=", id).execute();
  // Codes for a new password went to the address before.
  await db.deleteFrom("password_codes").where("user_id", "=", id).execute();
}

export async function updatePassword(db: Database, id: string, passwordHash: string, now: Date): Promise<void> {
  await db.updateTable("users").set({ password_hash: passwordHash, updated_at: now }).where("id", "=", id).execute();
  await db.deleteFrom("password_codes").where("user_id", "=", id).execute();
}

/** Serializes confirmations of one address until the transaction ends. */
export async function lockEmail(db: Database, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(db);
}

/** Deletes the unconfirmed registrations of an address with everything that refers to them. */
export async function deleteUnconfirmedUsers(db: Database, email: string): Promise<void> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("email_verified_at", "is", null)
    .forUpdate()
    .execute();
  await deleteUsers(
    db,
    rows.map((row) => row.id),
  );
}

/** Only for users who never confirmed their address: no other tables refer to them. */
export async function deleteUsers(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom("sessions").where("user_id", "in", ids).execute();
  await db.deleteFrom("email_verifications").where("user_id", "in", ids).execute();
  await db.deleteFrom("password_codes").where("user_id", "in", ids).execute();
  await db.deleteFrom("users").where("id", "in", ids).execute();
}

/** An account that was closed elsewhere: its bookings and payments go on to name it. @returns its id */
export async function insertFormerUser(
  db: Database,
  { firstName, lastName }: Pick<UserDraft, "firstName" | "lastName">,
  now: Date,
): Promise<string> {
  const id = uuidv7(now);
  await db
    .insertInto("users")
    .values({
      id,
      email: `${id}@closed.invalid`,
      first_name: firstName,
      last_name: lastName,
      password_hash: "",
      active: false,
      closed_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/** The account of a key: it is the author of what the key does, and nobody can sign in with it. */
export async function insertApiKeyAccount(db: Database, { id, name, now }: { id: string; name: string; now: Date }) {
  await db
    .insertInto("users")
    .values({
      id,
      email: `${id}@api-keys.invalid`,
      first_name: "API",
      last_name: name,
      password_hash: "",
      email_verified_at: now,
      active: false,
      is_api_key: true,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** @param lead minutes; null: the one of the organization */
export async function updateReminderLead(db: Database, userId: string, lead: number | null): Promise<void> {
  await db.updateTable("users").set({ reminder_lead: lead }).where("id", "=", userId).execute();
}

/** The table `users`. An address may stand there twice: confirmed, and not (yet) confirmed by somebody who registered with it. */
import { sql, type Selectable } from "kysely";
import type { Theme, User } from "#contract/accounts.ts";
import type { Body, ListQuery, Page } from "#contract/kit.ts";
import type { accounts } from "#contract/accounts.ts";
import { among, matches, paginate, type Database } from "#server/kit/database.ts";
import { v7 } from "#server/kit/ids.ts";
import { notFound } from "#server/kit/problem.ts";
import type { UsersTable } from "#server/kit/tables.ts";
import type { Language } from "#words/words.ts";

export type UserRow = Selectable<UsersTable>;

/** As the contract has it. */
export const shape = (row: UserRow): User => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  fullName: `${row.first_name} ${row.last_name}`,
  email: row.email,
  phone: row.phone,
  emailVerifiedAt: row.email_verified_at?.toISOString() ?? null,
  active: row.active,
  language: row.language as Language | null,
  theme: row.theme as Theme,
  platformAdmin: row.platform_admin,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export async function findUser(db: Database, id: string): Promise<UserRow> {
  const row = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The people of an address: the confirmed one, and the one who still has to confirm it. */
export async function listByEmail(
  db: Database,
  email: string,
): Promise<{ confirmed?: UserRow; unconfirmed?: UserRow }> {
  const rows = await db.selectFrom("users").selectAll().where("email", "=", email).execute();
  return {
    confirmed: rows.find((row) => row.email_verified_at),
    unconfirmed: rows.find((row) => !row.email_verified_at),
  };
}

/** Everybody with an account, by name. */
export async function listUsers(db: Database, query: ListQuery): Promise<Page<User>> {
  let found = db.selectFrom("users").selectAll();
  if (query.q) found = found.where(matches(sql`first_name || ' ' || last_name || ' ' || email`, query.q));
  const { data, meta } = await paginate(db, found.orderBy("last_name").orderBy("first_name").orderBy("id"), query);
  return { data: data.map(shape), meta };
}

/** These people, held until the transaction ends. */
export const listUsersToChange = (db: Database, ids: readonly string[]) =>
  db.selectFrom("users").selectAll().where(among("id", ids)).orderBy("id").forUpdate().execute();

export function updateActive(db: Database, id: string, active: boolean, now: Date): Promise<UserRow> {
  return db
    .updateTable("users")
    .set({ active, updated_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow(notFound);
}

export interface UserDraft {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  language?: Language | null;
  verified?: boolean;
  platformAdmin?: boolean;
}

export function insertUser(db: Database, draft: UserDraft, now: Date): Promise<UserRow> {
  return db
    .insertInto("users")
    .values({
      id: v7(now),
      email: draft.email,
      first_name: draft.firstName,
      last_name: draft.lastName,
      password_hash: draft.passwordHash,
      email_verified_at: draft.verified ? now : null,
      platform_admin: draft.platformAdmin ?? false,
      language: draft.language ?? null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What one may change of oneself; the address is not among it. */
export function updateProfile(
  db: Database,
  id: string,
  body: Body<typeof accounts.updateUser>,
  now: Date,
): Promise<UserRow> {
  const { firstName, lastName, phone, language, theme } = body;
  return db
    .updateTable("users")
    .set({ first_name: firstName, last_name: lastName, phone, language, theme, updated_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePassword(db: Database, id: string, passwordHash: string, now: Date): Promise<void> {
  await db.updateTable("users").set({ password_hash: passwordHash, updated_at: now }).where("id", "=", id).execute();
  await db.deleteFrom("password_codes").where("user_id", "=", id).execute();
}

/** Whoever registered with this address and never confirmed it makes room, with everything that hung on it. */
export async function deleteUnconfirmed(db: Database, email: string): Promise<void> {
  // Two registrations at once with one address follow each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(db);
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

/** Only for people who never confirmed their address: nothing but their own rows can hang on them. */
export async function deleteUsers(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom("sessions").where("user_id", "in", ids).execute();
  await db.deleteFrom("email_verifications").where("user_id", "in", ids).execute();
  await db.deleteFrom("password_codes").where("user_id", "in", ids).execute();
  await db.deleteFrom("users").where("id", "in", ids).execute();
}

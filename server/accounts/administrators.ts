/**
 * Platform administrators: the operator creates them at the command line, and the first one also in the browser
 * (`first-administrator.ts`).
 */
import { type accounts, LoginDraft, type User } from "#contract/accounts.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { notFound, HttpError, type LocalizedMessage, message, renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import { deleteAdministratorCodes } from "./administrator-codes.ts";
import { findPasswordWeakness, hashPassword } from "./passwords.ts";
import {
  deleteUnconfirmedUsers,
  insertUser,
  findUsersByEmail,
  lockEmail,
  listUsersToChange,
  serializeUser,
  updateUserActive,
  updatePassword,
  type UserDraft,
} from "./queries.ts";
import { deleteSessions } from "./sessions.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    "accounts.deactivated": { userId: string };
  }
}

export class AdministratorError extends Error {}
const administratorError = (what: string, why: LocalizedMessage) =>
  new AdministratorError(`${what}: ${renderMessage(translators.en, why)}`);

export interface AdministratorDraft {
  email: string;
  password: string;
  firstName?: string;
  lastName?: string;
}

/**
 * Makes a person a platform administrator with this password and a confirmed address. An existing account is kept; its
 * sessions end.
 * @returns the user's id, and whether the account is new
 * @throws AdministratorError for an invalid address or password
 */
export async function createAdministrator(
  db: Database,
  { password, ...draft }: AdministratorDraft,
  now: Date,
): Promise<SavedAdministrator> {
  const address = LoginDraft.shape.email.safeParse(draft.email);
  if (!address.success) throw administratorError(draft.email, message("kit.invalidEmail"));
  const email = address.data;
  if (password.length < 10) throw administratorError("Password", message("kit.minLength", { min: 10 }));
  if (password.length > 128) throw administratorError("Password", message("kit.maxLength", { max: 128 }));
  const wrong = findPasswordWeakness(password, email);
  if (wrong) throw administratorError("Password", wrong);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute((trx) => saveAdministrator(trx, { ...draft, email, passwordHash }, now));
}

interface SavedAdministrator {
  id: string;
  isNew: boolean;
}

/** @param db an open transaction */
export async function saveAdministrator(
  db: Database,
  draft: Pick<UserDraft, "email" | "passwordHash" | "language"> & Partial<Pick<UserDraft, "firstName" | "lastName">>,
  now: Date,
): Promise<SavedAdministrator> {
  const { email, passwordHash, language } = draft;
  await lockEmail(db, email);
  const { confirmed: existing } = await findUsersByEmail(db, email);
  // Anybody may have registered the address.
  await deleteUnconfirmedUsers(db, email);
  await deleteAdministratorCodes(db);
  if (!existing) {
    const { firstName = "Platform", lastName = "Administrator" } = draft;
    const names = { firstName, lastName };
    const user = await insertUser(
      db,
      { email, ...names, passwordHash, language: language ?? null, verified: true, platformAdmin: true },
      now,
    );
    return { id: user.id, isNew: true };
  }
  await updatePassword(db, existing.id, passwordHash, now);
  await deleteSessions(db, existing.id, now);
  const names = {
    first_name: draft.firstName ?? existing.first_name,
    last_name: draft.lastName ?? existing.last_name,
  };
  await db
    .updateTable("users")
    .set({
      ...names,
      platform_admin: true,
      active: true,
      administrator_since: existing.platform_admin ? existing.administrator_since : now,
    })
    .where("id", "=", existing.id)
    .execute();
  return { id: existing.id, isNew: false };
}

/** @throws HttpError 409 for one's own account */
export async function setActive(call: Call<typeof accounts.setActive>): Promise<User> {
  const { db, appContext, now, user, params, body } = call;
  const id = params.userId.toLowerCase();
  if (id === user.id) throw new HttpError(409, message("accounts.notOneself"));
  const people = await listUsersToChange(db, [id, user.id]);
  // If two administrators deactivate each other at the same time, the second is already signed out.
  if (!people.some((person) => person.id === user.id && person.active))
    throw new HttpError(401, message("kit.signedOut"));
  if (!people.some((person) => person.id === id)) throw notFound();
  const changed = await updateUserActive(db, id, body.active, now);
  if (!body.active) {
    await deleteSessions(db, id, now);
    await publish(call, "accounts.deactivated", { userId: id });
  }
  return serializeUser(changed, appContext.config);
}

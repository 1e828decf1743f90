/** Platform administrators: made by whoever runs the server and not through the API; they open and close accounts. */
import { type accounts, LoginDraft, type User } from "#contract/accounts.ts";
import type { Database } from "#server/kit/database.ts";
import { notFound, Problem, type Saying, say, spell } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { words } from "#server/kit/words.ts";
import { complaint, hashPassword } from "./passwords.ts";
import { insertUser, listByEmail, listUsersToChange, shape, updateActive, updatePassword } from "./queries.ts";
import { deleteSessions } from "./sessions.ts";

/** Why it cannot be, as one line for the operator. */
export class AdministratorError extends Error {}
const refuse = (what: string, why: Saying) => new AdministratorError(`${what}: ${spell(words.en, why)}`);

export interface AdministratorDraft {
  email: string;
  password: string;
  firstName?: string;
  lastName?: string;
}

/**
 * Makes someone a platform administrator, with this password and a confirmed address. Who has an account keeps it; the
 * sessions that were open with the old password end.
 * @returns the user's id, and whether the account is new
 * @throws AdministratorError for an address or a password that will not do
 */
export async function createAdministrator(
  db: Database,
  draft: AdministratorDraft,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  const address = LoginDraft.shape.email.safeParse(draft.email);
  if (!address.success) throw refuse(draft.email, say("kit.invalidEmail"));
  const email = address.data;
  if (draft.password.length < 10) throw refuse("Password", say("kit.minLength", { min: 10 }));
  if (draft.password.length > 128) throw refuse("Password", say("kit.maxLength", { max: 128 }));
  const wrong = complaint(draft.password, email);
  if (wrong) throw refuse("Password", wrong);
  const passwordHash = await hashPassword(draft.password);
  return db.transaction().execute(async (trx) => {
    const { confirmed, unconfirmed } = await listByEmail(trx, email);
    const known = confirmed ?? unconfirmed;
    if (!known) {
      const { firstName = "Platform", lastName = "Administrator" } = draft;
      const user = await insertUser(
        trx,
        { email, firstName, lastName, passwordHash, verified: true, platformAdmin: true },
        now,
      );
      return { id: user.id, isNew: true };
    }
    await updatePassword(trx, known.id, passwordHash, now);
    await deleteSessions(trx, known.id, now);
    const names = { first_name: draft.firstName ?? known.first_name, last_name: draft.lastName ?? known.last_name };
    await trx
      .updateTable("users")
      .set({ ...names, platform_admin: true, active: true, email_verified_at: known.email_verified_at ?? now })
      .where("id", "=", known.id)
      .execute();
    return { id: known.id, isNew: false };
  });
}

/**
 * Opens or closes an account; closing ends its sessions.
 * @throws Problem 409 for one's own
 */
export async function setActive(call: Call<typeof accounts.setActive>): Promise<User> {
  const { db, now, user, params, body } = call;
  const id = params.userId.toLowerCase();
  if (id === user.id) throw new Problem(409, say("accounts.notOneself"));
  const people = await listUsersToChange(db, [id, user.id]);
  // Two administrators who close each other's accounts at once: the second is signed out already.
  if (!people.some((one) => one.id === user.id && one.active)) throw new Problem(401, say("kit.signedOut"));
  if (!people.some((one) => one.id === id)) throw notFound();
  if (!body.active) await deleteSessions(db, id, now);
  return shape(await updateActive(db, id, body.active, now));
}

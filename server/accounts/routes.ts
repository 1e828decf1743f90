import { accounts } from "#contract/accounts.ts";
import { outside, serve } from "#server/kit/serve.ts";
import { setActive } from "./administrators.ts";
import { login } from "./login.ts";
import { changePassword, forgotPassword, resetPassword } from "./new-password.ts";
import { findUser, listUsers, shape, updateProfile } from "./queries.ts";
import { confirmEmail, register, resendVerification } from "./registration.ts";
import { deleteSession, listSessions } from "./sessions.ts";

export default serve(accounts, {
  user: async ({ db, user }) => shape(await findUser(db, user.id)),
  // Hashing takes its time, and tries are counted whatever comes of them.
  login: outside(login),
  register: outside(register),
  resendVerification: outside(resendVerification),
  confirmEmail: outside(confirmEmail),
  changePassword: outside(changePassword),
  forgotPassword: outside(forgotPassword),
  resetPassword: outside(resetPassword),
  async logout({ db, user, now }) {
    await deleteSession(db, user.id, user.sessionId, now);
    return null;
  },
  updateUser: async ({ db, user, body, now }) => shape(await updateProfile(db, user.id, body, now)),
  sessions: ({ db, user, t, now }) => listSessions(db, user, t, now),
  async endSession({ db, user, params, now }) {
    await deleteSession(db, user.id, params.sessionId, now);
    return null;
  },
  users: ({ db, query }) => listUsers(db, query),
  readUser: async ({ db, params }) => shape(await findUser(db, params.userId)),
  setActive,
});

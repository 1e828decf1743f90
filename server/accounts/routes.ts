import { notFound } from "#server/kit/http/http-error.ts";
import { accounts } from "#contract/accounts.ts";
import { withoutTransaction, serveModule } from "#server/kit/http/serve-module.ts";
import { setActive } from "./administrators.ts";
import { createFirstAdministrator } from "./first-administrator.ts";
import { confirmEmail } from "./confirm-email.ts";
import { lookUpInvitation } from "./look-up-invitation.ts";
import { login } from "./login.ts";
import { changePassword, forgotPassword, resetPassword } from "./password-reset.ts";
import { changeProfile } from "./profile.ts";
import { countAdministrators, findUser, listUsers, serializeUser } from "./queries.ts";
import { findResendWait, register, resendVerification } from "./registration.ts";
import { deleteSession, listSessions } from "./sessions.ts";

export default serveModule(accounts, {
  user: async ({ db, appContext, user }) => serializeUser(await findUser(db, user.id), appContext.config),
  // Hashing is slow, and failed attempts must still be counted.
  login: withoutTransaction(login),
  register: withoutTransaction(register),
  firstAdministrator: async ({ db }) => ({ isMissing: (await countAdministrators(db)) === 0 }),
  createFirstAdministrator: withoutTransaction(createFirstAdministrator),
  lookUpInvitation: withoutTransaction(lookUpInvitation),
  verificationStatus: async ({ db, user, now }) => ({
    resendInSeconds: user.isVerified ? 0 : await findResendWait(db, user.id, now),
  }),
  resendVerification: withoutTransaction(resendVerification),
  confirmEmail: withoutTransaction(confirmEmail),
  changePassword: withoutTransaction(changePassword),
  forgotPassword: withoutTransaction(forgotPassword),
  resetPassword: withoutTransaction(resetPassword),
  async logout({ db, user, now }) {
    await deleteSession(db, user.id, user.sessionId, now);
    return null;
  },
  updateUser: changeProfile,
  sessions: ({ db, user, t, now }) => listSessions(db, user, t, now),
  async endSession({ db, user, params, now }) {
    if (!(await deleteSession(db, user.id, params.sessionId, now))) throw notFound();
    return null;
  },
  users: ({ db, appContext, query }) => listUsers(db, query, appContext.config),
  readUser: async ({ db, appContext, params }) => serializeUser(await findUser(db, params.userId), appContext.config),
  setActive,
});

import { secondFactors } from "#contract/second-factors.ts";
import { findUser } from "#server/accounts/queries.ts";
import { serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { confirmTotp, removeForeignTotp, removeTotp, renewRecoveryCodes, startTotp } from "./change.ts";
import { deleteSecondFactorOf, findSecondFactor } from "./queries.ts";
import { removeLostSecondFactor } from "./remove-lost.ts";
import { finishSignIn } from "./sign-in.ts";

export default serveModule(
  secondFactors,
  {
    read: ({ db, user }) => findSecondFactor(db, user.id),
    // Failed attempts must still be counted.
    signIn: withoutTransaction(finishSignIn),
    startTotp: withoutTransaction(startTotp),
    confirmTotp: withoutTransaction(confirmTotp),
    removeTotp: withoutTransaction(removeTotp),
    renewRecoveryCodes: withoutTransaction(renewRecoveryCodes),
    readOfUser: async ({ db, params }) => findSecondFactor(db, (await findUser(db, params.userId)).id),
    removeOfUser: removeLostSecondFactor,
  },
  {
    "email-changes.undone": removeForeignTotp,
    "accounts.closed": ({ db }, { userId }) => deleteSecondFactorOf(db, userId),
  },
);

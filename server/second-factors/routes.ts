import { secondFactors } from "#contract/second-factors.ts";
import { findUser } from "#server/accounts/queries.ts";
import { serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { actorOf, confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from "./change.ts";
import { addPasskey, removePasskey, renamePasskey, startPasskey } from "./change-passkeys.ts";
import { keepByLink, keepSecondFactor, readOwnRemoval } from "./keep.ts";
import { listPasskeys } from "./passkey-queries.ts";
import { requestPasskeySignIn, signInWithPasskey } from "./passkey-sign-in.ts";
import { requestAssertion } from "./passkeys.ts";
import { deleteSecondFactorOf, findSecondFactor } from "./queries.ts";
import { removeLostSecondFactor } from "./remove-lost.ts";
import { finishSignIn, requestSecondStep } from "./sign-in.ts";

export default serveModule(
  secondFactors,
  {
    read: ({ db, user }) => findSecondFactor(db, user.id),
    // Failed attempts must still be counted.
    signIn: withoutTransaction(finishSignIn),
    startTotp: withoutTransaction(startTotp),
    confirmTotp: withoutTransaction(confirmTotp),
    removeTotp: withoutTransaction(removeTotp),
    requestSecondStep,
    requestConfirmation: async (call) =>
      requestAssertion(call, { purpose: "confirm", userId: call.user.id }, await listPasskeys(call.db, call.user.id)),
    requestSignIn: withoutTransaction(requestPasskeySignIn),
    signInWithPasskey: withoutTransaction(signInWithPasskey),
    startPasskey: withoutTransaction(startPasskey),
    addPasskey: withoutTransaction(addPasskey),
    renamePasskey,
    removePasskey: withoutTransaction(removePasskey),
    renewRecoveryCodes: withoutTransaction(renewRecoveryCodes),
    readRemoval: readOwnRemoval,
    async cancelRemoval(call) {
      await keepSecondFactor(call, actorOf(call));
      return null;
    },
    keep: withoutTransaction(keepByLink),
    readOfUser: async ({ db, params }) => findSecondFactor(db, (await findUser(db, params.userId)).id),
    removeOfUser: removeLostSecondFactor,
  },
  {
    "accounts.closed": ({ db }, { userId }) => deleteSecondFactorOf(db, userId),
  },
);

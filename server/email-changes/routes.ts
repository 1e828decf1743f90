import { emailChanges } from "#contract/email-changes.ts";
import { serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { confirmEmailChange, undoEmailChange } from "./change.ts";
import { deleteEmailChangeOf, deleteEmailLinksOf, findEmailChange } from "./queries.ts";
import { requestEmailChange } from "./request.ts";

export default serveModule(
  emailChanges,
  {
    read: ({ db, user, now }) => findEmailChange(db, user.id, now),
    request: withoutTransaction(requestEmailChange),
    async cancel({ db, user }) {
      await deleteEmailChangeOf(db, user.id);
      return null;
    },
    confirm: withoutTransaction(confirmEmailChange),
    undo: withoutTransaction(undoEmailChange),
  },
  { "accounts.closed": ({ db }, { userId }) => deleteEmailLinksOf(db, userId) },
);

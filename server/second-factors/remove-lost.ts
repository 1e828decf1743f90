/** A platform administrator removes the second factor of somebody who has lost telephone and recovery codes. */
import type { secondFactors } from "#contract/second-factors.ts";
import { findUser, lockUser } from "#server/accounts/queries.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { isOff, turnOffIfLast } from "./change.ts";
import { notifySecondFactor } from "./notifications.ts";
import { deletePasskeys } from "./passkey-queries.ts";
import { deleteTotp } from "./queries.ts";

/** @throws HttpError 409 for one's own, which wants the password, and where there is none */
export async function removeLostSecondFactor(call: Call<typeof secondFactors.removeOfUser>) {
  const { db, user, params } = call;
  const person = await findUser(db, params.userId);
  if (person.id === user.id) throw new HttpError(409, message("second-factors.notOneself"));
  await lockUser(db, person.id);
  const hadApp = await deleteTotp(db, person.id);
  if ((await deletePasskeys(db, person.id)) === 0 && !hadApp) throw isOff();
  await notifySecondFactor(call, person, { kind: "removed" });
  await turnOffIfLast(call, person.id);
  return null;
}

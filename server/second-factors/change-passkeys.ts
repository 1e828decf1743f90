/** Adds, names and removes passkeys. */
import { MAX_PASSKEYS, type secondFactors } from "#contract/second-factors.ts";
import { clearPasswordTries } from "#server/accounts/confirm-password.ts";
import { lockUser } from "#server/accounts/queries.ts";
import { describeDevice } from "#server/accounts/sessions.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { actorOf, turnOffIfLast, turnOnIfFirst } from "./change.ts";
import { assertOneself } from "./confirm.ts";
import { notifySecondFactor } from "./notifications.ts";
import { deletePasskey, insertPasskey, listPasskeys, serializePasskey, updatePasskeyName } from "./passkey-queries.ts";
import { requestCreation, verifyAttestation } from "./passkeys.ts";

const tooMany = () => new HttpError(409, message("second-factors.tooManyPasskeys", { count: MAX_PASSKEYS }));

/** @throws HttpError 422 on `password` or `assertion`, 409 if there are too many */
export async function startPasskey(call: Call<typeof secondFactors.startPasskey>) {
  await assertOneself(call);
  if ((await listPasskeys(call.db, call.user.id)).length >= MAX_PASSKEYS) throw tooMany();
  await clearPasswordTries(call);
  return requestCreation(call);
}

/** The name is that of the browser until the person gives it another. @throws HttpError 422 on `attestation`, 409 */
export async function addPasskey(call: Call<typeof secondFactors.addPasskey>) {
  const { db, now, user, request, t } = call;
  const verified = await verifyAttestation(call);
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    if ((await listPasskeys(trx, user.id)).length >= MAX_PASSKEYS) throw tooMany();
    const name = describeDevice(request.headers["user-agent"] ?? "", t);
    const row = { ...verified, id: uuidv7(now), user_id: user.id, name, created_at: now };
    if (!(await insertPasskey(trx, row))) throw new HttpError(409, message("second-factors.passkeyKnown"));
    await notifySecondFactor({ ...call, db: trx }, user, { kind: "passkeyAdded" });
    return { codes: await turnOnIfFirst({ ...call, db: trx }) };
  });
}

export const renamePasskey = async ({ db, user, params, body }: Call<typeof secondFactors.renamePasskey>) =>
  serializePasskey(await updatePasskeyName(db, user.id, params.passkeyId, body.name));

/** @throws HttpError 404, 422 on `password` or `assertion` */
export async function removePasskey(call: Call<typeof secondFactors.removePasskey>) {
  const { db, user, params } = call;
  await assertOneself(call);
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    await deletePasskey(trx, user.id, params.passkeyId);
    await clearPasswordTries({ db: trx, user });
    await notifySecondFactor({ ...call, db: trx }, user, { kind: "passkeyRemoved" });
    await turnOffIfLast({ ...call, db: trx }, user.id, actorOf(call));
  });
  return null;
}

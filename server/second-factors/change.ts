/** Turns the second factor on and off. */
import { randomBytes } from "node:crypto";
import type { secondFactors } from "#contract/second-factors.ts";
import { clearPasswordTries } from "#server/accounts/confirm-password.ts";
import { findUser, lockUser } from "#server/accounts/queries.ts";
import { clearRateLimits, enforceRateLimit, rateLimit } from "#server/accounts/rate-limits.ts";
import { deleteSessions } from "#server/accounts/sessions.ts";
import { publish, type RequestContext, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { assertOneself } from "./confirm.ts";
import { keepSecondFactor } from "./keep.ts";
import { notifySecondFactor } from "./notifications.ts";
import { deletePasskeys } from "./passkey-queries.ts";
import {
  deleteTotp,
  findConfirmedTotp,
  countSecondFactors,
  insertTotpSecret,
  updateSecondFactorState,
} from "./queries.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";
import { redeemTotpCode } from "./totp-codes.ts";
import { encodeBase32, toKeyUri } from "./totp.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** How a person signs in has changed, by themselves or by somebody who may remove a lost one. */
    "second-factors.changed": { userId: string; isOn: boolean; actor: FactorActor };
  }
}

export interface FactorActor {
  id: string;
  /** Null for a job. */
  address: string | null;
}
export const actorOf = ({ user, address }: Pick<Call, "user" | "address">): FactorActor => ({ id: user.id, address });

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const alreadyOn = () => new HttpError(409, message("second-factors.alreadyOn"));
export const isOff = () => new HttpError(409, message("second-factors.isOff"));

type PersonalCall = RequestContext & Pick<Call, "language">;

/**
 * Turns two-step sign-in on with the factor that was just added. The caller has locked the person.
 * @returns recovery codes; none if there was another factor, whose codes go on
 */
export async function turnOnIfFirst(call: PersonalCall): Promise<string[]> {
  const { db, now, user } = call;
  const { has_second_factor: wasOn } = await findUser(db, user.id);
  await keepSecondFactor(call, actorOf(call));
  await updateSecondFactorState(db, user.id);
  if (wasOn) return [];
  const codes = await createRecoveryCodes(db, user.id);
  // Sessions that were opened with the password alone end.
  await deleteSessions(db, user.id, now, user.sessionId);
  await publish(call, "second-factors.changed", { userId: user.id, isOn: true, actor: actorOf(call) });
  return codes;
}

/** Notes that a factor is gone. The caller has locked the person. */
export async function turnOffIfLast(context: TenantContext, userId: string, actor: FactorActor): Promise<void> {
  if (await updateSecondFactorState(context.db, userId)) return;
  await publish(context, "second-factors.changed", { userId, isOn: false, actor });
}

/** @throws HttpError 409 if the app is on, 422 on `password` or `assertion` */
export async function startTotp(call: Call<typeof secondFactors.startTotp>) {
  const { db, appContext, now, user } = call;
  await assertOneself(call);
  const secret = randomBytes(SECRET_BYTES);
  if (!(await insertTotpSecret(db, user.id, secret, now))) throw alreadyOn();
  await clearPasswordTries(call);
  const { host } = new URL(appContext.config.appUrl);
  return { secret: encodeBase32(secret), uri: toKeyUri(secret, `Baseline (${host})`, user.email) };
}

/** @throws HttpError 422 on `code` if it is wrong, or of a secret that another page has replaced; 409 if it is on */
export async function confirmTotp(call: Call<typeof secondFactors.confirmTotp>) {
  const { db, now, user, body } = call;
  const limit = rateLimit("secondFactor.setup", user.sessionId);
  await enforceRateLimit(call, [limit]);
  if (await findConfirmedTotp(db, user.id)) throw alreadyOn();
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    if (!(await redeemTotpCode(trx, { userId: user.id, code: body.code, isConfirmed: false }, now)))
      throw invalidFields({ code: [message("second-factors.setupCodeWrong")] });
    await clearRateLimits(trx, [limit]);
    await notifySecondFactor({ ...call, db: trx }, user, { kind: "on" });
    return { codes: await turnOnIfFirst({ ...call, db: trx }) };
  });
}

/** @throws HttpError 409 if it is off, 422 on `password` */
export async function removeTotp(call: Call<typeof secondFactors.removeTotp>) {
  const { db, user } = call;
  await assertOneself(call);
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    if (!(await deleteTotp(trx, user.id))) throw isOff();
    await clearPasswordTries({ db: trx, user });
    await notifySecondFactor({ ...call, db: trx }, user, { kind: "off" });
    await turnOffIfLast({ ...call, db: trx }, user.id, actorOf(call));
  });
  return null;
}

/** Removes what somebody who took the account over has set up, as its owner could not sign in. */
export async function removeForeignFactors(
  context: RequestContext,
  { userId, since }: { userId: string; since: Date },
): Promise<void> {
  const { db } = context;
  await lockUser(db, userId);
  const totp = await findConfirmedTotp(db, userId);
  const isForeign = totp?.confirmed_at !== undefined && totp.confirmed_at !== null && totp.confirmed_at >= since;
  if (isForeign) await deleteTotp(db, userId);
  if ((await deletePasskeys(db, userId, since)) > 0 || isForeign)
    await turnOffIfLast(context, userId, actorOf(context));
}

/** @throws HttpError 409 if the second factor is off, 422 on `password` */
export async function renewRecoveryCodes(call: Call<typeof secondFactors.renewRecoveryCodes>) {
  const { db, user } = call;
  await assertOneself(call);
  if ((await countSecondFactors(db, user.id)) === 0) throw isOff();
  return db.transaction().execute(async (trx) => {
    const codes = await createRecoveryCodes(trx, user.id);
    await clearPasswordTries({ db: trx, user });
    await notifySecondFactor({ ...call, db: trx }, user, { kind: "codes" });
    return { codes };
  });
}

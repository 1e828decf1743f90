/** Signs in with a passkey alone: it is what one has, and checks who one is, by PIN, finger or face. */
import type { secondFactors } from "#contract/second-factors.ts";
import { findKnownDevice } from "#server/accounts/known-devices.ts";
import { completeSignIn } from "#server/accounts/login.ts";
import { enforceRateLimit, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { keepSecondFactor } from "./keep.ts";
import { requestAssertion, redeemPasskey, verifyAssertion } from "./passkeys.ts";

const limitOf = ({ address }: Pick<Call, "address">) => rateLimit("passkey.network", networkPrefix(address));

/** @throws HttpError 429 */
export async function requestPasskeySignIn(call: Call<typeof secondFactors.requestSignIn>) {
  await enforceRateLimit(call, [limitOf(call)]);
  return requestAssertion(call, { purpose: "signIn", userId: null }, []);
}

/** @throws HttpError 422 on `assertion`, 429 */
export async function signInWithPasskey(call: Call<typeof secondFactors.signInWithPasskey>) {
  const { db, appContext, now, language, address, body, request } = call;
  await enforceRateLimit(call, [limitOf(call)]);
  const proof = await verifyAssertion(call, { purpose: "signIn", userId: null }, body.assertion);
  const { user } = proof;
  const device = await findKnownDevice(
    call,
    { confirmed: { id: user.id, email_verified_at: user.email_verified_at }, unconfirmed: [] },
    body.device_tokens,
  );
  return db.transaction().execute(async (trx) => {
    await redeemPasskey(trx, proof, now);
    const browser = { userAgent: request.headers["user-agent"], address, isKnown: device !== undefined };
    const context = { db: trx, appContext, now, language };
    await keepSecondFactor(context, { id: user.id, address });
    return completeSignIn(context, user, browser);
  });
}

/** Asks for the password or a passkey again before a change that a stolen session must not make. */
import type { Confirmation } from "#contract/second-factors.ts";
import { assertOwnPassword } from "#server/accounts/confirm-password.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { redeemPasskey, verifyAssertion } from "./passkeys.ts";

/**
 * @param call its `db` is the pool: a wrong password is counted
 * @throws HttpError 422 on `password` or `assertion`, 429 after too many wrong passwords
 */
export async function assertOneself(
  call: Pick<Call, "db" | "appContext" | "now" | "user"> & { body: Confirmation },
): Promise<void> {
  const { db, now, user, body } = call;
  if (body.assertion) {
    const proof = await verifyAssertion(call, { purpose: "confirm", userId: user.id }, body.assertion);
    return redeemPasskey(db, proof, now);
  }
  if (body.password === undefined) throw invalidFields({ password: [message("kit.required")] });
  await assertOwnPassword(call, body.password);
}

/** The second step of a sign-in: a ticket for a right password, then a code. */
import type { SecondFactorRequest } from "#contract/accounts.ts";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { secondFactors } from "#contract/second-factors.ts";
import { joinPort } from "#server/accounts/join-port.ts";
import { completeSignIn } from "#server/accounts/login.ts";
import {
  clearRateLimits,
  enforceRateLimit,
  networkPrefix,
  rateLimit,
  returnTry,
} from "#server/accounts/rate-limits.ts";
import type { FirstStep } from "#server/accounts/second-factor-port.ts";
import { contextOfSession, randomToken } from "#server/accounts/sessions.ts";
import type { Database } from "#server/kit/db/database.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { keepSecondFactor } from "./keep.ts";
import { notifySecondFactor } from "./notifications.ts";
import { listPasskeys } from "./passkey-queries.ts";
import { requestAssertion, redeemPasskey, verifyAssertion } from "./passkeys.ts";
import { deleteTicket, findSecondFactor, findTicket, insertTicket } from "./queries.ts";
import { redeemRecoveryCode } from "./recovery-codes.ts";
import { redeemTotpCode } from "./totp-codes.ts";

export async function requestSecondFactor(
  db: Database,
  signIn: FirstStep,
  now: Date,
): Promise<SecondFactorRequest | undefined> {
  const { totp, passkeys } = await findSecondFactor(db, signIn.userId);
  if (!totp && passkeys.length === 0) return undefined;
  const ticket = randomToken();
  const expiresAt = new Date(now.getTime() + retentionMs("secondFactorTicket"));
  await insertTicket(db, { ...signIn, token: ticket, expiresAt }, now);
  const methods = [
    ...(totp ? (["totp"] as const) : []),
    ...(passkeys.length > 0 ? (["passkey"] as const) : []),
    "recovery_code" as const,
  ];
  return { second_factor: { ticket, methods } };
}

/** A browser that has signed in before is counted apart, so that tries of others cannot lock it out. */
function limitsOf({ id: userId, device }: { id: string; device: string | null }, network: string) {
  if (device !== null) return { own: [rateLimit("secondFactor.device", userId, device)], shared: [] };
  return {
    own: [rateLimit("secondFactor.account", userId, network)],
    shared: [rateLimit("secondFactor.everywhere", userId)],
  };
}

const wrongTicket = () => invalidFields({ ticket: [message("second-factors.ticketWrong")] });
const isTotp = (code: string) => /^\d{6}$/.test(code);

/** @throws HttpError 422 on `ticket` */
export async function requestSecondStep(call: Call<typeof secondFactors.requestSecondStep>) {
  const { db, now, address, body } = call;
  const ticket = await findTicket(db, { token: body.ticket, network: networkPrefix(address) }, now);
  if (!ticket) throw wrongTicket();
  return requestAssertion(call, { purpose: "secondStep", userId: ticket.id }, await listPasskeys(db, ticket.id));
}

/** @throws HttpError 422 on `code` if it is wrong or used */
async function redeemCode(db: Database, userId: string, code: string | undefined, now: Date): Promise<void> {
  const isRight =
    code !== undefined &&
    (isTotp(code)
      ? await redeemTotpCode(db, { userId, code, isConfirmed: true }, now)
      : await redeemRecoveryCode(db, userId, code, now));
  if (!isRight) throw invalidFields({ code: [message("second-factors.codeWrong")] });
}

/** @throws HttpError 422 on `ticket`, `code` or `assertion`, 429 after too many wrong ones */
export async function finishSignIn(call: Call<typeof secondFactors.signIn>) {
  const { db, appContext, now, language, address, body, request } = call;
  const network = networkPrefix(address);
  const ticket = await findTicket(db, { token: body.ticket, network }, now);
  if (!ticket) throw wrongTicket();
  const { own, shared } = limitsOf(ticket, network);
  await enforceRateLimit(call, [...own, ...shared]);
  const { id: userId, email, device, organization_id: organizationId } = ticket;
  const proof = body.assertion && (await verifyAssertion(call, { purpose: "secondStep", userId }, body.assertion));
  return db.transaction().execute(async (trx) => {
    await (proof ? redeemPasskey(trx, proof, now) : redeemCode(trx, userId, body.code, now));
    // A code must not be used up for a sign-in that another request has finished: the error rolls that back.
    if (!(await deleteTicket(trx, body.ticket))) throw wrongTicket();
    await clearRateLimits(trx, [
      ...own,
      device === null ? rateLimit("login.account", email, network) : rateLimit("login.device", email, device),
    ]);
    await returnTry(trx, shared);
    const context = { db: trx, appContext, now, language };
    await keepSecondFactor(context, { id: userId, address });
    if (!proof && body.code !== undefined && !isTotp(body.code)) {
      const { recoveryCodesLeft } = await findSecondFactor(trx, userId);
      await notifySecondFactor(context, ticket, { kind: "recoveryCodeUsed", left: recoveryCodesLeft });
    }
    const browser = { userAgent: request.headers["user-agent"], address, isKnown: device !== null };
    const signedIn = await completeSignIn(context, ticket, browser);
    if (organizationId !== null)
      await joinPort.joinOrganization(await contextOfSession(call, trx, signedIn.access_token), organizationId);
    return signedIn;
  });
}

/** Sign-in with email and password. The error never says whether the address, the password or the account was wrong. */
import { setTimeout as pause } from "node:timers/promises";
import type { accounts } from "#contract/accounts.ts";
import { isDatabaseError } from "#server/kit/db/database.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { createDeviceToken, findKnownDevice } from "./known-devices.ts";
import { clearRateLimits, countTry, enforceRateLimit, networkPrefix, rateLimit, returnTry } from "./rate-limits.ts";
import { findCorrectHash, hashPassword, isCorrectPassword, isOutdatedHash } from "./passwords.ts";
import { notifyNewDevice } from "./notify-new-device.ts";
import { type AccountsOfEmail, findUsersByEmail, type UserRow } from "./queries.ts";
import { secondFactorPort } from "./second-factor-port.ts";
import { type Device, startSession } from "./sessions.ts";

type LoginCall = Call<typeof accounts.login>;

/** Delay for browsers that never signed in, when an email is tried from many networks. */
const SLOW_LOGIN_MS = 2000;

const invalidCredentials = () => invalidFields({ email: [message("accounts.credentials")] });

export async function login(call: LoginCall) {
  const { db, appContext, now, language, body, address, request } = call;
  const found = await findUsersByEmail(db, body.email);
  const { device, ...limits } = await countLogin(call, found);
  const user = await findByPassword(found, body.password);
  if (!user?.active) throw invalidCredentials();
  const better = isOutdatedHash(user.password_hash) ? await hashPassword(body.password) : undefined;
  try {
    return await db.transaction().execute(async (trx) => {
      if (better) await trx.updateTable("users").set({ password_hash: better }).where("id", "=", user.id).execute();
      const signIn = { userId: user.id, network: networkPrefix(address), device, organizationId: null };
      // Tries go on counting until the second step, so that a known password makes no tickets without end.
      const secondStep = await secondFactorPort.requestSecondFactor(trx, signIn, now);
      if (secondStep) return secondStep;
      await clearRateLimits(trx, limits.own);
      await returnTry(trx, limits.others);
      const browser = { userAgent: request.headers["user-agent"], address, isKnown: device !== undefined };
      return completeSignIn({ db: trx, appContext, now, language }, user, browser);
    });
  } catch (error) {
    // Another registration of the address has just been confirmed, which deleted this one.
    if (isDatabaseError(error) && error.code === "23503") throw invalidCredentials();
    throw error;
  }
}

type SignedInUser = Pick<UserRow, "id" | "email" | "email_verified_at" | "language">;

/** Starts the session, and knows the browser from now on; a mail tells of one that was not known. */
export async function completeSignIn(
  context: Pick<Call, "db" | "appContext" | "now" | "language">,
  user: SignedInUser,
  browser: Device & { isKnown: boolean },
) {
  const { db, now } = context;
  const session = await startSession(db, user.id, browser, now);
  if (!browser.isKnown) await notifyNewDevice(context, user, browser);
  return { ...session, device_token: await createDeviceToken(db, user, now) };
}

/** Counts a known device separately, and any other browser by its network. */
async function countLogin(call: LoginCall, accounts: AccountsOfEmail) {
  const { body, address } = call;
  const device = await findKnownDevice(call, accounts, body.device_tokens);
  if (device !== undefined) {
    const own = [rateLimit("login.device", body.email, device)];
    await enforceRateLimit(call, own);
    return { device, own, others: [] };
  }
  const network = networkPrefix(address);
  const own = [rateLimit("login.account", body.email, network)];
  const ofNetwork = rateLimit("login.network", network);
  await enforceRateLimit(call, [...own, ofNetwork]);
  const ofEmail = rateLimit("login.email", body.email);
  if (await countTry(call, [ofEmail])) await pause(SLOW_LOGIN_MS);
  return { device, own, others: [ofNetwork, ofEmail] };
}

/** Checks the confirmed account and the registrations, even missing ones, so that every failure takes the time of two hashes. */
async function findByPassword(
  { confirmed, unconfirmed }: AccountsOfEmail,
  password: string,
): Promise<UserRow | undefined> {
  if (await isCorrectPassword(confirmed?.password_hash, password)) return confirmed;
  const right = await findCorrectHash(
    unconfirmed.map((user) => user.password_hash),
    password,
  );
  return unconfirmed.find((user) => user.password_hash === right);
}

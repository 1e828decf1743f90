/**
 * Finishes single sign-on (callback): signs in whoever the provider says it is, the account with that confirmed
 * address, else a new one.
 */
import { personName } from "#contract/kit.ts";
import type { singleSignOn } from "#contract/single-sign-on.ts";
import { findKnownDevice } from "#server/accounts/known-devices.ts";
import { joinPort } from "#server/accounts/join-port.ts";
import { completeSignIn } from "#server/accounts/login.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import {
  deleteUnconfirmedUsers,
  findUsersByEmail,
  insertUser,
  lockEmail,
  type UserRow,
} from "#server/accounts/queries.ts";
import { enforceRateLimit, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import { secondFactorPort } from "#server/accounts/second-factor-port.ts";
import { contextOfSession, randomToken } from "#server/accounts/sessions.ts";
import type { Database } from "#server/kit/db/database.ts";
import { message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { Identity } from "./provider.ts";
import { deleteRequest, refuse, toRequest } from "./request.ts";

type FinishCall = Call<typeof singleSignOn.finish>;

/**
 * The provider stands in the place of the password: an account with a second factor is asked for it as ever.
 * @throws HttpError 422 on `answer`, 429, 503
 */
export async function finishSingleSignOn(call: FinishCall) {
  const { db, appContext, now, language, address, body, request: httpRequest } = call;
  const network = networkPrefix(address);
  await enforceRateLimit(call, [rateLimit("singleSignOn.network", network)]);
  const request = toRequest(body.secret);
  // Used up before the provider is asked, so that an answer counts once, whatever becomes of it.
  const asked = await deleteRequest(db, request, now);
  if (!asked) throw refuse(message("single-sign-on.expired"));
  const organizationId = asked.organization_id;
  const { readIdentity } = await import("./provider.ts");
  const identity = await readIdentity(appContext, organizationId, request, body.answer);
  const password = await hashPassword(randomToken());
  return db.transaction().execute(async (trx) => {
    const user = await findOrCreateUser(trx, identity, { password, language, now });
    if (!user.active) throw refuse(message("single-sign-on.inactive"));
    // No organization shall sign in as somebody who runs the platform.
    if (organizationId !== null && user.platform_admin) throw refuse(message("single-sign-on.administrator"));
    const device = await findKnownDevice({ db: trx, now }, { confirmed: user, unconfirmed: [] }, body.device_tokens);
    const firstStep = { userId: user.id, network, device, organizationId };
    const secondStep = await secondFactorPort.requestSecondFactor(trx, firstStep, now);
    if (secondStep) return secondStep;
    const browser = { userAgent: httpRequest.headers["user-agent"], address, isKnown: device !== undefined };
    const signedIn = await completeSignIn({ db: trx, appContext, now, language }, user, browser);
    if (organizationId !== null)
      await joinPort.joinOrganization(await contextOfSession(call, trx, signedIn.access_token), organizationId);
    return signedIn;
  });
}

type NewAccount = { password: string } & Pick<FinishCall, "language" | "now">;

/** Registrations of the address that nobody has confirmed may be of somebody else: they go. */
async function findOrCreateUser(
  db: Database,
  identity: Identity,
  { password, language, now }: NewAccount,
): Promise<UserRow> {
  await lockEmail(db, identity.email);
  const { confirmed } = await findUsersByEmail(db, identity.email);
  if (confirmed) return confirmed;
  await deleteUnconfirmedUsers(db, identity.email);
  const draft = { email: identity.email, ...nameOf(identity), passwordHash: password, language, verified: true };
  return insertUser(db, draft, now);
}

const usable = (name: unknown): string | undefined => personName(80).safeParse(name).data;

/** Names that the provider tells in a form that mails may show; else those of the address, which the person may change. */
export function nameOf({ email, firstName, lastName, name }: Identity): { firstName: string; lastName: string } {
  const [first, ...more] = typeof name === "string" ? name.trim().split(/\s+/) : [];
  const [local, ...rest] = (email.split("@")[0] ?? "").split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  const ofAddress = usable(local) ?? "New";
  return {
    firstName: usable(firstName) ?? usable(first) ?? ofAddress,
    lastName: usable(lastName) ?? usable(more.join(" ")) ?? usable(rest.join(" ")) ?? "Member",
  };
}

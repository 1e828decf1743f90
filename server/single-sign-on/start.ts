import type { SignOnChoice, singleSignOn } from "#contract/single-sign-on.ts";
import { enforceRateLimit, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listChoices } from "#server/sign-on-providers/queries.ts";
import { insertRequest } from "./request.ts";

type SignOnCall = Pick<Call<typeof singleSignOn.start>, "db" | "appContext" | "now" | "address">;

const countStart = (call: SignOnCall) =>
  enforceRateLimit(call, [rateLimit("singleSignOn.network", networkPrefix(call.address))]);

async function startAt(call: SignOnCall, organizationId: string | null) {
  const { db, appContext, now } = call;
  await countStart(call);
  const request = await insertRequest(db, organizationId, now);
  const { buildSignInUrl } = await import("./provider.ts");
  return { url: await buildSignInUrl(appContext, organizationId, request), secret: request.secret };
}

/** @throws HttpError 409 without a provider, 429, 503 */
export const startSingleSignOn = (call: Call<typeof singleSignOn.start>) => startAt(call, null);

/** @throws HttpError 409 without a provider, 429, 503 */
export const startOfOrganization = (call: Call<typeof singleSignOn.startOfOrganization>) =>
  startAt(call, call.body.organizationId);

/** @throws HttpError 404 without a provider, 409 if it does not answer as one, 429 */
export async function checkOfOrganization(call: Call<typeof singleSignOn.check>) {
  await countStart(call);
  const { checkProvider } = await import("./provider.ts");
  return checkProvider(call.appContext, call.organizationId);
}

/** By the domain alone: the answer does not tell whether somebody has an account. @throws HttpError 429 */
export async function findProviders(call: Call<typeof singleSignOn.find>): Promise<SignOnChoice[]> {
  await countStart(call);
  const { email } = call.body;
  return listChoices(call.db, email.slice(email.lastIndexOf("@") + 1));
}

import type { singleSignOn } from "#contract/single-sign-on.ts";
import { enforceRateLimit, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { buildSignInUrl } from "./provider.ts";
import { insertRequest } from "./request.ts";

/** @throws HttpError 409 without a provider, 429, 503 */
export async function startSingleSignOn(call: Call<typeof singleSignOn.start>) {
  const { db, appContext, now, address } = call;
  await enforceRateLimit(call, [rateLimit("singleSignOn.network", networkPrefix(address))]);
  const request = await insertRequest(db, now);
  return { url: await buildSignInUrl(appContext, request), secret: request.secret };
}

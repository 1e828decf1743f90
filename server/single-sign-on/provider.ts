/** Talks to the provider of identities by OpenID Connect: code flow with PKCE, and tokens whose every claim is checked. */
import * as openid from "openid-client";
import { email as emailForm } from "#contract/kit.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { isLoopback, type SingleSignOnConfig } from "#server/kit/process/config.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { SignOnRequest } from "./request.ts";

const TIMEOUT_SECONDS = 10;
/** Keys and addresses of the provider are read again after this. */
const MAX_AGE_MS = 3_600_000;

export interface Identity {
  email: string;
  firstName: unknown;
  lastName: unknown;
  name: unknown;
}

type Context = Pick<AppContext, "config" | "clock" | "log">;

const known = new Map<string, { found: openid.Configuration; at: number }>();

export const CALLBACK_PATH = "/auth/sign-on";
const callbackUrl = ({ config }: Context) => new URL(config.appUrl + CALLBACK_PATH);

/** @throws HttpError 409 where the settings name no provider */
function readProvider({ config }: Context): SingleSignOnConfig {
  if (!config.singleSignOn) throw new HttpError(409, message("single-sign-on.off"));
  return config.singleSignOn;
}

/** @throws HttpError 503 if it does not answer as a provider */
async function discover(context: Context): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret, name } = readProvider(context);
  const now = context.clock.now().getTime();
  const key = JSON.stringify([issuer, clientId]);
  const before = known.get(key);
  if (before && now - before.at < MAX_AGE_MS && now >= before.at) return before.found;
  const url = new URL(issuer);
  try {
    const found = await openid.discovery(url, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: [
        // Signatures are checked although the token comes over TLS from the provider itself.
        openid.enableNonRepudiationChecks,
        ...(url.protocol === "http:" && isLoopback(url.hostname) ? [openid.allowInsecureRequests] : []),
      ],
    });
    known.set(key, { found, at: now });
    return found;
  } catch (error) {
    context.log.warn({ err: error }, "the provider of single sign-on does not answer");
    throw new HttpError(503, message("single-sign-on.unavailable", { name }));
  }
}

export async function buildSignInUrl(context: Context, request: SignOnRequest): Promise<string> {
  const provider = await discover(context);
  const url = openid.buildAuthorizationUrl(provider, {
    redirect_uri: callbackUrl(context).href,
    scope: "openid email profile",
    code_challenge: await openid.calculatePKCECodeChallenge(request.codeVerifier),
    code_challenge_method: "S256",
    state: request.state,
    nonce: request.nonce,
  });
  return url.href;
}

/**
 * Issuer, audience, expiry, nonce, state and signature are checked.
 * @param answer the query that the provider led back with
 * @throws HttpError 422 on `answer`, 503
 */
export async function readIdentity(context: Context, request: SignOnRequest, answer: string): Promise<Identity> {
  const { name } = readProvider(context);
  const provider = await discover(context);
  const url = callbackUrl(context);
  url.search = answer;
  const claims = await exchange(provider, url, request).catch((error: unknown) => {
    context.log.info({ err: error }, "an answer of single sign-on was refused");
    throw refuse(message("single-sign-on.refused", { name }));
  });
  const email = emailForm.safeParse(claims["email"]);
  if (!email.success) throw refuse(message("single-sign-on.noEmail", { name }));
  if (claims["email_verified"] !== true) throw refuse(message("single-sign-on.unverified", { name }));
  return {
    email: email.data,
    firstName: claims["given_name"],
    lastName: claims["family_name"],
    name: claims["name"],
  };
}

export const refuse = (why: ReturnType<typeof message>) => new HttpError(422, why, { errors: { answer: [why] } });

/** Many providers tell the address at their endpoint of user info alone. */
async function exchange(provider: openid.Configuration, url: URL, request: SignOnRequest) {
  const tokens = await openid.authorizationCodeGrant(provider, url, {
    pkceCodeVerifier: request.codeVerifier,
    expectedState: request.state,
    expectedNonce: request.nonce,
    idTokenExpected: true,
  });
  const claims: Record<string, unknown> = { ...tokens.claims() };
  if (claims["email"] !== undefined || !provider.serverMetadata().userinfo_endpoint) return claims;
  const more = await openid.fetchUserInfo(provider, tokens.access_token, String(claims["sub"]));
  return { ...more, ...claims };
}

/**
 * Talks to the provider of identities by OpenID Connect: code flow with PKCE, and tokens whose every claim is checked.
 * Imported on first use, so that a server without single sign-on does without the library.
 */
import * as openid from "openid-client";
import { email as emailForm } from "#contract/kit.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import { isLoopback, type SingleSignOnConfig } from "#server/kit/process/config.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { findOpenOrganizationName, findProviderRow, findConfirmedDomain } from "#server/sign-on-providers/queries.ts";
import { SIGN_ON_PATH } from "#server/sign-on-providers/callback-path.ts";
import { createPublicFetch } from "./public-fetch.ts";
import { refuse, type SignOnRequest } from "./request.ts";

const TIMEOUT_SECONDS = 10;
/** Keys and addresses of the provider are read again after this. */
const MAX_AGE_MS = 3_600_000;

export interface Identity {
  email: string;
  firstName: unknown;
  lastName: unknown;
  name: unknown;
}

type Context = Pick<AppContext, "db" | "config" | "clock" | "log">;

/** A provider that signs in here: that of the server, or of an organization. */
interface Provider extends SingleSignOnConfig {
  organizationId: string | null;
}

const known = new Map<string | null, { found: openid.Configuration; settings: string; at: number }>();

const callbackUrl = ({ config }: Context) => new URL(config.appUrl + SIGN_ON_PATH);

/**
 * @param organizationId null: the provider of the server
 * @throws HttpError 409 where there is none, or nobody signs in by it
 */
async function readProvider({ db, config }: Context, organizationId: string | null): Promise<Provider> {
  if (organizationId === null) {
    if (!config.singleSignOn) throw new HttpError(409, message("single-sign-on.off"));
    return { ...config.singleSignOn, organizationId };
  }
  const row = await findProviderRow(db, organizationId);
  if (!row?.active || !(await findOpenOrganizationName(db, organizationId)))
    throw new HttpError(409, message("single-sign-on.offHere"));
  const { issuer, client_id: clientId, client_secret: clientSecret, name } = row;
  return { issuer, clientId, clientSecret, name, organizationId };
}

/** An issuer of the server's settings may be in its own network; one that an organization has typed may not. */
function connectionOf({ config }: Context, { issuer, organizationId }: Provider): openid.DiscoveryRequestOptions {
  const url = new URL(issuer);
  const isLocal = isLoopback(url.hostname) && (organizationId === null || config.demo);
  return {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // Signatures are checked although the token comes over TLS from the provider itself.
      openid.enableNonRepudiationChecks,
      ...(url.protocol === "http:" && isLocal ? [openid.allowInsecureRequests] : []),
    ],
    ...(organizationId !== null && {
      [openid.customFetch]: createPublicFetch({ allowsLocalhost: config.demo, timeoutMs: TIMEOUT_SECONDS * 1000 }),
    }),
  };
}

/** @throws HttpError 503 if it does not answer as a provider */
async function discover(context: Context, provider: Provider): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret, name, organizationId } = provider;
  const now = context.clock.now().getTime();
  const settings = JSON.stringify([issuer, clientId, clientSecret]);
  const before = known.get(organizationId);
  if (before?.settings === settings && now - before.at < MAX_AGE_MS && now >= before.at) return before.found;
  try {
    const found = await openid.discovery(
      new URL(issuer),
      clientId,
      clientSecret,
      undefined,
      connectionOf(context, provider),
    );
    known.set(organizationId, { found, settings, at: now });
    return found;
  } catch (error) {
    context.log.warn({ err: error }, "the provider of single sign-on does not answer");
    throw new HttpError(503, message("single-sign-on.unavailable", { name }));
  }
}

/** @throws HttpError 404 without a provider, 409 if it does not answer as one */
export async function checkProvider(context: Context, organizationId: string): Promise<{ issuer: string }> {
  const row = await findProviderRow(context.db, organizationId);
  if (!row) throw notFound();
  const { issuer, client_id: clientId, client_secret: clientSecret, name } = row;
  known.delete(organizationId);
  await discover(context, { issuer, clientId, clientSecret, name, organizationId }).catch(() => {
    throw new HttpError(409, message("single-sign-on.issuerWrong", { issuer }));
  });
  return { issuer };
}

/** @throws HttpError 409 without a provider, 503 if it does not answer as one */
export async function buildSignInUrl(
  context: Context,
  organizationId: string | null,
  request: SignOnRequest,
): Promise<string> {
  const provider = await discover(context, await readProvider(context, organizationId));
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
export async function readIdentity(
  context: Context,
  organizationId: string | null,
  request: SignOnRequest,
  answer: string,
): Promise<Identity> {
  const settings = await readProvider(context, organizationId);
  const { name } = settings;
  const provider = await discover(context, settings);
  const url = callbackUrl(context);
  url.search = answer;
  const claims = await exchange(provider, url, request).catch((error: unknown) => {
    context.log.info({ err: error }, "an answer of single sign-on was refused");
    throw refuse(message("single-sign-on.refused", { name }));
  });
  const email = emailForm.safeParse(claims["email"]);
  if (!email.success) throw refuse(message("single-sign-on.noEmail", { name }));
  if (claims["email_verified"] !== true) throw refuse(message("single-sign-on.unverified", { name }));
  const domain = email.data.slice(email.data.lastIndexOf("@") + 1);
  if (organizationId !== null && !(await findConfirmedDomain(context.db, organizationId, domain)))
    throw refuse(message("single-sign-on.foreignDomain", { name, domain }));
  return {
    email: email.data,
    firstName: claims["given_name"],
    lastName: claims["family_name"],
    name: claims["name"],
  };
}

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

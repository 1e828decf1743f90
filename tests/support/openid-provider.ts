/** A real provider of OpenID Connect on this machine (`oidc-provider`), where everybody who comes signs in as one person. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type Provider from "oidc-provider";
import type { ClientMetadata } from "oidc-provider";

export const openidClient = { id: "baseline", secret: "a secret of at least thirty-two characters" };

export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  name?: string;
}

export interface OpenidProvider {
  issuer: string;
  redirectUri: string;
  /** Signs in from now on. */
  person: ProviderPerson;
  close(): Promise<void>;
}

const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );

/** It warns of stores and keys that only matter where people sign in for real. */
async function loadQuietly() {
  for (const level of ["warn", "info"] as const) {
    const write = console[level];
    console[level] = (...texts: unknown[]) => {
      if (!String(texts[0]).includes("oidc-provider")) write(...texts);
    };
  }
  return (await import("oidc-provider")).default;
}

/** @param redirectUri where it leads back to; may be set later, before the first sign-in */
export async function startOpenidProvider(redirectUri = ""): Promise<OpenidProvider> {
  const ProviderClass = await loadQuietly();
  let handle: (
    request: Parameters<ReturnType<Provider["callback"]>>[0],
    response: Parameters<ReturnType<Provider["callback"]>>[1],
  ) => void = () => {};
  const server = createServer((request, response) => handle(request, response));
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  const state: OpenidProvider = {
    issuer,
    redirectUri,
    person: { sub: "nobody" },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  const open = () => {
    const client: ClientMetadata = {
      client_id: openidClient.id,
      client_secret: openidClient.secret,
      redirect_uris: [state.redirectUri],
      response_types: ["code"],
      grant_types: ["authorization_code"],
    };
    const opened = new ProviderClass(issuer, {
      clients: [client],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name", "name"] },
      cookies: { keys: ["a key of cookies for tests"] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...state.person, sub }) }),
      // Consent is given already.
      async loadExistingGrant(context) {
        const { provider: of, client: asking, session } = context.oidc;
        const grant = new of.Grant({ accountId: session?.accountId ?? "", clientId: asking?.clientId ?? "" });
        grant.addOIDCScope("openid email profile");
        await grant.save();
        return grant;
      },
    });
    return opened;
  };
  let provider: Provider | undefined;
  handle = (request, response) => {
    provider ??= open();
    if (!request.url?.startsWith("/interaction/")) return void provider.callback()(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: state.person.sub } });
  };
  return state;
}

/** Follows a sign-in as a browser does. @returns the query that the provider leads back with */
export async function signInAtProvider(url: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = url;
  for (let steps = 0; steps < 10; steps += 1) {
    if (at.startsWith(redirectUri)) return new URL(at).search.slice(1);
    const answer = await fetch(at, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      cookies.set(name, value.join("="));
    }
    const next = answer.headers.get("location");
    if (next === null) throw new Error(`The provider answers ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    at = new URL(next, at).href;
  }
  throw new Error("The provider leads on and on");
}

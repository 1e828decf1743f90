/** A provider of OpenID Connect whose tokens say whatever a test wants, signed with its own key or another one. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { openidClient } from "./openid-provider.ts";

export interface ForgingProvider {
  issuer: string;
  /** Differences of the next token. */
  forge: { claims?: JWTPayload; withForeignKey?: boolean; userinfo?: object };
  close(): Promise<void>;
}

/** The person whom it names unless told otherwise. */
export const honestClaims = { sub: "1", email: "honest@example.org", email_verified: true };

async function signToken(issuer: string, key: CryptoKey, nonce: string, claims: JWTPayload = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const honest = { iss: issuer, aud: openidClient.id, iat: now, exp: now + 300, nonce, ...honestClaims };
  return new SignJWT({ ...honest, ...claims }).setProtectedHeader({ alg: "RS256", kid: "1" }).sign(key);
}

export async function startForgingProvider(): Promise<ForgingProvider> {
  const [own, foreign] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: "1", alg: "RS256", use: "sig" }] };
  const provider: ForgingProvider = { issuer: "", forge: {}, close: async () => {} };
  const server = createServer((request, response) => {
    const { issuer, forge } = provider;
    const send = (body: object) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    const path = new URL(request.url ?? "/", issuer).pathname;
    if (path === "/jwks") return void send(jwks);
    if (path === "/userinfo") return void send(forge.userinfo ?? {});
    if (path !== "/token")
      return void send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      });
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      // The code of a test is the nonce that the sign-in asked for.
      const nonce = new URLSearchParams(text).get("code") ?? "";
      void signToken(issuer, forge.withForeignKey ? foreign.privateKey : own.privateKey, nonce, forge.claims).then(
        (id_token) => send({ access_token: "token", token_type: "Bearer", expires_in: 300, id_token }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.close = () => new Promise((resolve) => void server.close(() => resolve()));
  return provider;
}

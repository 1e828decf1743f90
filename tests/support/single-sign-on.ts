/** Steps of single sign-on, by the provider of the server and by those of organizations. */
import { expect } from "vitest";
import { codeAt } from "./authenticator-app.ts";
import { type OpenidProvider, signInAtProvider } from "./openid-provider.ts";
import { password, type Person, type TestApp } from "./test-app.ts";

export const signOnRedirectUri = "http://localhost:3000/auth/sign-on";

let people = 0;
/** From now on the provider signs in somebody with this address. */
export function comeAs(provider: OpenidProvider, email: string, more = {}): void {
  const name = { given_name: "Ada", family_name: "Byron" };
  provider.person = { sub: `sub${++people}`, email, email_verified: true, ...name, ...more };
}

export const finishSignOn = (app: TestApp, secret: string, answer: string, body = {}) =>
  app.as(null)("POST", "/auth/single-sign-on/finish", { secret, answer, ...body });

/** Goes to the provider and comes back. */
export const answerSignOn = async (app: TestApp, { url, secret }: { url: string; secret: string }, body = {}) =>
  finishSignOn(app, secret, await signInAtProvider(url, signOnRedirectUri), body);

export const readUserOf = async (app: TestApp, token: string) => (await app.as(token)("GET", "/auth/user")).body.data;

export const answerRefusal = (text: string) => ({
  status: 422,
  body: { errors: { answer: [expect.stringContaining(text)] } },
});

/** @returns signs in with the second step that a first one asks for */
export async function setUpTotp(app: TestApp, person: Person) {
  const api = app.as(person);
  const { secret } = (await api("POST", "/auth/totp", { password })).body.data;
  await api("POST", "/auth/totp/confirm", { code: codeAt(secret, app.clock.now()) });
  return (ticket: string) => {
    app.clock.advance(30_000);
    return app.as(null)("POST", "/auth/second-factor", { ticket, code: codeAt(secret, app.clock.now()) });
  };
}

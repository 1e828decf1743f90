/** Sign-in with the account of another site (OpenID Connect, SSO), where the server's settings name one. */
import * as z from "zod/mini";
import { deviceTokens, SecondFactorRequest, SignedIn } from "./accounts.ts";
import { defineModule, get, post } from "./kit.ts";

/** The browser keeps it until the provider leads back; state, nonce and verifier are made from it. */
const secret = z.string().check(z.regex(/^[\w-]{43}$/));

export const SingleSignOn = z.nullable(z.object({ name: z.string() }));
export type SingleSignOn = z.infer<typeof SingleSignOn>;

export const singleSignOn = defineModule("single-sign-on", {
  read: get("/auth/single-sign-on", {
    allow: "everyone",
    summary: "The provider whose accounts sign in here; null if there is none",
    returns: SingleSignOn,
  }),
  start: post("/auth/single-sign-on", {
    allow: "everyone",
    summary: "Begin a sign-in at the provider: its address, and a secret that the browser keeps until it is led back",
    returns: z.object({ url: z.string(), secret: z.string() }),
    status: 200,
  }),
  finish: post("/auth/single-sign-on/finish", {
    allow: "everyone",
    summary: "Sign in with the answer of the provider, which counts once, within ten minutes",
    body: z.strictObject({
      /** The query of the address that the provider led to. */
      answer: z.string().check(z.minLength(1), z.maxLength(8000)),
      secret,
      device_tokens: deviceTokens,
    }),
    example: { answer: "code=3Zt0m1VbCw&state=Yz4", secret: "3Zt0m1VbCw3Zt0m1VbCw3Zt0m1VbCw3Zt0m1VbCw3Zt" },
    returns: z.union([SignedIn, SecondFactorRequest]),
    status: 200,
  }),
});

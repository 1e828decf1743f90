/**
 * Sign-in with the account of another site (OpenID Connect, SSO): that of the whole server, which its settings name, or one
 * of an organization, for addresses of mail domains that are its own.
 */
import * as z from "zod/mini";
import { deviceTokens, SecondFactorRequest, SignedIn } from "./accounts.ts";
import { defineModule, email, get, id, post } from "./kit.ts";

/** The browser keeps it until the provider leads back; state, nonce and verifier are made from it. */
const secret = z.string().check(z.regex(/^[\w-]{43}$/));

export const SingleSignOn = z.nullable(z.object({ name: z.string() }));
export type SingleSignOn = z.infer<typeof SingleSignOn>;

export const SignOnOptions = z.object({
  /** That of the whole server. */
  server: SingleSignOn,
  /** Whether an organization has one. */
  hasOrganizations: z.boolean(),
});

/** A provider that an address may sign in with. */
export const SignOnChoice = z.object({ organizationId: id, organization: z.string(), name: z.string() });
export type SignOnChoice = z.infer<typeof SignOnChoice>;

export const singleSignOn = defineModule("single-sign-on", {
  read: get("/auth/single-sign-on", {
    allow: "everyone",
    summary: "The provider whose accounts sign in here; null if there is none",
    deprecated: true,
    returns: SingleSignOn,
  }),
  readOptions: get("/auth/single-sign-on/options", {
    allow: "everyone",
    summary: "The providers whose accounts sign in here: that of the server, and whether organizations have one",
    returns: SignOnOptions,
  }),
  find: post("/auth/single-sign-on/providers", {
    allow: "everyone",
    summary: "The providers of organizations that an address may sign in with, by its domain alone",
    body: z.strictObject({ email }),
    example: { email: "ada@city.example" },
    returns: z.array(SignOnChoice),
    status: 200,
  }),
  startOfOrganization: post("/auth/single-sign-on/start", {
    allow: "everyone",
    summary: "Begin a sign-in at the provider of an organization: its address, and a secret that the browser keeps",
    body: z.strictObject({ organizationId: id }),
    example: { organizationId: "01890a5d-ac96-774b-bcce-b302099a8057" },
    returns: z.object({ url: z.string(), secret: z.string() }),
    status: 200,
  }),
  start: post("/auth/single-sign-on", {
    allow: "everyone",
    summary: "Begin a sign-in at the provider: its address, and a secret that the browser keeps until it is led back",
    returns: z.object({ url: z.string(), secret: z.string() }),
    status: 200,
  }),
  check: post("/organizations/{organizationId}/single-sign-on/check", {
    allow: "organizations.delete",
    summary: "Ask the provider of an organization for its endpoints, as a sign-in does; nothing is kept",
    returns: z.object({ issuer: z.string() }),
    successMessage: "single-sign-on.answers",
    status: 200,
    leavesEntry: false,
    refusesApiKeys: true,
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

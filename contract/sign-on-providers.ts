/** The provider of single sign-on that an organization has of its own, for addresses of mail domains that it has proved. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { defineModule, del, get, id, instant, noData, post, put, requiredLine } from "./kit.ts";

/** Limit for each organization. */
export const MAX_SIGN_ON_DOMAINS = 20;

/** On so many days in a row a name server says that the record of a confirmed domain is not there, until it is none any more. */
export const DAYS_UNTIL_DOMAIN_IS_LOST = 7;

export const signOnJobActs = ["sign-on-providers.loseDomain"] as const;

/** The part of an address behind `@`, without the domains below it. */
export const mailDomain = z.string().check(
  z.maxLength(253, { abort: true }),
  z.trim(),
  z.toLowerCase(),
  z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/, {
    error: "sign-on-providers.invalidDomain" satisfies MessageKey,
  }),
);

export const SignOnProviderDraft = z.strictObject({
  /** On the login page. */
  name: requiredLine(60),
  /** `https` only; in the demo also this machine. */
  issuer: z.url({ protocol: /^https?$/ }).check(z.maxLength(500)),
  clientId: requiredLine(200),
  /** Without it the kept one stays, as long as issuer and client are the same. */
  clientSecret: z.optional(requiredLine(500)),
  active: z._default(z.boolean(), true),
});
export type SignOnProviderDraft = z.infer<typeof SignOnProviderDraft>;

export const SignOnDomain = z.object({
  id,
  domain: z.string(),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
  /** Null until the record was found, and once it has been gone for days. */
  confirmedAt: z.nullable(instant),
});
export type SignOnDomain = z.infer<typeof SignOnDomain>;

export const SignOnProvider = z.object({
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  active: z.boolean(),
  /** Address that the provider leads back to. */
  redirectUrl: z.string(),
  domains: z.array(SignOnDomain),
});
export type SignOnProvider = z.infer<typeof SignOnProvider>;

const NullableProvider = z.nullable(SignOnProvider);

export const signOnProviders = defineModule("sign-on-providers", {
  read: get("/organizations/{organizationId}/single-sign-on", {
    allow: "organizations.delete",
    summary: "The organization's own provider and the domains that it is for; null if there is none",
    returns: NullableProvider,
  }),
  save: put("/organizations/{organizationId}/single-sign-on", {
    allow: "organizations.delete",
    summary: "Make or change the organization's own provider. The secret is in no answer",
    body: SignOnProviderDraft,
    example: {
      name: "City Hall",
      issuer: "https://login.city.example",
      clientId: "baseline",
      clientSecret: "what the provider has given",
    },
    returns: NullableProvider,
    successMessage: "sign-on-providers.saved",
    refusesApiKeys: true,
  }),
  delete: del("/organizations/{organizationId}/single-sign-on", {
    allow: "organizations.delete",
    summary: "Remove the organization's own provider and its domains: people sign in with their passwords",
    returns: noData,
    successMessage: "sign-on-providers.deleted",
    refusesApiKeys: true,
  }),
  addDomain: post("/organizations/{organizationId}/single-sign-on/domains", {
    allow: "organizations.delete",
    summary: "Add a mail domain, whose addresses the provider may sign in once a TXT record has proved it",
    body: z.strictObject({ domain: mailDomain }),
    example: { domain: "city.example" },
    returns: NullableProvider,
    refusesApiKeys: true,
  }),
  checkDomain: post("/organizations/{organizationId}/single-sign-on/domains/{signOnDomainId}/check", {
    allow: "organizations.delete",
    summary: "Look for the TXT record that proves a domain",
    body: z.strictObject({}),
    example: {},
    returns: NullableProvider,
    successMessage: "sign-on-providers.domainConfirmed",
    status: 200,
    refusesApiKeys: true,
  }),
  deleteDomain: del("/organizations/{organizationId}/single-sign-on/domains/{signOnDomainId}", {
    allow: "organizations.delete",
    summary: "Remove a mail domain: its addresses sign in with their passwords",
    returns: noData,
    successMessage: "sign-on-providers.domainDeleted",
    refusesApiKeys: true,
  }),
});

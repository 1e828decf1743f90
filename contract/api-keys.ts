/** API keys: other systems act within one organization, with some of the permissions of whoever made the key. */
import * as z from "zod/mini";
import { defineModule, del, get, id, instant, instantDraft, nameLine, noData, post } from "./kit.ts";
import { apiKeyPermissions, rolePermissions } from "./permissions.ts";

/** Live ones of an organization. */
export const MAX_API_KEYS = 50;
export const API_KEY_CALLS_PER_MINUTE = 600;
export const API_KEY_DEFAULT_DAYS = 365;
/** Scanners for leaked secrets know such a start. */
export const API_KEY_START = "bl_live_";

export const ApiKeyDraft = z.strictObject({
  /** Unique among the live keys of the organization; case and accents are ignored. */
  name: nameLine(60),
  permissions: z.array(z.enum(apiKeyPermissions)).check(z.minLength(1), z.maxLength(apiKeyPermissions.length)),
  /** Null: never. Default: in a year. */
  expiresAt: z.optional(z.nullable(instantDraft)),
});
export type ApiKeyDraft = z.infer<typeof ApiKeyDraft>;

export const ApiKey = z.object({
  id,
  name: z.string(),
  /** The signs after `bl_live_` by which a key is known. */
  prefix: z.string(),
  permissions: z.array(z.enum(rolePermissions)),
  /** Given to the key, and no longer held by its maker: the key has them no more. */
  lostPermissions: z.array(z.enum(rolePermissions)),
  expiresAt: z.nullable(instant),
  /** To the minute. */
  lastUsedAt: z.nullable(instant),
  lastUsedAddress: z.nullable(z.string()),
  maker: z.string(),
  created_at: instant,
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z.extend(ApiKey, {
  /** The whole key. It is in no other answer: only its hash is kept. */
  secret: z.string(),
});
export type NewApiKey = z.infer<typeof NewApiKey>;

export const apiKeys = defineModule("api-keys", {
  list: get("/organizations/{organizationId}/api-keys", {
    allow: "organizations.update",
    summary: "API keys that are not revoked, the newest first",
    returns: z.array(ApiKey),
    refusesApiKeys: true,
  }),
  create: post("/organizations/{organizationId}/api-keys", {
    allow: "organizations.update",
    summary: `Make an API key, ${MAX_API_KEYS} at most; its secret is in this answer alone. It has the permissions that its maker goes on holding`,
    body: ApiKeyDraft,
    example: { name: "Website", permissions: ["facilities.show", "fields.show", "events.show", "events.create"] },
    returns: NewApiKey,
    successMessage: "api-keys.created",
    refusesApiKeys: true,
  }),
  revoke: del("/organizations/{organizationId}/api-keys/{apiKeyId}", {
    allow: "organizations.update",
    summary: "Revoke an API key: its next call is refused",
    returns: noData,
    successMessage: "api-keys.revoked",
    refusesApiKeys: true,
  }),
});

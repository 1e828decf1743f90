/**
 * Authorizes requests, and keeps tenants apart (permission check; in the web `requirePermission`): 404 for anything of another organization, 403
 * if the permission is missing.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type AccessRequirement, takesApiKeys, type Endpoint } from "#contract/kit.ts";
import type { Permission } from "#contract/permissions.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { AccessLookup, AppContext, Caller, MemberPermissions, Quota } from "#server/kit/process/app-context.ts";
import { isUuid } from "#server/kit/process/uuid.ts";
import { clientAddress } from "./host-check.ts";
import { notFound, HttpError, message } from "./http-error.ts";

const smallNumberPattern = /^\d{1,9}$/;
const slugPattern = /^[a-z-]{1,40}$/;
const parameterPatterns = new Map([
  ["roleId", smallNumberPattern],
  ["report", /^[a-z]+$/],
  ["list", slugPattern],
  // The address of an organization; whoever has it is looked up.
  ["slug", /^[\w-]{1,100}$/],
  ["period", /^2\d{3}(-(0[1-9]|1[0-2]))?$/],
  ["month", /^[12]\d{3}-(0[1-9]|1[0-2])$/],
]);

export interface AuthorizationResult {
  organizationId: string;
  /** Null only if the endpoint is open to `everyone`. */
  user: Caller | null;
  access: MemberPermissions;
  /** Version of live changes; empty if the endpoint is open to `everyone`. */
  liveVersion: string;
  /** Revision of the organization; undefined without one. */
  revision: number | undefined;
  secondFactorDueAt?: Date | undefined;
}

const noAccess: MemberPermissions = { permissions: new Set(), roles: [], isTeam: false, isEnabled: false };

export const readBearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w\-.~+/]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];

/** By the draft "RateLimit header fields for HTTP" of the IETF. @throws HttpError 429 for a call too many */
function enforceQuota({ limit, left, seconds }: Quota, reply: FastifyReply): void {
  void reply.header("ratelimit-policy", `"minute";q=${limit};w=60`);
  void reply.header("ratelimit", `"minute";r=${Math.max(0, left)};t=${seconds}`);
  if (left < 0) throw new HttpError(429, message("kit.tooMany", { seconds }), { retryAfter: seconds });
}

/**
 * @throws HttpError 401 without a valid token, 403 if unverified, without the permission, without the second factor that
 * the organization demands, or for an endpoint that keys may not call, 404 for other organizations, 429 for a key that calls too often
 */
export async function authorize(
  appContext: AppContext,
  accessLookup: AccessLookup,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthorizationResult> {
  const { allow } = endpoint;
  if (allow === "everyone")
    return { organizationId: "", user: null, access: noAccess, liveVersion: "", revision: undefined };
  const params = request.params as Record<string, string>;
  const { organizationId, ...ids } = params;
  const token = readBearerToken(request);
  const found = token
    ? await accessLookup(appContext, token, scopeOf(endpoint, organizationId), clientAddress(request))
    : undefined;
  if (!found) throw new HttpError(401, message("kit.signedOut"));
  const { caller: user, permissions, liveVersion, revision, quota, secondFactorDueAt } = found;
  if (quota) enforceQuota(quota, reply);
  if (user.isApiKey && !takesApiKeys(endpoint)) throw new HttpError(403, message("kit.refusesApiKeys"));
  if (allow !== "signed-in" && !user.isVerified) throw new HttpError(403, message("kit.unverified"));
  const isOverdue = secondFactorDueAt !== undefined && secondFactorDueAt <= appContext.clock.now();
  if (isOverdue && !isOfOneself(allow) && !endpoint.withoutSecondFactor)
    throw new HttpError(403, message("kit.secondFactorRequired"), { code: "second_factor_required" });
  for (const [name, value] of Object.entries(ids))
    if (!(parameterPatterns.get(name)?.test(value) ?? isUuid(value))) throw notFound();
  if (isOfOneself(allow)) return { organizationId: "", user, access: noAccess, liveVersion, revision };
  if (!permissions && organizationId !== undefined) throw notFound();
  const access = permissions ?? noAccess;
  if (allow !== "member" && !access.permissions.has(allow)) throw forbidden(allow);
  return {
    organizationId: organizationId ?? ALL_ORGANIZATIONS,
    user,
    access,
    liveVersion,
    revision,
    secondFactorDueAt,
  };
}

/** Endpoints of one's account, which belong to no organization. */
const isOfOneself = (allow: AccessRequirement): allow is "signed-in" | "verified" =>
  allow === "signed-in" || allow === "verified";

/** @returns undefined if the request concerns no organization, or none that there can be */
function scopeOf({ allow, method }: Endpoint, organizationId: string | undefined): string | undefined {
  if (isOfOneself(allow)) return undefined;
  // Endpoints without an organization in the path belong to the platform, and so do reads in the scope `all`.
  if (organizationId === undefined) return ALL_ORGANIZATIONS;
  const isPlatformRead = organizationId === ALL_ORGANIZATIONS && method === "GET";
  return isPlatformRead || isUuid(organizationId) ? organizationId : undefined;
}

export const forbidden = (permission: Permission) => new HttpError(403, message("kit.forbidden", { perm: permission }));

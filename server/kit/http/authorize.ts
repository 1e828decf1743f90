/**
 * Authorizes requests (permission check; in the web `requirePermission`): 404 for anything of another organization, 403
 * if the permission is missing.
 */
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/kit.ts";
import type { Permission } from "#contract/permissions.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { AccessLookup, Caller, AppContext, MemberPermissions } from "#server/kit/process/app-context.ts";
import { isUuid } from "#server/kit/process/uuid.ts";
import { notFound, HttpError, message } from "./http-error.ts";

const smallNumberPattern = /^\d{1,9}$/;
const slugPattern = /^[a-z-]{1,40}$/;
const parameterPatterns = new Map([
  ["roleId", smallNumberPattern],
  ["list", slugPattern],
  ["month", /^[12]\d{3}-(0[1-9]|1[0-2])$/],
]);

export interface AuthorizationResult {
  organizationId: string;
  /** Null only if the endpoint is open to `everyone`. */
  user: Caller | null;
  access: MemberPermissions;
}

const noAccess: MemberPermissions = { permissions: new Set(), roles: [], isTeam: false, isEnabled: false };

export const readBearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w\-.~+/]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];

/** @throws HttpError 401 without a valid token, 403 if unverified or without the permission, 404 for other organizations */
export async function authorize(
  appContext: AppContext,
  accessLookup: AccessLookup,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<AuthorizationResult> {
  const { allow } = endpoint;
  if (allow === "everyone") return { organizationId: "", user: null, access: noAccess };
  const token = readBearerToken(request);
  const user = token ? await accessLookup.findCaller(appContext, token) : undefined;
  if (!user) throw new HttpError(401, message("kit.signedOut"));
  if (allow !== "signed-in" && !user.isVerified) throw new HttpError(403, message("kit.unverified"));
  const params = request.params as Record<string, string>;
  const { organizationId, ...ids } = params;
  for (const [name, value] of Object.entries(ids))
    if (!(parameterPatterns.get(name)?.test(value) ?? isUuid(value))) throw notFound();
  if (allow === "signed-in" || allow === "verified") return { organizationId: "", user, access: noAccess };
  const access = await findAccess(appContext, accessLookup, user, endpoint, organizationId);
  if (allow !== "member" && !access.permissions.has(allow)) throw forbidden(allow);
  return { organizationId: organizationId ?? ALL_ORGANIZATIONS, user, access };
}

async function findAccess(
  appContext: AppContext,
  authority: AccessLookup,
  user: Caller,
  endpoint: Endpoint,
  organizationId: string | undefined,
) {
  // Endpoints without an organization in the path belong to the platform, and so do reads in the scope `all`.
  if (organizationId === undefined)
    return (await authority.findMemberPermissions(appContext, user, ALL_ORGANIZATIONS)) ?? noAccess;
  const isPlatformRead = organizationId === ALL_ORGANIZATIONS && endpoint.method === "GET";
  if (!isPlatformRead && !isUuid(organizationId)) throw notFound();
  const access = await authority.findMemberPermissions(appContext, user, organizationId);
  if (!access) throw notFound();
  return access;
}

export const forbidden = (permission: Permission) => new HttpError(403, message("kit.forbidden", { perm: permission }));

/** The one door: who may call what. Not yours is not there (404); yours without the permission is refused (403). */
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/kit.ts";
import type { Permission } from "#contract/permissions.ts";
import { everyOrganization } from "./database.ts";
import type { Authority, Caller, House, Standing } from "./house.ts";
import { isUuid } from "./ids.ts";
import { notFound, Problem, say } from "./problem.ts";

const smallNumber = /^\d{1,9}$/;
const word = /^[a-z-]{1,40}$/;
/** Path parameters that are numbers, or words of a list that the contract has; all others are UUIDs. */
const forms = new Map([
  ["roleId", smallNumber],
  ["list", word],
  ["month", /^[12]\d{3}-(0[1-9]|1[0-2])$/],
]);

export interface Admission {
  organizationId: string;
  /** Null only where the contract says `everyone`. */
  user: Caller | null;
  standing: Standing;
}

const outside: Standing = { permissions: new Set(), roles: [], isTeam: false, isEnabled: false };

export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w\-.~+/]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];

/**
 * Lets a request in.
 * @throws Problem 401 without a valid token, 403 unverified or without the permission, 404 for what is not the caller's
 */
export async function admit(
  house: House,
  authority: Authority,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Admission> {
  const { allow } = endpoint;
  if (allow === "everyone") return { organizationId: "", user: null, standing: outside };
  const token = bearerOf(request);
  const user = token ? await authority.findCaller(house, token) : undefined;
  if (!user) throw new Problem(401, say("kit.signedOut"));
  if (allow !== "signed-in" && !user.isVerified) throw new Problem(403, say("kit.unverified"));
  const params = request.params as Record<string, string>;
  const { organizationId, ...ids } = params;
  for (const [name, value] of Object.entries(ids))
    if (!(forms.get(name)?.test(value) ?? isUuid(value))) throw notFound();
  if (allow === "signed-in" || allow === "verified") return { organizationId: "", user, standing: outside };
  const standing = await standingIn(house, authority, user, endpoint, organizationId);
  if (allow !== "member" && !standing.permissions.has(allow)) throw forbidden(allow);
  return { organizationId: organizationId ?? everyOrganization, user, standing };
}

async function standingIn(
  house: House,
  authority: Authority,
  user: Caller,
  endpoint: Endpoint,
  organizationId: string | undefined,
) {
  // A permission without an organization in the path is one of the platform; so are reads in the scope `all`.
  if (organizationId === undefined) return (await authority.findStanding(house, user, everyOrganization)) ?? outside;
  const isPlatformRead = organizationId === everyOrganization && endpoint.method === "GET";
  if (!isPlatformRead && !isUuid(organizationId)) throw notFound();
  const standing = await authority.findStanding(house, user, organizationId);
  if (!standing) throw notFound();
  return standing;
}

export const forbidden = (permission: Permission) => new Problem(403, say("kit.forbidden", { perm: permission }));

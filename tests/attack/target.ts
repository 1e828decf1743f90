/** The attacked product: its operations, organizations and actors. */
import { seededRandom } from "#server/demo/random.ts";
import type { OpenapiDocument } from "#server/kit/http/openapi.ts";
import { send, type AttackAnswer, type AttackRequest } from "./http-client.ts";
import { readUuids, tenantIds, type IdPool } from "./ids.ts";
import type { AttackedOperation } from "./operations.ts";

export interface Tenant {
  name: string;
  id: string;
  ids: IdPool;
  /** Ids that the attack itself has made, changed or deleted, the latest last. */
  recent: IdPool;
}

export interface Actor {
  role: string;
  /** Empty if signed out. */
  token: string;
  /** The own organization; undefined for outsiders. */
  home?: Tenant;
  /** Organizations that the actor does not belong to. */
  foreign: Tenant[];
  /** By organization, as the product tells them. */
  permissions: Map<string, Set<string>>;
  isPlatformAdmin: boolean;
  signIn(): Promise<string>;
}

export interface Target {
  origin: string;
  /** `/api/v1` */
  basePath: string;
  document: OpenapiDocument;
  operations: AttackedOperation[];
  tenants: Tenant[];
  actors: Actor[];
  /** Nobody who attacks may write here: its data stay as they are. */
  victim: Tenant;
  /** Now, for times that can be booked. */
  now: Date;
  /** A picture that can be uploaded. */
  photo: Buffer;
}

/** Built-in roles have the ids below it, in all organizations. */
const FIRST_CUSTOM_ROLE_ID = 5;
export const isBuiltInRole = (id: string): boolean => Number(id) < FIRST_CUSTOM_ROLE_ID;

/** The only organization that an id belongs to; people can belong to several. */
export function createOwnerLookup(tenants: readonly Tenant[]): (id: string) => Tenant | undefined {
  const owners = new Map<string, Tenant | undefined>();
  for (const tenant of tenants)
    for (const id of new Set([tenant.id, ...tenantIds(tenant.ids)]))
      owners.set(id, owners.has(id) ? undefined : tenant);
  return (id) => owners.get(id);
}

/** Ids of other organizations in a text, except those that the request itself named. */
export function findForeignIds(
  ownerOf: (id: string) => Tenant | undefined,
  text: string,
  foreign: readonly Tenant[],
  asked = "",
): string[] {
  const known = new Set(readUuids(asked));
  return readUuids(text).filter((id) => {
    const owner = ownerOf(id);
    return owner !== undefined && foreign.includes(owner) && !known.has(id);
  });
}

/** A valid id that nothing has, the same for the same seed. */
export const missingId = (seed: string): string => {
  const random = seededRandom(`missing ${seed}`);
  const hex = Array.from({ length: 20 }, () => random.integer(0, 15).toString(16)).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12, 15)}-8${hex.slice(15, 18)}-00000000${hex.slice(16, 20)}`;
};

/** Sends as an actor, who signs in again if an earlier request ended the session. */
export async function sendAs(target: Target, actor: Actor, request: AttackRequest): Promise<AttackAnswer> {
  const withToken = (token: string) =>
    send(target.origin, {
      ...request,
      headers: { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) },
    });
  const { token } = actor;
  const answer = await withToken(token);
  if (answer.status !== 401 || token === "") return answer;
  if (actor.token === token) actor.token = await actor.signIn();
  return withToken(actor.token);
}

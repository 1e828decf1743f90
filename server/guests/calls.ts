/** A guest as a caller: they ask and book as members do, by the access and the rules of guests. */
import type { Endpoint, Params, Query } from "#contract/kit.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { openMemory } from "#server/kit/db/revision-cache.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { Caller } from "#server/kit/process/app-context.ts";
import { guestAccess } from "#server/members/visibility.ts";
import { findSlugOwner } from "#server/organizations/slugs.ts";
import { findGuestOrganization, type GuestOrganization } from "./queries.ts";

/** Stands for a visitor who has no customer yet. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

export interface GuestPerson {
  /** Null before they book. */
  customerId: string | null;
  name: string;
  email: string;
}
const visitor: GuestPerson = { customerId: null, name: "", email: "" };

export type PublicCall = Pick<Call, "db" | "appContext" | "now" | "language" | "t" | "address" | "request">;

export function toGuestContext(
  call: PublicCall,
  organizationId: string,
  { customerId, name, email }: GuestPerson = visitor,
): RequestContext {
  const { db, appContext, now, language, t, address, request } = call;
  const user: Caller = {
    ...{ id: customerId ?? NOBODY, sessionId: "", email, fullName: name, language },
    ...{ isVerified: true, isPlatformAdmin: false, isGuest: true },
  };
  return { db, appContext, now, language, t, address, request, organizationId, user, access: guestAccess };
}

/** The call of an endpoint for members, made for a guest. For reads. */
export async function toGuestCall<E extends Endpoint>(
  context: RequestContext,
  input: { query: Query<E>; body?: Call<E>["body"] },
): Promise<Call<E>> {
  return {
    ...context,
    ...{ liveVersion: "", query: input.query, body: input.body as Call<E>["body"], record: () => undefined },
    params: { organizationId: context.organizationId } as unknown as Params<E>,
    memory: await openMemory(context),
  };
}

export interface GuestClub {
  organization: GuestOrganization;
  slug: string;
}

/** @throws HttpError 404 alike for an address that nobody has, a page that is off, and where guests do not book */
export async function findGuestClub({ db, now }: Pick<Call, "db" | "now">, slug: string): Promise<GuestClub> {
  const owner = await findSlugOwner(db, slug, now);
  const organization = owner && (await findGuestOrganization(db, owner.organizationId));
  if (!owner || !organization) throw notFound();
  return { organization, slug: owner.currentSlug };
}

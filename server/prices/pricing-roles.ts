/**
 * Finds the roles whose prices a customer gets: those of their category (member price, discount), of memberships
 * (subscriptions) by date, or those of guests.
 */
import { listStartedGrants, noPrivileges, type Privileges, rolesNow } from "#contract/permissions-grants-rules.ts";
import { findChosenCustomer, privilegesOf } from "#server/customers/booking-customer.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

type PricingContext = Pick<Call, "db" | "now" | "organizationId" | "access" | "user">;
interface PricingKey {
  userId?: string | null | undefined;
  customerId?: string | null | undefined;
}

/** Privileges of members who book by themselves. */
export const privilegesOfAccess = (
  { roles, grants }: Pick<PricingContext["access"], "roles" | "grants">,
  now: Date,
): Privileges => ({ roleIds: roles.map(({ id }) => id), grants: listStartedGrants(grants, now) });

/**
 * @param asked the customer, by their account or their id; without one, a member's own roles count, and for the team a
 * guest's
 * @returns none for a guest
 * @throws HttpError 403 if a member asks for somebody else, 422 on `userId` or `customerId` for an unknown one
 */
export async function findPrivileges(
  { db, now, organizationId, access, user }: PricingContext,
  { userId, customerId }: PricingKey,
): Promise<Privileges> {
  if (!access.isTeam) {
    if (customerId || (userId && userId !== user.id)) throw forbidden("members.show");
    return privilegesOfAccess(access, now);
  }
  const choice = customerId ? { customerId } : userId ? { userId } : undefined;
  if (!choice) return noPrivileges;
  const chosen = organizationId !== ALL_ORGANIZATIONS && (await findChosenCustomer(db, organizationId, choice));
  if (!chosen || !chosen.isKnown)
    throw invalidFields({ [customerId ? "customerId" : "userId"]: [message("events.customerUnknown")] });
  return privilegesOf(chosen, now);
}

/** The customer of a quote, whose uses of a code count: one's own, or the one that the team asks for. */
export async function findCustomerOfQuote(
  { db, organizationId, access, user }: PricingContext,
  { userId, customerId }: PricingKey,
): Promise<string | null> {
  const own = access.isTeam ? undefined : { userId: user.id };
  const choice = customerId ? { customerId } : userId ? { userId } : own;
  return choice ? (await findChosenCustomer(db, organizationId, choice)).customerId : null;
}

/** Roles whose prices hold today. @throws HttpError as `findPrivileges` */
export const findPricingRoleIds = async (call: PricingContext, key: PricingKey): Promise<number[]> =>
  rolesNow(await findPrivileges(call, key), call.now);

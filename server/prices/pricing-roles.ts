/** Finds the roles whose prices a customer gets: those of their category (member price, discount), or those of guests. */
import { findChosenCustomer } from "#server/customers/booking-customer.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

/**
 * @param asked the customer, by their account or their id; without one, a member's own roles count, and for the team a
 * guest's
 * @returns role ids, none for a guest
 * @throws HttpError 403 if a member asks for somebody else, 422 on `userId` or `customerId` for an unknown one
 */
export async function findPricingRoleIds(
  { db, organizationId, access, user }: Pick<Call, "db" | "organizationId" | "access" | "user">,
  { userId, customerId }: { userId?: string | null | undefined; customerId?: string | null | undefined },
): Promise<number[]> {
  if (!access.isTeam) {
    if (customerId || (userId && userId !== user.id)) throw forbidden("members.show");
    return access.roles.map(({ id }) => id);
  }
  const choice = customerId ? { customerId } : userId ? { userId } : undefined;
  if (!choice) return [];
  const chosen = organizationId !== ALL_ORGANIZATIONS && (await findChosenCustomer(db, organizationId, choice));
  if (!chosen || !chosen.isKnown)
    throw invalidFields({ [customerId ? "customerId" : "userId"]: [message("events.customerUnknown")] });
  return chosen.categoryIds;
}

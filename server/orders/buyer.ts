/** People who buy by themselves: for themselves, or for those for whom they book. */
import type { OrderHolder } from "#contract/orders.ts";
import { ADULT_AGE } from "#contract/orders-withdrawal-rules.ts";
import { rolesNow } from "#contract/permissions-grants-rules.ts";
import { ageOn } from "#contract/subscriptions-rules.ts";
import type * as z from "zod/mini";
import { findChosenCustomer, privilegesOf } from "#server/customers/booking-customer.ts";
import { filterRelated } from "#server/customers/relation-queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";

type Holder = z.infer<typeof OrderHolder>;

export interface Buyer {
  id: string;
  name: string;
  birth_date: string | null;
  /** Oneself first. */
  holders: Holder[];
}

/** @returns undefined for people whom the organization does not know as a customer */
export async function findBuyer(
  { db, organizationId }: { db: Database; organizationId: string },
  userId: string,
): Promise<Buyer | undefined> {
  const present = db
    .selectFrom("customers")
    .select(["id", "name", "birth_date"])
    .where("organization_id", "=", organizationId)
    .where("merged_into_id", "is", null)
    .where("archived_at", "is", null)
    .where("forgotten_at", "is", null);
  const self = await present.where("user_id", "=", userId).executeTakeFirst();
  if (!self) return undefined;
  const others = await present
    .where("id", "in", filterRelated(db, organizationId, self.id, "books"))
    .where("kind", "=", "person")
    .where("id", "<>", self.id)
    .orderBy("name")
    .limit(50)
    .execute();
  return {
    ...self,
    holders: [
      { id: self.id, name: self.name, isSelf: true },
      ...others.map(({ id, name }) => ({ id, name, isSelf: false })),
    ],
  };
}

/** Minors buy through their guardian. @param today local date of the organization */
export const findMinorRefusal = ({ birth_date }: Pick<Buyer, "birth_date">, today: string): LocalizedMessage | null =>
  birth_date !== null && ageOn(birth_date, today) < ADULT_AGE
    ? message("orders.guardianBuys", { age: ADULT_AGE })
    : null;

/** Categories of a customer now, for good or by a membership. */
export async function findCategories(
  { db, organizationId, now }: { db: Database; organizationId: string; now: Date },
  customerId: string,
): Promise<number[]> {
  return rolesNow(privilegesOf(await findChosenCustomer(db, organizationId, { customerId }), now), now);
}

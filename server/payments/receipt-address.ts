/** The address of a receipt that the customer gives at the desk, where none is known yet. */
import { findCustomerRecipient } from "#server/customers/mail.ts";
import { resolveCustomer } from "#server/customers/booking-customer.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import { findReceiver } from "#server/customers/relation-queries.ts";
import type { EventRow } from "#server/events/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";

type PaidEvent = Pick<EventRow, "organization_id" | "user_id" | "customer_id">;

/**
 * The customer who can be given an address: who reads the mails to the customer, or they themselves.
 * @returns undefined if an address is known, or is an account's, which its owner changes
 */
export async function findPayerWithoutAddress(db: Database, event: PaidEvent): Promise<string | undefined> {
  const { organization_id: organizationId, customer_id: customerId } = event;
  if (customerId === null || (await findCustomerRecipient(db, organizationId, event))) return undefined;
  const receiverId = await findReceiver(db, organizationId, customerId);
  const payer = await findPresentCustomer(db, organizationId, receiverId ?? customerId);
  return payer?.user_id === null ? payer.id : undefined;
}

/** Keeps the address on the customers who pay and have none; one that became known meanwhile stays. */
export async function keepReceiptAddress(
  context: RequestContext,
  events: readonly PaidEvent[],
  email: string | null | undefined,
): Promise<void> {
  if (!email) return;
  for (const event of events) {
    const customerId = await findPayerWithoutAddress(context.db, event);
    if (customerId) await resolveCustomer(context, { customerId, email });
  }
}

/** Port from customers to the modules whose rows are a customer's; registered in `app.ts`. */
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";
import type { BookingCustomer } from "./booking-customer.ts";

/** Ids of rows that moved from one customer to another, by what they are. */
export interface MovedRows {
  events: string[];
  series: string[];
  /** Charges of sales; merges of releases before have none. */
  sales?: string[];
  /** Merges of releases before have none. */
  packs?: string[];
  /** Merges of releases before have none. */
  subscriptions?: string[];
  /** Entries of the balance; merges of releases before have none. */
  walletEntries?: string[];
  /** Gift vouchers that were bought; merges of releases before have none. */
  vouchers?: string[];
  /** Cards on file; merges of releases before have none. */
  cards?: string[];
  orders?: string[];
}

interface CustomerRowsPort {
  /** Bookings that lie ahead and stand. */
  countUpcomingBookings(context: RequestContext, customerId: string): Promise<number>;
  /** Units of packs that can still be used. */
  countUnitsLeft(context: RequestContext, customerId: string): Promise<number>;
  /** Minor units of the organization's currency on the balance. */
  sumWallet(context: RequestContext, customerId: string): Promise<number>;
  /** Minor units of the organization's currency that are owed. */
  sumDebts(context: RequestContext, customerId: string): Promise<number>;
  /** Memberships that run or are to begin. */
  countSubscriptions(context: RequestContext, customerId: string): Promise<number>;
  /** @returns what moved */
  moveRows(context: RequestContext, from: BookingCustomer, to: BookingCustomer): Promise<MovedRows>;
  /** Moves back those of `rows` that are still the customer's. */
  moveRowsBack(context: RequestContext, rows: MovedRows, from: BookingCustomer, to: BookingCustomer): Promise<void>;
}

export const customerRowsPort = definePort<CustomerRowsPort>({
  countUpcomingBookings: async () => 0,
  countUnitsLeft: async () => 0,
  sumWallet: async () => 0,
  sumDebts: async () => 0,
  countSubscriptions: async () => 0,
  moveRows: async () => ({ events: [], series: [] }),
  moveRowsBack: async () => undefined,
});

/** Customers of a club who owe for bookings, for tests. */
import type { Charge } from "#contract/charges.ts";
import type { PaymentTestBed } from "./payment-test-bed.ts";

export interface Debtor {
  customerId: string;
  /** In the order of the bookings, as their charges. */
  eventIds: string[];
  chargeIds: string[];
}

export interface Debtors {
  /** @returns the customer's id */
  addCustomer(lastName: string, more?: object): Promise<string>;
  /** @param bookings one draft each, the earliest first */
  addDebtor(lastName: string, bookings: readonly object[], more?: object): Promise<Debtor>;
  /** The earliest first. */
  listCharges(customerId: string): Promise<Charge[]>;
}

export async function createDebtors({ club, book }: PaymentTestBed): Promise<Debtors> {
  const bookingRules = { horizonDays: null, noticeMinutes: null, mostActive: null };
  await club.manager("PATCH", `/organizations/${club.organizationId}`, { bookingRules });
  const debtors: Debtors = {
    async addCustomer(lastName, more = {}) {
      const draft = { kind: "person", firstName: "Zoé", lastName, ...more };
      return (await club.manager("POST", club.path("/customers"), draft)).body.data.id;
    },
    async listCharges(customerId) {
      const path = club.path(`/charges?per_page=100&customerId=${customerId}`);
      return (await club.manager("GET", path)).body.data.toReversed();
    },
    async addDebtor(lastName, bookings, more = {}) {
      const customerId = await debtors.addCustomer(lastName, more);
      const eventIds: string[] = [];
      for (const draft of bookings)
        eventIds.push((await book(club.manager, { customer: { customerId }, ...draft })).id);
      const charges = await debtors.listCharges(customerId);
      const chargeIds = eventIds.map((eventId) => charges.find(({ event }) => event?.id === eventId)?.id ?? "");
      return { customerId, eventIds, chargeIds };
    },
  };
  return debtors;
}

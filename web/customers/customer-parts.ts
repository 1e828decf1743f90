/** Parts of higher modules that the page of a customer shows, such as bookings and payments, passed by context (dependency injection). */
import { type ComponentType, createContext } from "react";
import type { CustomerDetail } from "#contract/customers.ts";
import type { Scope } from "#web/kit/data/scope.ts";

type Part = ComponentType<{ customer: CustomerDetail }>;

export interface CustomerParts {
  /** Buttons that sell and collect what is due, in the shape of `actionClass`. */
  PaymentActions: Part;
  OverdueNotice: Part;
  Bookings: Part;
  Payments: Part;
  Balance: Part;
  /** Money that is paid ahead. */
  Wallet: Part;
  /** The card on file. */
  Cards: Part;
  /** Memberships that run with their ends, at the head of the page. */
  RunningMembership: Part;
  Memberships: Part;
  /** Packs, which were sold ahead. */
  Passes: Part;
  /** Memberships and packs that they bought online. */
  Orders: Part;
  /** Gift vouchers that they bought. */
  Vouchers: Part;
  SeriesList: Part;
  /** Entries of the activity. */
  History: Part;
}

/** Parts of the list of customers. */
export interface CustomerListParts {
  /** Shows the dues of a customer, which are asked for all customers of the page at once. */
  BalanceCell: ComponentType<{ customerId: string; customerIds: readonly string[] }>;
  canSeeBalances: (scope: Scope) => boolean;
}

export const CustomerListPartsContext = createContext<CustomerListParts>({
  BalanceCell: () => null,
  canSeeBalances: () => false,
});
export type LoadCustomerListParts = () => Promise<CustomerListParts>;

const Nothing: Part = () => null;
export const CustomerPartsContext = createContext<CustomerParts>({
  PaymentActions: Nothing,
  OverdueNotice: Nothing,
  Bookings: Nothing,
  Payments: Nothing,
  Balance: Nothing,
  Wallet: Nothing,
  Cards: Nothing,
  RunningMembership: Nothing,
  Memberships: Nothing,
  Passes: Nothing,
  Orders: Nothing,
  Vouchers: Nothing,
  SeriesList: Nothing,
  History: Nothing,
});

/** Loaded with the page, to keep the parts out of the first bundle. */
export type LoadCustomerParts = () => Promise<CustomerParts>;

import type { CustomerDetail } from "#contract/customers.ts";

type Addressed = Pick<CustomerDetail, "id" | "email" | "relations">;

/** The reader of mails to a customer without an address. */
export const findReceiver = ({ id, relations }: Addressed) =>
  relations.find(({ to, receives }) => receives && to.id === id)?.from;

/** Whether somebody reads the mails to the customer. */
export const isReachable = (customer: Addressed): boolean =>
  customer.email !== null || findReceiver(customer) !== undefined;

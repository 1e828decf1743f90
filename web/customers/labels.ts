import type { CustomerKind, RelationKind, relationRights } from "#contract/customers.ts";
import type { Billing } from "#contract/customers-billing-rules.ts";
import type { MessageKey } from "#messages/keys.ts";

export const kindLabels = {
  person: "customers.person",
  company: "customers.company",
} as const satisfies Record<CustomerKind, MessageKey>;

export const billingLabels = {
  at_payment: "customers.billingAtPayment",
  monthly: "customers.billingMonthly",
} as const satisfies Record<Billing, MessageKey>;

export const relationLabels = {
  guardian: "customers.relationGuardian",
  family: "customers.relationFamily",
  contact: "customers.relationContact",
} as const satisfies Record<RelationKind, MessageKey>;

/** As verbs of a sentence. */
export const rightLabels = {
  books: "customers.mayBook",
  pays: "customers.mayPay",
  receives: "customers.mayReceive",
} as const satisfies Record<(typeof relationRights)[number], MessageKey>;

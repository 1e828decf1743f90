import type { CustomerKind } from "#contract/customers.ts";
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

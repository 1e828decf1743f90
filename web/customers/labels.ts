import type { CustomerKind } from "#contract/customers.ts";
import type { MessageKey } from "#messages/keys.ts";

export const kindLabels = {
  person: "customers.person",
  company: "customers.company",
} as const satisfies Record<CustomerKind, MessageKey>;

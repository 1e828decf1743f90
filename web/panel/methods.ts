import type { PaymentMethod } from "#contract/payments.ts";
import type { WordKey } from "#words/keys.ts";

/** How something was paid. */
export const methodLabels = {
  card: "payments.methodCard",
  cash: "payments.methodCash",
  check: "payments.methodCheck",
  transfer: "payments.methodTransfer",
  card_on_site: "payments.methodCardOnSite",
} as const satisfies Record<PaymentMethod, WordKey>;

import type { TillMethod, TillMovementKind } from "#contract/tills.ts";
import type { MessageKey } from "#messages/keys.ts";

export const movementLabels = {
  payment: "tills.kindPayment",
  refund: "tills.kindRefund",
  paid_in: "tills.kindPaidIn",
  paid_out: "tills.kindPaidOut",
  bank: "tills.kindBank",
  correction: "tills.kindCorrection",
} as const satisfies Record<TillMovementKind, MessageKey>;

export const methodDots: Record<TillMethod, string> = {
  cash: "bg-amber-dot",
  check: "bg-lime-dot",
  card_on_site: "bg-accent",
};

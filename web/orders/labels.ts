import type { OrderState, Withdrawal } from "#contract/orders.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";

export const stateLabels = {
  open: "orders.stateOpen",
  paid: "orders.statePaid",
  expired: "orders.stateExpired",
  withdrawn: "orders.stateWithdrawn",
} as const satisfies Record<OrderState, MessageKey>;

export const stateTones = {
  open: "amber",
  paid: "lime",
  expired: "gray",
  withdrawn: "gray",
} as const satisfies Record<OrderState, Tone>;

export const usedLabels = {
  days: "orders.usedDays",
  count: "orders.usedVisits",
  minutes: "orders.usedMinutes",
} as const satisfies Record<Withdrawal["unit"], MessageKey>;

import type { PayoutItemState, PayoutState } from "#contract/accounting.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";

export const payoutStateLabels = {
  pending: "accounting.payoutPending",
  paid: "accounting.payoutPaid",
  failed: "accounting.payoutFailed",
  canceled: "accounting.payoutCanceled",
} as const satisfies Record<PayoutState, string>;

export const payoutTones: Readonly<Record<PayoutState, Tone>> = {
  pending: "amber",
  paid: "lime",
  failed: "red",
  canceled: "gray",
};

export const itemTones: Readonly<Record<PayoutItemState, Tone>> = { known: "lime", differs: "amber", unknown: "red" };

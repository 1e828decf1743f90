import type { PayoutItemKind, PayoutItemState, PayoutState } from "#contract/accounting.ts";
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

export const itemKindLabels = {
  charge: "accounting.itemCharge",
  refund: "accounting.itemRefund",
  dispute: "accounting.itemDispute",
  fee: "accounting.itemFeeAlone",
  other: "accounting.itemOther",
} as const satisfies Record<PayoutItemKind, string>;

export const itemStateLabels = {
  known: "accounting.itemKnown",
  differs: "accounting.itemDiffers",
  unknown: "accounting.itemUnknown",
} as const satisfies Record<PayoutItemState, string>;

export const itemTones: Readonly<Record<PayoutItemState, Tone>> = { known: "lime", differs: "amber", unknown: "red" };

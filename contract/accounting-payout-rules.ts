/** Names of the movements of payouts, as pages and files have them. */
import type { PayoutItemKind, PayoutItemState } from "./accounting.ts";

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

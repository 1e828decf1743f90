import type { VoucherPurpose, VoucherState } from "#contract/vouchers.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";
import type { MessageKey } from "#messages/keys.ts";

export const stateLabels = {
  active: "vouchers.stateActive",
  used: "vouchers.stateUsed",
  expired: "vouchers.stateExpired",
  canceled: "vouchers.stateCanceled",
} as const satisfies Record<VoucherState, MessageKey>;

export const stateTones = {
  active: "lime",
  used: "gray",
  expired: "amber",
  canceled: "gray",
} as const satisfies Record<VoucherState, Tone>;

export const purposeLabels = {
  single: "vouchers.purposeSingle",
  multi: "vouchers.purposeMulti",
} as const satisfies Record<VoucherPurpose, MessageKey>;

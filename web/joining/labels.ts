import type { JoinRequest } from "#contract/joining.ts";
import type { MessageKey } from "#messages/keys.ts";

export const joinStatusLabels = {
  open: "joining.statusOpen",
  approved: "joining.statusApproved",
  declined: "joining.statusDeclined",
  withdrawn: "joining.statusWithdrawn",
  expired: "joining.statusExpired",
} as const satisfies Record<JoinRequest["status"], MessageKey>;

/** Names of what is deferred, as pages and files have them. */
import type { DeferredKind } from "./accounting.ts";

export const deferredKindLabels = {
  subscription: "accounting.deferredSubscriptions",
  pack: "accounting.deferredPacks",
  voucher: "accounting.deferredVouchers",
  booking: "accounting.deferredBookings",
} as const satisfies Record<DeferredKind, string>;

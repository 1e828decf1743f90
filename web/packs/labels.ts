import type { PackState } from "#contract/packs-rules.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";
import type { MessageKey } from "#messages/keys.ts";

export const stateLabels = {
  running: "packs.stateRunning",
  used_up: "packs.stateUsedUp",
  expired: "packs.stateExpired",
  refunded: "packs.stateRefunded",
} as const satisfies Record<PackState, MessageKey>;

export const stateTones = {
  running: "lime",
  used_up: "gray",
  expired: "amber",
  refunded: "gray",
} as const satisfies Record<PackState, Tone>;

export const unitLabels = { count: "packs.unitVisits", minutes: "packs.unitMinutes" } as const;
export const perLabels = { booking: "packs.perBooking", person: "packs.perPerson" } as const;
export const startLabels = { purchase: "packs.startsPurchase", first_use: "packs.startsFirstUse" } as const;

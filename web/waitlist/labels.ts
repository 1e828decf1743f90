import type { PassOverReason, WaitlistOffer } from "#contract/waitlist.ts";
import type { MessageKey } from "#messages/keys.ts";

export const passOverLabels = {
  horizon: "waitlist.passedHorizon",
  booked: "waitlist.passedBooked",
  limit: "waitlist.passedLimit",
  offer: "waitlist.passedOffer",
  quota: "waitlist.passedQuota",
  blocked: "waitlist.passedBlocked",
} as const satisfies Record<PassOverReason, MessageKey>;

/** The same, of somebody else. */
export const teamPassOverLabels = {
  horizon: "waitlist.teamHorizon",
  booked: "waitlist.teamBooked",
  limit: "waitlist.teamLimit",
  offer: "waitlist.teamOffer",
  quota: "waitlist.teamQuota",
  blocked: "waitlist.teamBlocked",
} as const satisfies Record<PassOverReason, MessageKey>;

/** The end of an offer, for somebody who comes by its link. */
export const offerEndLabels = {
  taken: "waitlist.endTaken",
  declined: "waitlist.endDeclined",
  lapsed: "waitlist.endLapsed",
  withdrawn: "waitlist.endWithdrawn",
} as const satisfies Record<Exclude<WaitlistOffer["status"], "open">, MessageKey>;

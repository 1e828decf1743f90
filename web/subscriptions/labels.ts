import type { Subscription } from "#contract/subscriptions.ts";
import type { SubscriptionState } from "#contract/subscriptions-rules.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";

export const stateLabels = {
  scheduled: "subscriptions.stateScheduled",
  active: "subscriptions.stateActive",
  frozen: "subscriptions.stateFrozen",
  grace: "subscriptions.stateGrace",
  ended: "subscriptions.stateEnded",
  canceled: "subscriptions.stateCanceled",
} as const satisfies Record<SubscriptionState, MessageKey>;

export const stateTones = {
  scheduled: "blue",
  active: "lime",
  frozen: "blue",
  grace: "amber",
  ended: "gray",
  canceled: "gray",
} as const satisfies Record<SubscriptionState, Tone>;

export const termLabels = {
  months: "subscriptions.termMonths",
  days: "subscriptions.termDays",
  season: "subscriptions.termSeason",
} as const;
export const prorationLabels = {
  none: "subscriptions.prorateNone",
  month: "subscriptions.prorateMonth",
  day: "subscriptions.prorateDay",
} as const;
export const ageDayLabels = { start: "subscriptions.ageOnStart", season: "subscriptions.ageOnSeason" } as const;
export const renewalLabels = { none: "subscriptions.renewalNone", by_hand: "subscriptions.renewalByHand" } as const;

export const paramsOf = ({ id, organization }: Pick<Subscription, "id" | "organization">) => ({
  organizationId: organization.id,
  subscriptionId: id,
});

/** What the enumerations of an event are called. */
import type { Event, eventKinds, EventStatus, EventType, paymentStatuses, priceTypes } from "#contract/events.ts";
import type { WordKey } from "#words/keys.ts";

export const statusLabels = {
  pending: "events.statusPending",
  approved: "events.statusApproved",
  rejected: "events.statusRejected",
  canceled: "events.statusCanceled",
  completed: "events.statusCompleted",
} as const satisfies Record<EventStatus, WordKey>;

export const pendingLabels = {
  payment: "events.pendingPayment",
  approval: "events.pendingApproval",
} as const satisfies Record<NonNullable<Event["pendingReason"]>, WordKey>;

export const typeLabels = {
  training: "events.typeTraining",
  game: "events.typeGame",
  free_play: "events.typeFreePlay",
  other: "events.typeOther",
} as const satisfies Record<EventType, WordKey>;

export const kindLabels = {
  event: "events.kindEvent",
  block: "events.kindBlock",
} as const satisfies Record<(typeof eventKinds)[number], WordKey>;

export const priceTypeLabels = {
  user: "events.priceTypeUser",
  field: "events.priceTypeField",
} as const satisfies Record<(typeof priceTypes)[number], WordKey>;

export const paymentLabels = {
  none: "events.paymentNone",
  due: "events.paymentDue",
  partially_paid: "events.paymentPartiallyPaid",
  paid: "events.paymentPaid",
  partially_refunded: "events.paymentPartiallyRefunded",
  refunded: "events.paymentRefunded",
} as const satisfies Record<(typeof paymentStatuses)[number], WordKey>;

import type { DeliveryStatus, Webhook, WebhookFailure, WebhookKind } from "#contract/webhooks.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";

export const kindLabels = {
  "booking.created": "webhooks.bookingCreated",
  "booking.updated": "webhooks.bookingUpdated",
  "booking.canceled": "webhooks.bookingCanceled",
  "booking.completed": "webhooks.bookingCompleted",
  "payment.succeeded": "webhooks.paymentSucceeded",
  "payment.refunded": "webhooks.paymentRefunded",
  "payment.failed": "webhooks.paymentFailed",
  "invoice.issued": "webhooks.invoiceIssued",
  "customer.created": "webhooks.customerCreated",
  "customer.updated": "webhooks.customerUpdated",
  "customer.merged": "webhooks.customerMerged",
  "pack.created": "webhooks.packCreated",
  "pack.updated": "webhooks.packUpdated",
  "subscription.created": "webhooks.subscriptionCreated",
  "subscription.updated": "webhooks.subscriptionUpdated",
} as const satisfies Record<WebhookKind, MessageKey>;

export const failureLabels = {
  timeout: "webhooks.timeout",
  unresolved: "webhooks.unresolved",
  private_address: "webhooks.privateAddress",
  tls: "webhooks.tls",
  unreachable: "webhooks.unreachable",
} as const satisfies Record<WebhookFailure, MessageKey>;

export const deliveryLabels = {
  waiting: "webhooks.waiting",
  delivered: "webhooks.delivered",
  failed: "webhooks.failed",
} as const satisfies Record<DeliveryStatus, MessageKey>;

export const deliveryTones = {
  waiting: "amber",
  delivered: "lime",
  failed: "rose",
} as const satisfies Record<DeliveryStatus, Tone>;

export type WebhookState = "on" | "failing" | "off" | "turned_off";
export const stateOf = ({ active, failingSince, turnedOffAt }: Webhook): WebhookState =>
  active ? (failingSince ? "failing" : "on") : turnedOffAt ? "turned_off" : "off";
export const stateLabels = {
  on: "webhooks.on",
  failing: "webhooks.failing",
  off: "webhooks.off",
  turned_off: "webhooks.turnedOff",
} as const satisfies Record<WebhookState, MessageKey>;
export const stateTones = { on: "lime", failing: "amber", off: "gray", turned_off: "rose" } as const satisfies Record<
  WebhookState,
  Tone
>;

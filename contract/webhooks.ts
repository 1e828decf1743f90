/** Webhooks that an organization's own systems receive, signed as Standard Webhooks say (www.standardwebhooks.com). */
import * as z from "zod/mini";
import {
  defineModule,
  del,
  get,
  id,
  instant,
  instantDraft,
  ListQuery,
  noData,
  page,
  partialOf,
  patch,
  post,
} from "./kit.ts";
import type { RolePermission } from "./permissions.ts";

/** Kinds of facts, each with the permission that whoever chooses it must hold. */
export const webhookKindPermissions = {
  "booking.created": "events.show",
  "booking.updated": "events.show",
  "booking.canceled": "events.show",
  "booking.completed": "events.show",
  "payment.succeeded": "payments.show",
  "payment.refunded": "payments.show",
  "payment.failed": "payments.show",
  "invoice.issued": "invoices.show",
  "customer.created": "members.show",
  "customer.updated": "members.show",
  "customer.merged": "members.show",
  "pack.created": "members.show",
  "pack.updated": "members.show",
  "subscription.created": "members.show",
  "subscription.updated": "members.show",
} as const satisfies Record<string, RolePermission>;
export type WebhookKind = keyof typeof webhookKindPermissions;
export const webhookKinds = Object.keys(webhookKindPermissions) as [WebhookKind, ...WebhookKind[]];
/** Sent on request alone, whatever kinds are chosen. */
export const WEBHOOK_TEST_TYPE = "webhook.test";

/** Limit for each organization. */
export const MAX_WEBHOOKS = 20;
/** A replay of a span. */
export const MAX_REPLAYED_DELIVERIES = 1000;
/** Days without a success after which a webhook is turned off. */
export const WEBHOOK_FAILURE_DAYS = 5;

export const WebhookDraft = z.strictObject({
  /** `https` only; in the demo also `http://localhost`. */
  url: z.url({ protocol: /^https?$/ }).check(z.maxLength(500)),
  kinds: z.array(z.enum(webhookKinds)).check(z.minLength(1), z.maxLength(webhookKinds.length)),
  active: z._default(z.boolean(), true),
});
export type WebhookDraft = z.infer<typeof WebhookDraft>;

export const Webhook = z.object({
  id,
  url: z.string(),
  kinds: z.array(z.enum(webhookKinds)),
  active: z.boolean(),
  /** No delivery has succeeded since; null after a success. */
  failingSince: z.nullable(instant),
  /** When it was turned off after days of failures; null once it is on again. */
  turnedOffAt: z.nullable(instant),
  /** Until then the secret before the last rotation signs as well. */
  formerSecretUntil: z.nullable(instant),
  /** Deliveries that wait for their next attempt. */
  waiting: z.int(),
  created_at: instant,
});
export type Webhook = z.infer<typeof Webhook>;

export const NewWebhook = z.extend(Webhook, {
  /** `whsec_…`, in this answer alone. */
  secret: z.string(),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

/** Why an attempt got no answer. */
export const webhookFailures = ["timeout", "unresolved", "private_address", "tls", "unreachable"] as const;
export type WebhookFailure = (typeof webhookFailures)[number];

export const WebhookAttempt = z.object({
  at: instant,
  url: z.string(),
  durationMs: z.int(),
  /** Status of the answer; null without one. */
  status: z.nullable(z.int()),
  failure: z.nullable(z.enum(webhookFailures)),
  /** The first kilobyte of the answer. */
  answer: z.nullable(z.string()),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const deliveryStatuses = ["waiting", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const WebhookDelivery = z.object({
  /** Sent as `webhook-id`, the same in each attempt and replay. */
  id,
  type: z.string(),
  status: z.enum(deliveryStatuses),
  /** Null unless it waits. */
  nextAttemptAt: z.nullable(instant),
  /** The text that is signed and sent. */
  body: z.string(),
  /** Latest first. */
  attempts: z.array(WebhookAttempt),
  created_at: instant,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const webhookJobActs = ["webhooks.turnOff"] as const;

const all = "/organizations/{organizationId}/webhooks";
const one = `${all}/{webhookId}` as const;
const ofDelivery = `${one}/deliveries/{deliveryId}` as const;

export const webhooks = defineModule("webhooks", {
  list: get(all, {
    allow: "organizations.update",
    summary: "Webhooks, the newest first",
    returns: z.array(Webhook),
  }),
  create: post(all, {
    allow: "organizations.update",
    summary: `Make a webhook, ${MAX_WEBHOOKS} at most; its secret is in this answer alone. Each kind takes the permission to read what it tells`,
    body: WebhookDraft,
    example: { url: "https://hooks.example.com/baseline", kinds: ["booking.created", "booking.canceled"] },
    returns: NewWebhook,
    successMessage: "webhooks.created",
  }),
  read: get(one, {
    allow: "organizations.update",
    summary: "One webhook",
    returns: Webhook,
  }),
  update: patch(one, {
    allow: "organizations.update",
    summary: "Change address or kinds, turn it off or on",
    body: partialOf(WebhookDraft),
    example: { active: false },
    returns: Webhook,
    successMessage: "webhooks.saved",
  }),
  delete: del(one, {
    allow: "organizations.update",
    summary: "Delete a webhook with its secret and its log; what waits is not sent any more",
    returns: noData,
    successMessage: "webhooks.deleted",
  }),
  test: post(`${one}/test`, {
    allow: "organizations.update",
    summary: `Send an event of type \`${WEBHOOK_TEST_TYPE}\`, also while the webhook is off`,
    body: z.strictObject({}),
    example: {},
    returns: WebhookDelivery,
    successMessage: "webhooks.testSent",
    leavesEntry: false,
  }),
  rotate: post(`${one}/rotate`, {
    allow: "organizations.update",
    summary: "Make a new secret, shown once; both sign for a day",
    body: z.strictObject({}),
    example: {},
    returns: NewWebhook,
    successMessage: "webhooks.rotated",
    status: 200,
  }),
  deliveries: get(`${one}/deliveries`, {
    allow: "organizations.update",
    summary: "What was sent within 30 days or waits, latest first, with each attempt",
    query: z.extend(z.omit(ListQuery, { q: true }), {
      status: z.optional(z.enum(deliveryStatuses)),
      type: z.optional(z.enum([...webhookKinds, WEBHOOK_TEST_TYPE])),
    }),
    returns: page(WebhookDelivery),
  }),
  replay: post(`${ofDelivery}/replay`, {
    allow: "organizations.update",
    summary: "Send a delivery again, under the same id",
    body: z.strictObject({}),
    example: {},
    returns: WebhookDelivery,
    successMessage: "webhooks.replayed",
    status: 200,
    leavesEntry: false,
  }),
  replaySpan: post(`${one}/deliveries/replay`, {
    allow: "organizations.update",
    summary: `Send again, in their order, what was written from one instant to another: what has failed, or all; ${MAX_REPLAYED_DELIVERIES} at most`,
    body: z.strictObject({
      from: instantDraft,
      to: instantDraft,
      /** Default: what has failed. */
      includesDelivered: z._default(z.boolean(), false),
    }),
    example: { from: "2026-06-01T00:00:00Z", to: "2026-06-02T00:00:00Z" },
    returns: z.object({ count: z.int() }),
    successMessage: "webhooks.spanReplayed",
    status: 200,
    leavesEntry: false,
  }),
});

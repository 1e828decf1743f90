/** Money that comes in for events and goes back: by card through the provider, or recorded by the team. Minor units everywhere. */
import * as z from "zod/mini";
import { get, id, instant, line, ListQuery, localDate, note, page, post, room } from "./kit.ts";
import { Invoice } from "./invoice-shape.ts";
import { Named } from "./organizations.ts";

/** What the team records by hand. */
export const recordedMethods = ["cash", "check", "transfer", "card_on_site"] as const;
/** `card` is paid online, through the provider. */
export const paymentMethods = ["card", ...recordedMethods] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** One attempt: `created` before the provider knows of it, `processing` while somebody may be paying. */
export const paymentStates = ["created", "processing", "succeeded", "failed", "canceled"] as const;
export type PaymentState = (typeof paymentStates)[number];
export const refundStates = ["pending", "succeeded", "failed"] as const;
export type RefundState = (typeof refundStates)[number];
/** As the provider names them. */
export const disputeStates = [
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
  "needs_response",
  "under_review",
  "won",
  "lost",
  "prevented",
] as const;

const amount = z.int().check(z.gte(1), z.lte(100_000_000));

export const Refund = z.object({
  id,
  amount: z.int(),
  state: z.enum(refundStates),
  reason: z.nullable(z.string()),
  /** Why the provider could not give it back, in its words. */
  failure: z.nullable(z.string()),
  created_at: instant,
});
export type Refund = z.infer<typeof Refund>;

export const Dispute = z.object({
  id: z.string(),
  amount: z.int(),
  state: z.enum(disputeStates),
  reason: z.nullable(z.string()),
  /** Until when the provider wants evidence. */
  dueBy: z.nullable(instant),
  created_at: instant,
});

export const Payment = z.object({
  id,
  /** Who paid: a person with an account, or a walk-in by name. */
  user: z.object({ id: z.nullable(id), fullName: z.string() }),
  organization: Named,
  country: z.object({ id: z.int(), name: z.string() }),
  event: z.object({ id, name: z.string(), startTime: instant, timezone: z.string(), fieldName: z.string() }),
  method: z.enum(paymentMethods),
  status: z.enum(paymentStates),
  amount: z.int(),
  /** Null until the provider tells it; 0 for what was recorded. */
  stripeFee: z.nullable(z.int()),
  currency: z.string(),
  /** What was given back, and what is on its way. */
  refunded: z.int(),
  /** What could still be given back. */
  refundable: z.int(),
  /** Why it failed, in the provider's words; only shown to the team. */
  failure: z.nullable(z.string()),
  note: z.nullable(z.string()),
  isDisputed: z.boolean(),
  paid_at: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
});
export type Payment = z.infer<typeof Payment>;

export const PaymentDetail = z.extend(Payment, {
  invoices: z.array(Invoice),
  refunds: z.array(Refund),
  disputes: z.array(Dispute),
});
export type PaymentDetail = z.infer<typeof PaymentDetail>;

/** What can be done about the money of an event, by this caller, now. */
export const eventPaymentActs = ["pay", "link", "record", "refund"] as const;
export const EventPayments = z.object({
  price: z.int(),
  /** What came in, and what went back or is about to. */
  paid: z.int(),
  refunded: z.int(),
  due: z.int(),
  currency: z.string(),
  holdExpiresAt: z.nullable(instant),
  actions: z.array(z.enum(eventPaymentActs)),
  payments: z.array(PaymentDetail),
});
export type EventPayments = z.infer<typeof EventPayments>;

/** How a member's booking can be paid now. */
export const PaymentWays = z.object({
  online: z.boolean(),
  onSite: z.boolean(),
  /** The smallest amount that can be paid online, in minor units. */
  least: z.int(),
  mode: z.enum(["off", "test", "live"]),
});
export type PaymentWays = z.infer<typeof PaymentWays>;

/** Where somebody pays. */
export const Checkout = z.object({ paymentId: id, url: z.string(), expiresAt: instant });

export const accountStates = ["off", "platform", "missing", "onboarding", "restricted", "ready"] as const;
export const PaymentsAccount = z.object({
  /**
   * `off`: the installation takes no online payments · `platform`: they go to the installation's account · `missing`: the
   * organization has to connect its own first · `onboarding`: begun, not finished · `restricted`: the provider wants something
   * · `ready`: its own account takes them.
   */
  state: z.enum(accountStates),
  /** Whether a booking can be paid online now. */
  takesPayments: z.boolean(),
  mode: z.enum(["off", "test", "live"]),
  paysOut: z.boolean(),
  /** What the provider still wants, as it names it. */
  requirements: z.array(z.string()),
  /** Hundredths of a percent that the platform keeps of each payment. */
  platformFee: z.int(),
  connected_at: z.nullable(instant),
});
export type PaymentsAccount = z.infer<typeof PaymentsAccount>;

/** A payment or refund whose amount differs at the provider. Minor units; null where one side knows nothing of it. */
export const Difference = z.object({
  id,
  organization: z.nullable(Named),
  paymentId: z.nullable(id),
  /** The charge or the refund, as the provider names it. */
  subject: z.string(),
  ours: z.nullable(z.int()),
  theirs: z.nullable(z.int()),
  /** Of the payment, or else of the organization; null where neither is known. */
  currency: z.nullable(z.string()),
  found_at: instant,
});

/** What becomes of payments without anybody calling, as the activity has it. */
export const paymentActs = ["payments.succeed", "payments.refundSucceed", "payments.refundFail"] as const;

export const payments = room("payments", {
  list: get("/organizations/{organizationId}/payments", {
    allow: "payments.show",
    summary: "Payments, latest first",
    query: z.extend(ListQuery, {
      status: z.optional(z.enum(paymentStates)),
      method: z.optional(z.enum(paymentMethods)),
      userId: z.optional(id),
      eventId: z.optional(id),
      disputed: z.optional(z.stringbool()),
      /** Local dates of the organization, both included. */
      from: z.optional(localDate),
      to: z.optional(localDate),
    }),
    returns: page(Payment),
  }),
  read: get("/organizations/{organizationId}/payments/{paymentId}", {
    allow: "payments.show",
    summary: "One payment with its invoices, refunds and disputes",
    returns: PaymentDetail,
  }),
  mine: get("/auth/user/payments", {
    allow: "verified",
    summary: "One's own payments in all organizations, with their invoices",
    query: ListQuery,
    returns: page(PaymentDetail),
  }),
  ofEvent: get("/organizations/{organizationId}/events/{eventId}/payments", {
    allow: "member",
    summary: "What an event costs, what was paid and given back, and what can be done: the team, and who booked it",
    returns: EventPayments,
  }),
  ways: get("/organizations/{organizationId}/payment-ways", {
    allow: "member",
    summary: "How a member's booking can be paid now: online, on site, or both",
    returns: PaymentWays,
  }),
  checkout: post("/organizations/{organizationId}/events/{eventId}/checkout", {
    allow: "member",
    summary: "The provider's page to pay an event on: a new one, or the one that is open already",
    body: z.strictObject({}),
    example: {},
    returns: Checkout,
    idempotent: true,
    status: 200,
  }),
  link: post("/organizations/{organizationId}/events/{eventId}/payment-link", {
    allow: "payments.record",
    summary: "Mails who booked a link to pay what is due",
    body: z.strictObject({
      email: z.nullish(z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(254))),
    }),
    example: {},
    returns: z.object({ email: z.string() }),
    says: "payments.linkSent",
    idempotent: true,
    status: 200,
  }),
  record: post("/organizations/{organizationId}/events/{eventId}/payments", {
    allow: "payments.record",
    summary: "Record what was paid at the desk",
    body: z.strictObject({ method: z.enum(recordedMethods), amount, note: note(300) }),
    example: { method: "cash", amount: 1800 },
    returns: PaymentDetail,
    says: "payments.recorded",
    idempotent: true,
  }),
  check: post("/organizations/{organizationId}/payments/{paymentId}/check", {
    allow: "verified",
    summary: "Ask the provider now what became of one's payment, as the page does that the payer comes back to",
    body: z.strictObject({}),
    example: {},
    returns: z.object({
      status: z.enum(paymentStates),
      eventId: id,
      eventStatus: z.string(),
      failure: z.nullable(z.string()),
    }),
    status: 200,
  }),
  refund: post("/organizations/{organizationId}/payments/{paymentId}/refund", {
    allow: "payments.refund",
    summary: "Give back all or a part; what is on its way counts as given",
    body: z.strictObject({ amount, reason: line(300) }),
    example: { amount: 900, reason: "The lights went out" },
    returns: PaymentDetail,
    says: "payments.refunding",
    idempotent: true,
    status: 200,
  }),
  account: get("/organizations/{organizationId}/payments-account", {
    allow: "organizations.update",
    summary: "Whether online payments can be taken, and what the connected account still wants",
    returns: PaymentsAccount,
  }),
  connect: post("/organizations/{organizationId}/payments-account", {
    allow: "organizations.update",
    summary: "Connect the organization's own account: the provider's page to go on with",
    body: z.strictObject({}),
    example: {},
    returns: z.object({ url: z.string() }),
    status: 200,
  }),
  differences: get("/payment-differences", {
    allow: "payments.show",
    summary: "What stands otherwise at the provider than here, as the last comparison found it; for the platform",
    returns: z.array(Difference),
  }),
  webhook: post("/webhooks/stripe", {
    allow: "everyone",
    summary: "The provider's events: kept once each, answered at once, worked on by a job",
    body: z.looseObject({}),
    example: {},
    returns: z.object({ received: z.boolean() }),
    raw: "webhook",
    status: 200,
  }),
});

/** Builds Stripe's objects with the types of its SDK, so that the compiler refuses what Stripe would not send. */
import type { Stripe } from "stripe";
import { newId, toUnixSeconds, type EmulatorContext } from "./store.ts";

type Session = Stripe.Checkout.Session;

export interface SessionFields {
  mode: "payment" | "setup";
  /** Null for a page that saves a card. */
  amount: number | null;
  currency: string | null;
  customer: string | null;
  url: string;
  expires_at: number;
  success_url: string;
  cancel_url: string | null;
  client_reference_id: string | null;
  customer_email: string | null;
  locale: Stripe.Checkout.Session.Locale | null;
  metadata: Record<string, string>;
}

export const buildSession = ({ now }: Pick<EmulatorContext, "now">, id: string, fields: SessionFields): Session => ({
  id,
  object: "checkout.session",
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: ["card"],
  amount_subtotal: fields.amount,
  amount_total: fields.amount,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: fields.cancel_url,
  client_reference_id: fields.client_reference_id,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: toUnixSeconds(now),
  currency: fields.currency,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: fields.customer,
  customer_account: null,
  customer_creation: "if_required",
  customer_details: null,
  customer_email: fields.customer_email,
  discounts: [],
  expires_at: fields.expires_at,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: fields.locale,
  managed_payments: null,
  metadata: fields.metadata,
  mode: fields.mode,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: "if_required",
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  payment_status: "unpaid",
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: "open",
  submit_type: null,
  subscription: null,
  success_url: fields.success_url,
  total_details: null,
  ui_mode: "hosted_page",
  url: fields.url,
  wallet_options: null,
});

export const buildIntent = (
  { now }: Pick<EmulatorContext, "now">,
  { amount_total, currency }: Pick<Session, "amount_total" | "currency">,
  fields: { metadata: Record<string, string>; description: string | null; application_fee_amount: number | null },
): Stripe.PaymentIntent => ({
  id: newId("pi"),
  object: "payment_intent",
  allowed_payment_method_types: null,
  amount: amount_total ?? 0,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: fields.application_fee_amount,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: "automatic",
  client_secret: null,
  confirmation_method: "automatic",
  created: toUnixSeconds(now),
  currency: currency ?? "",
  customer: null,
  customer_account: null,
  description: fields.description,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  metadata: fields.metadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: "requires_payment_method",
  transfer_group: null,
});

/** Only the members of a saved card that we read: Stripe has dozens. */
export type CardShape = Pick<Stripe.PaymentMethod, "id" | "object" | "created" | "livemode" | "metadata" | "type"> & {
  customer: string | null;
  card: Pick<Stripe.PaymentMethod.Card, "brand" | "last4" | "exp_month" | "exp_year">;
};
export const buildCard = (
  { now }: Pick<EmulatorContext, "now">,
  { customer, last4 }: { customer: string | null; last4: string },
): CardShape => ({
  id: newId("pm"),
  object: "payment_method",
  created: toUnixSeconds(now),
  livemode: false,
  metadata: {},
  type: "card",
  customer,
  card: { brand: "visa", last4, exp_month: 12, exp_year: now.getUTCFullYear() + 3 },
});

export type SetupShape = Pick<Stripe.SetupIntent, "id" | "object" | "created" | "livemode" | "status"> & {
  customer: string | null;
  payment_method: string;
};
export const buildSetup = (
  { now }: Pick<EmulatorContext, "now">,
  { customer, payment_method }: Pick<SetupShape, "customer" | "payment_method">,
): SetupShape => ({
  id: newId("seti"),
  object: "setup_intent",
  created: toUnixSeconds(now),
  livemode: false,
  status: "succeeded",
  customer,
  payment_method,
});

export type CustomerShape = Pick<Stripe.Customer, "id" | "object" | "created" | "livemode" | "email" | "metadata">;
export const buildCustomer = (
  { now }: Pick<EmulatorContext, "now">,
  { email, metadata }: Pick<CustomerShape, "email" | "metadata">,
): CustomerShape => ({
  id: newId("cus"),
  object: "customer",
  created: toUnixSeconds(now),
  livemode: false,
  email,
  metadata,
});
